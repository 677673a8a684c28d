import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { DELETE as deleteContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as cancel } from "@/app/api/imports/[id]/cancel/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { DELETE as deleteImport, GET as getImport } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { enforceOptOuts, rememberOptOuts } from "@/lib/contacts/opt-outs";
import { env } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { sweep } from "@/lib/server/sweep";
import { sendBatch, takeBack } from "@/lib/testing/batches";
import { batchesOf, uploadText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";

/**
 * A contact that gets an address while its opt-out is being recorded is unsubscribed, even if no process is left to
 * check again.
 */

batchesOf(3);

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const columnMapping = { email: "email", name: "first_name", out: "is_unsubscribed" };
const LIST = `email,name,out\n${[
  ...["z,Z,yes", "y,Y,no", "x,X,no"],
  ...["known,New,no", "w,W,no", "v,V,no"],
  ...["u,U,no", "t,T,no", "s,S,no"],
]
  .map((row) => row.replace(",", "@example.com,"))
  .join("\n")}\n`;

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 1500; n++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("it never came true");
}

/** Another process of the app: it sees no other role's transactions. */
const app = postgres(env().DATABASE_URL ?? "", { max: 1, onnotice: () => undefined });
afterAll(() => app.end());

/** Creates z@example.com in a transaction that commits only at `end`. */
async function writer({ id }: Workspace) {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: written, resolve: note } = Promise.withResolvers<void>();
  const done = app.begin(async (tx) => {
    await tx`select from contacts where workspace_id = ${id} and email = 'known@example.com' for update`;
    await tx`
      insert into contacts (workspace_id, id, email, first_name) values (${id}, ${newId()}, 'z@example.com', 'Z')`;
    note();
    await isOver;
  });
  await written;
  return { end, done };
}

async function isOut({ id }: Workspace): Promise<boolean> {
  const [row] = await pg()<{ is: boolean }[]>`
    select is_unsubscribed as is from contacts where workspace_id = ${id} and email = 'z@example.com'`;
  return row?.is === true;
}

const notes = async ({ id }: Workspace) =>
  (await pg()`select from late_opt_outs where workspace_id = ${id}`).length;
const isRemembered = async ({ id }: Workspace) =>
  (await pg()`select is_opted_out(${id}, 'z@example.com') as is`)[0]?.is === true;

it.each(["cancelled", "deleted"])("by an import that is %s before its end", async (how) => {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "known@example.com", first_name: "K" } });
  const params = { id: (await uploadText(acme, LIST)).body.importId };
  const other = await writer(acme);
  await acme.call(confirm, { params, body: { columnMapping, duplicateStrategy: "update_only" } });
  await until(() => isRemembered(acme));
  // Its second batch waits for the contact that the writer has locked; each case either lets it finish or interferes
  // first.
  const ended = acme.call(how === "deleted" ? deleteImport : cancel, { params });
  await new Promise((resolve) => setTimeout(resolve, 300));
  other.end();
  await Promise.all([other.done, ended]);
  await settleBackground();
  if (how === "cancelled")
    expect((await acme.call(getImport, { params })).body).toMatchObject({ status: "cancelled" });
  expect(await isOut(acme)).toBe(true);
  expect(await notes(acme)).toBe(0);
});

it("by the sweep, where the process ended after the commit, however long ago", async () => {
  const acme = await newWorkspace();
  const other = await writer(acme);
  await pg().begin((tx) => rememberOptOuts(tx, acme.id, newId(), ["z@example.com"]));
  other.end();
  await other.done;
  const longAgo = new Date(Date.now() - 7_200_000).toISOString();
  await pg()`
    update late_opt_outs set created_at = ${longAgo} where workspace_id = ${acme.id}`;
  await pg()`
    update contacts set updated_at = ${longAgo} where workspace_id = ${acme.id}`;
  expect(await isOut(acme)).toBe(false);
  expect((await sweep({ thorough: false })).late_opt_outs).toBeGreaterThan(0);
  expect([await isOut(acme), await notes(acme)]).toEqual([true, 0]);
});

it("although an undo puts the contact back at this moment, with the time of its last change", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(createContact, { body: { email: "z@example.com", first_name: "Z" } })).body;
  await pg()`update contacts set updated_at = now() - interval '1 day' where workspace_id = ${acme.id}`;
  await acme.call(deleteContact, { params: { id } });
  const [set] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${acme.id} and way = 'contact_deleted'`;
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: written, resolve: note } = Promise.withResolvers<void>();
  const remembering = pg().begin(async (tx) => {
    await rememberOptOuts(tx, acme.id, newId(), ["z@example.com"]);
    note();
    await isOver;
  });
  await written;
  expect(await takeBack(acme, set?.id ?? "")).toMatchObject({ restored: 1 });
  end();
  await remembering;
  await enforceOptOuts(acme.id);
  expect([await isOut(acme), await notes(acme)]).toEqual([true, 0]);
});

it("is noted by a batch and by the undo of its undo until it is done, and not by a dry run", async () => {
  const acme = await newWorkspace();
  const out = [{ email: "q@example.com", is_unsubscribed: true }];
  // What a process that ends too early leaves undone.
  await owner()`create function keep_note() returns trigger language plpgsql as $$ begin return null; end $$`;
  await owner()`create trigger kept before delete on late_opt_outs for each row execute function keep_note()`;
  try {
    await sendBatch(acme, out, { duplicate_strategy: "update_only", dry_run: "true" });
    expect(await notes(acme)).toBe(0);
    const { change_id } = await sendBatch(acme, out, { duplicate_strategy: "update_only" });
    expect(await notes(acme)).toBe(1);
    const { undo_id } = await takeBack(acme, change_id);
    expect(await notes(acme)).toBe(1);
    await takeBack(acme, undo_id);
    expect(await notes(acme)).toBe(2);
  } finally {
    await owner()`drop trigger kept on late_opt_outs`;
    await owner()`drop function keep_note()`;
  }
});
