import { describe, expect, it } from "vitest";
import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, endpoints, json, type Sent, send } from "./operations";

const ask = (id: string, token: string, { headers, ...sent }: Sent = {}) => {
  const { handler, method, path } = endpoint(id);
  const authorization = `Bearer ${token}`;
  return send(handler, { method, ...sent, headers: { authorization, ...headers } }, path);
};
const created = async (id: string, token: string, body: object) => (await ask(id, token, json(body))).json.id;
const conditional = endpoints.filter(({ operation }) => operation.conditional);

/** For each resource: how it is read, how it is changed, and an instance of it. */
const resources: Record<string, [read: string, change: object, make: (token: string) => Promise<string>]> = {
  updateContact: [
    "getContact",
    { company: "Acme" },
    async (token) => {
      const id = await created("createContact", token, { email: "ada@example.com", first_name: "Ada" });
      const tagId = await created("createTag", token, { name: "Customer" });
      await ask("addTagToContact", token, { params: { tagId, contactId: id } });
      return id;
    },
  ],
  updateTag: ["getTag", { color: "teal" }, (token) => created("createTag", token, { name: "Client" })],
  updateSegment: [
    "getSegment",
    { name: "B" },
    (token) => created("createSegment", token, { name: "A", filter: {} }),
  ],
  updateSettings: ["getSettings", { notify_weekly_digest: false }, async () => ""],
};

const deletions: Record<string, string> = {
  deleteContact: "updateContact",
  deleteTag: "updateTag",
  deleteSegment: "updateSegment",
};

describe("what may be changed by several", () => {
  it("is every operation that says so", () => {
    const ids = [...Object.keys(resources), ...Object.keys(deletions)];
    expect(conditional.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it.each(Object.entries(deletions))("%s deletes only what was seen", async (id, update) => {
    const [read, change, make] = resources[update] ?? [];
    const { token } = await newWorkspace();
    const params = { id: String(await make?.(token)) };
    const seen = async () => String((await ask(String(read), token, { params })).headers.get("etag"));
    const remove = (ifMatch: string) => ask(id, token, { params, headers: { "if-match": ifMatch } });
    const stale = await seen();
    await ask(update, token, { params, ...json(change ?? {}) });
    const etag = await seen();
    expect(etag).not.toBe(stale);
    expect(await remove(stale)).toMatchObject({ status: 412, json: { details: { etag } } });
    expect((await remove(etag)).status).toBe(204);
    expect((await remove("*")).status).toBe(404);
  });

  it("a contact is erased only as it was seen", async () => {
    const { token } = await newWorkspace();
    const params = { id: await created("createContact", token, { email: "a@b.co", first_name: "A" }) };
    const erase = (headers: Record<string, string>) =>
      ask("deleteContact", token, { params, query: "erase=true", headers });
    expect((await erase({ "if-match": '"another"' })).status).toBe(412);
    expect((await ask("getContact", token, { params })).status).toBe(200);
    expect((await ask("deleteContact", token, { params })).status).toBe(204);
    expect((await erase({ "if-match": "*" })).status).toBe(404);
    expect((await erase({})).status).toBe(204);
  });

  it.each(Object.entries(resources))(
    "%s writes only what was seen, and of two at once one",
    async (id, [read, change, make]) => {
      const { token } = await newWorkspace();
      const made = await make(token);
      const params: Record<string, string> = made ? { id: made } : {};
      const before = await ask(read, token, { params });
      const etag = String(before.headers.get("etag"));
      const write = (ifMatch: string) => {
        const { body, headers } = json(change);
        return ask(id, token, { params, body: body ?? null, headers: { ...headers, "if-match": ifMatch } });
      };
      expect(await write('"another"')).toMatchObject({
        status: 412,
        json: { code: "PRECONDITION_FAILED", details: { etag } },
      });
      expect((await ask(read, token, { params })).text).toBe(before.text);

      const both = await Promise.all([write(etag), write(etag)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      const winner = both.find(({ status }) => status === 200);
      const after = await ask(read, token, { params });
      expect(after.json).toMatchObject(change);
      expect(winner?.headers.get("etag")).toBe(after.headers.get("etag"));
      expect((await write(`"x", W/${after.headers.get("etag")}`)).status).toBe(200);
      expect((await write("*")).status).toBe(200);
    },
  );
});

it("what has not changed is answered by 304 without a body, and with the headers of every answer", async () => {
  const { token } = await newWorkspace();
  for (const id of ["listContacts", "getSettings", "listTags", "getWorkspace"]) {
    const first = await ask(id, token);
    const again = await ask(id, token, { headers: { "if-none-match": String(first.headers.get("etag")) } });
    expect([again.status, again.text, again.headers.get("content-type")], id).toEqual([304, "", null]);
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(again.headers.get("x-ratelimit-remaining")).not.toBeNull();
  }
  const empty = String((await ask("listTags", token)).headers.get("etag"));
  await created("createTag", token, { name: "Customer" });
  expect((await ask("listTags", token, { headers: { "if-none-match": empty } })).status).toBe(200);
});

it("Link leads from page to page with the same filter, until the end", async () => {
  const { token } = await newWorkspace();
  for (const name of ["ada", "bob", "cyd"])
    await created("createContact", token, { email: `${name}@example.com`, first_name: "Same & one" });
  const seen: string[] = [];
  let query = "limit=2&search=same+%26&unknown=1";
  for (let pages = 1; ; pages++) {
    const page = await ask("listContacts", token, { query });
    seen.push(...page.json.data.map(({ email }: { email: string }) => email));
    const link = page.headers.get("link");
    if (!link) {
      expect(pages).toBe(2);
      break;
    }
    query =
      /^<\/api\/contacts\?(limit=2&search=same\+%26&cursor=[\da-f-]+)>; rel="next"$/.exec(link)?.[1] ?? "";
  }
  expect(seen).toEqual(["cyd@example.com", "bob@example.com", "ada@example.com"]);
});

it("limits are told in the words of the draft, too: an upload has both", async () => {
  const { token } = await newWorkspace();
  const upload = { body: "email\na@b.co\n", headers: { "content-type": "text/csv" } };
  const { headers } = await ask("createImport", token, upload);
  expect(headers.get("ratelimit-policy")).toBe('"global";q=100;w=60, "upload";q=5;w=600');
  expect(headers.get("ratelimit")).toMatch(/^"global";r=99;t=\d+, "upload";r=4;t=\d+$/);
});

it("what is deprecated says since when and what to use instead, as the document does", async () => {
  const { token } = await newWorkspace();
  const { headers } = await ask("getViews", token);
  expect(headers.get("deprecation")).toBe(`@${Date.UTC(2026, 10, 23) / 1000}`);
  expect(headers.get("link")).toBe('</api/segments>; rel="successor-version"');
  const deprecated = endpoints.filter(({ operation }) => operation.deprecated);
  expect(deprecated.map(({ described }) => Reflect.get(described, "deprecated"))).toEqual([true, true]);
  expect((await ask("listSegments", token)).headers.get("deprecation")).toBeNull();
});
