import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as patch, DELETE as remove } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** A file with a column for a text field and one for a typed field; the draft would leave both out. */
async function pending(acme: Workspace, round: number) {
  const [text, number] = [`Extra ${round}`, `Number ${round}`];
  const file = `E-mail,${text},${number}\na${round}@x.de,foo,12\nb${round}@x.de,bar,7\n`;
  const params = { id: (await uploadText(acme, file)).body.importId };
  const body = { columnMapping: { [text]: "skip", [number]: "skip" } };
  return {
    confirm: () => acme.call(confirm, { params }),
    patch: () => acme.call(patch, { params, body }),
    remove: () => acme.call(remove, { params }),
    fields: async () => {
      await settleBackground();
      const rows = await pg()`
        select from field_definitions where workspace_id = ${acme.id} and key in (${text}, ${number})`;
      return rows.length;
    },
  };
}

it("a draft that changes while its confirmation waits leaves no field that nobody uses", async () => {
  const acme = await newWorkspace();
  const one = await pending(acme, 0);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Another caller who creates a field waits for this.
  let holder = (_: number) => {};
  const pid = new Promise<number>((resolve) => {
    holder = resolve;
  });
  const holding = pg().begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`
      select pg_backend_pid() as pid from workspaces where id = ${acme.id} for no key update`;
    holder(row?.pid ?? 0);
    await held;
  });
  const waited = await pid;
  const confirming = one.confirm();
  await untilSomeoneWaitsFor(waited);
  const patched = await one.patch();
  release();
  await holding;
  const statuses = [(await confirming).status, patched.status];
  expect([statuses, await one.fields()]).toEqual([[409, 200], 0]);
});

const ROUNDS = 8;

it("nor does one that changes at any moment", async () => {
  const acme = await newWorkspace();
  for (let round = 0; round < ROUNDS; round++) {
    const one = await pending(acme, round);
    const [confirmed, patched] = await Promise.all([
      sleep(5 * Math.max(0, 3 - round)).then(one.confirm),
      sleep(5 * Math.max(0, round - 3)).then(one.patch),
    ]);
    const outcome = [confirmed.status, patched.status];
    expect([outcome, await one.fields()]).toEqual([outcome, outcome.join() === "202,409" ? 2 : 0]);
    await one.remove();
  }
});
