import { describe, expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { settleBackground } from "@/lib/http/background";
import { sendBatch } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const EMAIL = "ada@example.com";
const file = (acme: Workspace, text: string) => importText(acme, `email,company,unsubscribed\n${text}\n`);

/**
 * A repeated opt-out changes nothing about the contact but is a decision of its own
 * (docs/decisions/repeated-opt-outs.md). These are the ways to opt out; two of them cannot change anything else.
 */
const WAYS: Record<string, (acme: Workspace, id: string, company?: string) => Promise<unknown>> = {
  PATCH: (acme, id, company) =>
    acme.call(patch, { params: { id }, body: { is_unsubscribed: true, ...(company && { company }) } }),
  "a bulk call": (acme, id) => acme.call(bulkUnsubscribe, { body: { ids: [id] } }),
  "a bulk action": (acme) => acme.call(bulk, { body: { action: "unsubscribe", filter: {} } }),
  "a batch": (acme, _, company) =>
    sendBatch(acme, [{ email: EMAIL, is_unsubscribed: true, ...(company && { company }) }]),
  "an import": (acme, _, company = "") => file(acme, `${EMAIL},${company},yes`),
};

async function start() {
  const acme = await newWorkspace();
  const { id } = (await acme.call(create, { body: { email: EMAIL, first_name: "Ada" } })).body;
  const latest = async () => (await acme.call(listChanges)).body.data[0];
  const take = async ({ id, way }: { id: string; way: string }) => {
    const { body } = await acme.call(way === "import" ? undoImport : undo, { params: { id } });
    await settleBackground();
    return body;
  };
  const read = async () => (await acme.call(readContact, { params: { id } })).body;
  return { acme, id, latest, take, read };
}

const ways = Object.entries(WAYS);

describe.each(ways)("an opt-out by %s", (name, first) => {
  const n = ways.findIndex(([other]) => other === name);
  it.each([...ways, ...ways].slice(n, n + 2))(
    "that is repeated by %s belongs to both, in whatever order they are undone",
    async (_, again) => {
      const { acme, id, latest, take, read } = await start();
      const before = await read();
      await first(acme, id, "Engines");
      await settleBackground();
      const [one, state] = [await latest(), await read()];
      await again(acme, id);
      await settleBackground();
      const other = await latest();
      expect(other.id).not.toBe(one.id);
      // Its only trace is the contact's last writer.
      expect(await read()).toEqual(state);
      expect(await take(one)).toMatchObject({ removed: 0, restored: 0, kept: 1 });
      expect(await read()).toEqual(state);
      await take(other);
      expect(await read()).toEqual(state);
      expect(await take(one)).toMatchObject({ restored: 1, kept: 0, still_unsubscribed: 0 });
      expect(await read()).toEqual({ ...before, updated_at: expect.any(String) });
    },
  );

  it("is undone after its repetition at once", async () => {
    const { acme, id, latest, take, read } = await start();
    const sets = [];
    for (const company of ["Engines", undefined, undefined]) {
      await first(acme, id, company);
      await settleBackground();
      sets.push(await latest());
    }
    for (const set of sets.reverse()) {
      expect(await read()).toMatchObject({ is_unsubscribed: true });
      expect(await take(set), name).toMatchObject({ kept: 0 });
    }
    expect(await read()).toMatchObject({ is_unsubscribed: false, company: null });
  });
});
