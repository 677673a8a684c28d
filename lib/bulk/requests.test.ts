import { afterEach, expect, it } from "vitest";
import { POST as newKey } from "@/app/api/api-keys/route";
import { GET as readBulk } from "@/app/api/bulk-actions/[id]/route";
import { GET as listBulk } from "@/app/api/bulk-actions/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { LIMITS } from "@/lib/limits";
import { pruneBulkActions, trimChangeSets } from "@/lib/server/queries";
import { filledWorkspace, idsOf, stateOf, type Workspace } from "@/lib/testing/bulk";
import { callRoute, newWorkspace } from "@/lib/testing/workspace";

afterEach(() => settleBackground());

async function ask(acme: Workspace, body: object): Promise<{ id: string }> {
  const asked = (await acme.call(bulk, { body })).body;
  await settleBackground();
  return asked;
}

it("says what can be set, where an address was to be", async () => {
  const acme = await newWorkspace();
  const body = { action: "set", fields: { email: "a@example.com" }, filter: {} };
  expect((await acme.call(bulk, { body })).body.details[0].message).toBe(
    "must have at least one of first_name, last_name, phone, company, notes, external_id, custom_fields",
  );
});

it.each([
  ["both", { action: "delete", ids: [newId()], filter: {} }, "filter"],
  ["neither", { action: "delete" }, "filter"],
  ["a misspelt word", { action: "delete", filter: { serach: "x" } }, "filter"],
  ["a search for nothing", { action: "delete", filter: { search: "" } }, "filter"],
  ["a search that nobody sees", { action: "delete", filter: { search: "\u200b" } }, "filter"],
  ["a number of tags as text", { action: "delete", filter: { tag_ids: "x" } }, "filter"],
  ["no tag", { action: "tag", filter: {} }, "tag_id"],
  ["no field", { action: "set", fields: {}, filter: {} }, "fields"],
  ["a name that must not be empty", { action: "set", fields: { first_name: null }, filter: {} }, "fields"],
  ["one id for all", { action: "set", fields: { external_id: "1" }, filter: {} }, "fields"],
  ["an address", { action: "set", fields: { email: "a@example.com" }, filter: {} }, "fields"],
  ["too long a value", { action: "set", fields: { phone: "1".repeat(51) }, filter: {} }, "fields"],
  ["another action", { action: "subscribe", filter: {} }, "action"],
])("refuses %s, and changes nothing", async (_, body, path) => {
  const acme = await filledWorkspace(3);
  const before = await stateOf(acme);
  const refused = await acme.call(bulk, { body });
  expect([refused.status, refused.body.details[0].path[0]]).toEqual([400, path]);
  expect(await stateOf(acme)).toEqual(before);
  expect((await acme.call(listBulk)).body.total).toBe(0);
});

it("is asked for once under an idempotency key, by a key that may write, and has a bound", async () => {
  const acme = await filledWorkspace(3);
  const body = { action: "untag", tag_id: acme.tag, filter: {} };
  const headers = { "idempotency-key": "once" };
  const ids = [];
  for (let n = 0; n < 2; n++) ids.push((await acme.call(bulk, { body, headers })).body.id);
  expect(new Set(ids).size).toBe(1);
  const keyFor = async (scopes: string[]) => (await acme.call(newKey, { body: { name: "k", scopes } })).body;
  const [reader, writer] = [await keyFor(["read"]), await keyFor(["write"])];
  const by = ({ key }: { key: string }) =>
    callRoute(bulk, { body: { action: "delete", filter: {} }, headers: { authorization: `Bearer ${key}` } });
  expect((await by(reader)).status).toBe(403);
  expect((await by(writer)).body.actor).toMatchObject({ kind: "api_key", api_key_id: writer.id, name: "k" });
  await settleBackground();
  const [set] = (await acme.call(listChanges)).body.data;
  expect(set).toMatchObject({ way: "contacts_deleted", deleted: 3, actor: { api_key_id: writer.id } });
  await pg()`
    insert into bulk_actions (workspace_id, id, action, total, lease_until)
    select ${acme.id}, gen_random_uuid(), 'delete', 1, now() + interval '1 hour'
    from generate_series(1, ${LIMITS.bulk_alive.max}::int)`;
  const refused = await acme.call(bulk, { body });
  expect([refused.status, refused.body.details]).toEqual([409, { reason: "bulk_alive", limit: 20 }]);
  const running = (await acme.call(listBulk, { query: { status: "processing" } })).body;
  expect([running.data.length, running.total]).toEqual([20, 20]);
});

it("is forgotten after 30 days, and its change set is not the one that is too large", async () => {
  const acme = await filledWorkspace(3);
  const { id } = await ask(acme, { action: "set", fields: { company: "Works" }, filter: {} });
  const { max } = LIMITS.change_entries;
  await pg()`update change_sets set changed = ${max} where workspace_id = ${acme.id} and id = ${id}`;
  const sets = async () => (await acme.call(listChanges)).body.data.map((one: { id: string }) => one.id);
  await ask(acme, { action: "set", fields: { company: "Others" }, ids: (await idsOf(acme)).slice(0, 1) });
  await trimChangeSets();
  expect(await sets()).toContain(id);
  await pg()`
    update change_sets set changed = ${max} where workspace_id = ${acme.id} and changed = 1 and way = 'contacts_edited'`;
  await trimChangeSets();
  expect(await sets()).not.toContain(id);
  await pg()`
    update bulk_actions set completed_at = now() - interval '31 days' where workspace_id = ${acme.id} and id = ${id}`;
  await pruneBulkActions();
  expect((await acme.call(readBulk, { params: { id } })).status).toBe(404);
});
