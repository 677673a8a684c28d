import { expect, it, vi } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { DELETE as remove } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as cancel } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const FILE = "email,first_name\nada@example.com,Changed\ngrace@example.com,New\n";

/** Runs `act` while an import waits, in the middle of a batch, for a contact that somebody else is writing. */
async function whileItWaits(acme: Workspace, act: (id: string) => ReturnType<Workspace["call"]>) {
  await importText(acme, "email,first_name\nada@example.com,Ada\n");
  const { body } = await uploadText(acme, FILE);
  const columnMapping = { email: "email", first_name: "first_name" };
  const answer = await pg().begin(async (tx) => {
    const [own] = await tx<{ pid: number }[]>`
      select pg_backend_pid() as pid from contacts where workspace_id = ${acme.id} for update`;
    await acme.call(confirm, { params: { id: body.importId }, body: { columnMapping } });
    await vi.waitFor(async () => {
      const waiting =
        await pg()`select from pg_stat_activity where ${own?.pid ?? 0}::int = any(pg_blocking_pids(pid))`;
      expect(waiting.length).toBeGreaterThan(0);
    }, 20_000);
    return Promise.race([act(body.importId), new Promise<null>((late) => setTimeout(late, 5000, null))]);
  });
  await settleBackground();
  if (answer === null) throw new Error("the answer waited for the import");
  return answer;
}

it("cancels an import at once while its batch waits for another writer; nothing of that batch is kept", async () => {
  const acme = await newWorkspace();
  const reply = await whileItWaits(acme, (id) => acme.call(cancel, { params: { id } }));
  expect(reply).toMatchObject({ status: 200, body: { status: "cancelled", processed_rows: 0 } });
  const contacts = await contactsOf(acme);
  expect([...contacts.keys()]).toEqual(["ada@example.com"]);
  expect(contacts.get("ada@example.com")?.first_name).toBe("Ada");
});

it("deletes an import at once in the same situation", async () => {
  const acme = await newWorkspace();
  const reply = await whileItWaits(acme, (id) => acme.call(remove, { params: { id } }));
  expect(reply.status).toBe(204);
  expect([...(await contactsOf(acme)).keys()]).toEqual(["ada@example.com"]);
  const [left] = await pg()`select count(*)::int as n from import_changes where workspace_id = ${acme.id}`;
  expect(left?.n).toBe(0);
});
