import { describe, expect, it } from "vitest";
import { settleBackground } from "@/lib/http/background";
import { newMember, newWorkspace } from "@/lib/testing/workspace";
import { type Endpoint, endpoint, endpoints, json, type Sent, send } from "./operations";

type Params = Record<string, string>;
type Home = Awaited<ReturnType<typeof newWorkspace>>;

/** A resource that several may change: how it is read, how it is changed, and an instance of it. */
interface Resource {
  read: string;
  change: object;
  make: (home: Home) => Promise<Params>;
  /** Where the change shows, if not in what is read. */
  shows?: object;
}

const ask = (id: string, token: string, { headers, ...sent }: Sent = {}) => {
  const { handler, method, path } = endpoint(id);
  const authorization = `Bearer ${token}`;
  return send(handler, { method, ...sent, headers: { authorization, ...headers } }, path);
};
const created = (id: string, body: object) => async (home: Home) => ({
  id: String((await ask(id, home.token, json(body))).json.id),
});
const uploaded = async ({ token }: Home) => {
  const upload = { body: "email,name\nada@example..com,Ada\n", headers: { "content-type": "text/csv" } };
  return { id: String((await ask("createImport", token, upload)).json.importId) };
};

const resources: Record<string, Resource> = {
  updateContact: {
    read: "getContact",
    change: { company: "Acme" },
    make: async (home) => {
      const contact = await created("createContact", { email: "ada@example.com", first_name: "Ada" })(home);
      const tag = await created("createTag", { name: "Customer" })(home);
      await ask("addTagToContact", home.token, { params: { tagId: tag.id, contactId: contact.id } });
      return contact;
    },
  },
  updateTag: { read: "getTag", change: { color: "teal" }, make: created("createTag", { name: "Client" }) },
  updateSegment: {
    read: "getSegment",
    change: { name: "B" },
    make: created("createSegment", { name: "A", filter: {} }),
  },
  updateField: {
    read: "getField",
    change: { name: "Plan" },
    make: created("createField", { name: "Tariff" }),
  },
  updateSettings: { read: "getSettings", change: { notify_weekly_digest: false }, make: async () => ({}) },
  saveViews: {
    read: "getViews",
    change: { views: [{ name: "Out", query: "is_unsubscribed=true" }] },
    make: async () => ({}),
  },
  renameWorkspace: { read: "getWorkspace", change: { name: "Sales" }, make: async () => ({}) },
  changeMember: {
    read: "getMember",
    change: { role: "viewer" },
    make: async ({ id }) => ({ userId: (await newMember(id, { role: "editor" })).user.id }),
  },
  updateWebhookEndpoint: {
    read: "getWebhookEndpoint",
    change: { description: "CRM", is_enabled: false },
    make: created("createWebhookEndpoint", { url: "https://example.invalid/" }),
  },
  updateImport: {
    read: "getImport",
    change: { options: { emptyCells: "clear" } },
    shows: { draft: { options: { emptyCells: "clear" } } },
    make: uploaded,
  },
  correctImportRows: {
    read: "getImportCorrections",
    change: { rows: [{ row: 1, cells: { "0": "ada@example.com" } }] },
    shows: { rows: [{ row: 1, cells: { "0": "ada@example.com" } }] },
    make: uploaded,
  },
};

/** Each with the change that makes what was seen outdated, what it is sent, and the answers of it and to another one. */
const deletions: Record<string, { of: string; sent?: object; answers: [first: number, again: number] }> = {
  deleteContact: { of: "updateContact", answers: [204, 404] },
  deleteTag: { of: "updateTag", answers: [204, 404] },
  deleteSegment: { of: "updateSegment", answers: [204, 404] },
  deleteField: { of: "updateField", answers: [202, 404] },
  deleteWorkspace: { of: "renameWorkspace", sent: { name: "Sales" }, answers: [204, 401] },
  removeMember: { of: "changeMember", answers: [204, 404] },
  deleteWebhookEndpoint: { of: "updateWebhookEndpoint", answers: [204, 404] },
  deleteImport: { of: "updateImport", answers: [204, 404] },
  discardImportCorrections: { of: "correctImportRows", answers: [204, 204] },
};

/** What has no GET of its own, so no tag that a client could send. */
const untagged = [
  "updateAccount",
  "deleteAccount",
  "deleteApiKey",
  "revokeInvitation",
  "removeTagFromContact",
  "bulkUntagContacts",
];

const takes = ({ described }: Endpoint, name: string) =>
  (described.parameters ?? []).some((one) => one.in === "header" && one.name === name);

