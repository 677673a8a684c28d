import { expect, it } from "vitest";
import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, endpoints, json, type Sent, send } from "./operations";

const ask = (id: string, token: string, { headers, ...sent }: Sent = {}) => {
  const { handler, method, path } = endpoint(id);
  const authorization = `Bearer ${token}`;
  return send(handler, { method, ...sent, headers: { authorization, ...headers } }, path);
};
const created = async (id: string, token: string, body: object) => (await ask(id, token, json(body))).json.id;

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
