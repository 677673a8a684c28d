import { expect, it } from "vitest";
import { PATCH, GET as readContact } from "@/app/api/contacts/[id]/route";
import { GET as readTimeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as addTag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Event = { kind: string; at: string; import: unknown; tag: { name: string } | null };

async function addContact(acme: Workspace, email: string): Promise<string> {
  return (await acme.call(createContact, { body: { email, first_name: "Ada" } })).body.id;
}

async function eventsOf(acme: Workspace, id: string): Promise<Event[]> {
  const { status, body } = await acme.call(readTimeline, { params: { id } });
  expect(status).toBe(200);
  const times = body.data.map(({ at }: Event) => at);
  expect(times).toEqual([...times].sort().reverse());
  return body.data;
}

const kinds = (events: Event[]) => events.map(({ kind }) => kind).sort();

it("tells where a contact came from, and every import that changed it", async () => {
  const acme = await newWorkspace();
  await importText(acme, "email,first_name\nx@example.com,X\nada@example.com,Ada\n", {});
  await importText(acme, "email,company\nada@example.com,One\n");
  await importText(acme, "email,company\nada@example.com,Two\nx@example.com,Two\n");
  const id = String((await contactsOf(acme)).get("ada@example.com")?.id);
  const events = await eventsOf(acme, id);
  expect(kinds(events)).toEqual(["import_changed", "import_changed", "imported"]);
  expect(events.at(-1)?.import).toMatchObject({ filename: "people.csv", row: 2 });
  const changes = events.slice(0, 2).map((event) => event.import);
  expect(new Set(changes.map((one) => JSON.stringify(one))).size).toBe(2);
});

it("ends with where the contact came from, also when its tags came in the same moment", async () => {
  const acme = await newWorkspace();
  await importText(acme, "email,tags\nada@example.com,Board;Press\n", {});
  const id = String((await contactsOf(acme)).get("ada@example.com")?.id);
  expect((await eventsOf(acme, id)).map(({ kind }) => kind)).toEqual(["tagged", "tagged", "imported"]);
});

it("leaves out imports that only said again that a contact is unsubscribed", async () => {
  const acme = await newWorkspace();
  const id = await addContact(acme, "ada@example.com");
  const list = "email,is_unsubscribed\nada@example.com,yes\n";
  const first = await importText(acme, list);
  for (let n = 0; n < 2; n++) {
    await importText(acme, list);
    const events = await eventsOf(acme, id);
    expect(kinds(events)).toEqual(["created", "import_changed", "unsubscribed"]);
    expect(events.find(({ kind }) => kind === "import_changed")?.import).toMatchObject({ id: first.id });
  }
});

it("tells that an import was undone, beside what it had changed", async () => {
  const acme = await newWorkspace();
  const id = await addContact(acme, "ada@example.com");
  const record = await importText(acme, "email,company\nada@example.com,One\n");
  expect(kinds(await eventsOf(acme, id))).toEqual(["created", "import_changed"]);
  await acme.call(undo, { params: { id: record.id } });
  await settleBackground();
  expect(kinds(await eventsOf(acme, id))).toEqual(["changed", "created", "import_changed"]);
});

it("tells of tags, a change by hand and the unsubscribe", async () => {
  const acme = await newWorkspace();
  const id = await addContact(acme, "ada@example.com");
  expect(kinds(await eventsOf(acme, id))).toEqual(["created"]);
  const tag = await acme.call(createTag, { body: { name: "Board" } });
  await acme.call(addTag, { params: { id: tag.body.id, contactId: id } });
  await acme.call(PATCH, { params: { id }, body: { company: "Engines", is_unsubscribed: true } });
  const events = await eventsOf(acme, id);
  expect(kinds(events)).toEqual(["changed", "created", "tagged", "unsubscribed"]);
  expect(events.find(({ kind }) => kind === "tagged")?.tag?.name).toBe("Board");
});

it("unsubscribes many at once, counts those who were subscribed, and touches nobody else's", async () => {
  const [acme, other] = [await newWorkspace(), await newWorkspace()];
  const [first, second, third] = await Promise.all(
    ["a@example.com", "b@example.com", "c@example.com"].map((email) => addContact(acme, email)),
  );
  const foreign = await addContact(other, "a@example.com");
  await acme.call(PATCH, { params: { id: String(first) }, body: { is_unsubscribed: true } });
  const before = (await acme.call(readContact, { params: { id: String(first) } })).body;
  const ids = [first, second, second, foreign];
  const reply = await acme.call(bulkUnsubscribe, { body: { ids } });
  expect([reply.status, reply.body]).toMatchObject([200, { unsubscribed: 1 }]);
  const read = async (workspace: Workspace, id: string | undefined) =>
    (await workspace.call(readContact, { params: { id: String(id) } })).body;
  expect((await read(acme, second)).is_unsubscribed).toBe(true);
  expect((await read(acme, third)).is_unsubscribed).toBe(false);
  expect((await read(other, foreign)).is_unsubscribed).toBe(false);
  expect((await read(acme, first)).updated_at).toBe(before.updated_at);
});

it("a dry run answers as many rejected rows as asked for, in the order of the file", async () => {
  const acme = await newWorkspace();
  const rows = Array.from({ length: 40 }, (_, n) => `bad ${n}`).join("\n");
  const { body } = await uploadText(acme, `email\n${rows}\n`);
  const ask = (query: Record<string, string>) =>
    acme.call(dryRun, {
      params: { id: body.importId },
      query,
      body: { columnMapping: { email: "email" } },
    });
  expect((await ask({})).body.errors).toHaveLength(10);
  const all = (await ask({ errors_limit: "1000" })).body;
  expect(all.errors.map((error: { row: number }) => error.row)).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
  expect(all.fail).toBe(40);
  for (const wrong of ["0", "1001", "x"]) expect((await ask({ errors_limit: wrong })).status).toBe(400);
});