describe("what may be changed by several", () => {
  it("is all that is changed or deleted by PUT, PATCH or DELETE and has a GET", () => {
    const changing = endpoints.filter(({ method }) => ["PUT", "PATCH", "DELETE"].includes(method));
    const silent = changing.filter((one) => !takes(one, "If-Match"));
    expect(silent.map(({ id }) => id).toSorted()).toEqual(untagged.toSorted());
    const tagged = new Set(endpoints.filter((one) => takes(one, "If-None-Match")).map(({ path }) => path));
    expect(silent.filter(({ path }) => tagged.has(path))).toEqual([]);
  });

  it("is tested here, each of it", () => {
    const tested = [...Object.keys(resources), ...Object.keys(deletions), "deleteExport"];
    const conditional = endpoints.filter((one) => takes(one, "If-Match"));
    expect(conditional.map(({ id }) => id).toSorted()).toEqual(tested.toSorted());
    for (const { described } of conditional) expect(described.responses[412]).toBeDefined();
  });

  it.each(Object.entries(deletions))(
    "%s deletes only what was seen",
    async (id, { of, sent = {}, answers }) => {
      const { read, change, make } = resources[of] as Resource;
      const home = await newWorkspace();
      const { token } = home;
      const params = await make(home);
      const seen = async () => String((await ask(read, token, { params })).headers.get("etag"));
      const remove = (ifMatch: string) => {
        const { body = null, headers } = json(sent);
        return ask(id, token, { params, body, headers: { ...headers, "if-match": ifMatch } });
      };
      const stale = await seen();
      await ask(of, token, { params, ...json(change) });
      const etag = await seen();
      expect(etag).not.toBe(stale);
      expect(await remove(stale)).toMatchObject({ status: 412, json: { details: { etag } } });
      expect(await seen()).toBe(etag);
      expect((await remove(`"x", W/${etag}`)).status).toBe(answers[0]);
      expect((await remove("*")).status).toBe(answers[1]);
    },
  );

  it("an export is deleted only as it was seen", async () => {
    const { token } = await newWorkspace();
    const params = { id: String((await ask("createExport", token, json({}))).json.exportId) };
    const stale = String((await ask("getExport", token, { params })).headers.get("etag"));
    await settleBackground();
    const etag = String((await ask("getExport", token, { params })).headers.get("etag"));
    const remove = (ifMatch: string) =>
      ask("deleteExport", token, { params, headers: { "if-match": ifMatch } });
    expect(await remove(stale)).toMatchObject({ status: 412, json: { details: { etag } } });
    expect((await remove(etag)).status).toBe(204);
    expect((await remove("*")).status).toBe(404);
  });

  it("a contact is erased only as it was seen", async () => {
    const home = await newWorkspace();
    const { token } = home;
    const params = await created("createContact", { email: "a@b.co", first_name: "A" })(home);
    const erase = (headers: Record<string, string>) =>
      ask("deleteContact", token, { params, query: "erase=true", headers });
    expect((await erase({ "if-match": '"another"' })).status).toBe(412);
    expect((await ask("getContact", token, { params })).status).toBe(200);
    expect((await ask("deleteContact", token, { params })).status).toBe(204);
    expect((await erase({ "if-match": "*" })).status).toBe(404);
    expect((await erase({})).status).toBe(204);
  });

  it("a field gets another type only as it was seen", async () => {
    const home = await newWorkspace();
    const { token } = home;
    const params = await created("createField", { name: "Seats" })(home);
    const convert = (ifMatch: string) => {
      const { body = null, headers } = json({ type: "number" });
      return ask("updateField", token, { params, body, headers: { ...headers, "if-match": ifMatch } });
    };
    expect((await convert('"another"')).status).toBe(412);
    const { headers } = await ask("getField", token, { params });
    const converted = await convert(String(headers.get("etag")));
    expect(converted).toMatchObject({ status: 200, json: { field: { type: "number" } } });
    const after = await ask("getField", token, { params });
    expect(converted.headers.get("etag")).toBe(after.headers.get("etag"));
  });

  it.each(Object.entries(resources))(
    "%s writes only what was seen, and of two at once one",
    async (id, { read, change, make, shows = change }) => {
      const home = await newWorkspace();
      const { token } = home;
      const params = await make(home);
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
      expect(after.json).toMatchObject(shows);
      expect(winner?.headers.get("etag")).toBe(after.headers.get("etag"));
      expect((await write(`"x", W/${after.headers.get("etag")}`)).status).toBe(200);
      expect((await write("*")).status).toBe(200);
    },
  );
});
