import { setTimeout as sleep } from "node:timers/promises";
import type { TransactionSql } from "postgres";
import { beforeEach, expect, it } from "vitest";
import { DELETE as deleteEndpoint } from "@/app/api/webhook-endpoints/[id]/route";
import { pg } from "@/db/client";
import { deleteContact } from "@/lib/contacts/erase";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { addContact } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import { claimDelivery, pruneDeliveries, retireDeliveries, settleDelivery } from "./outbox";
import { createEndpoint } from "./queries";

beforeEach(async () => {
  await pg()`delete from webhook_endpoints`;
});

/** A workspace with two contacts, an endpoint, and a delivery about each of them. */
async function listening() {
  const acme = await newWorkspace();
  const values = { url: "https://example.com/", description: null, events: [], per_contact: true };
  const { id } = await createEndpoint(acme.id, acme.user.id, values);
  const ada = await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
  const bob = await addContact(acme.id, { email: "bob@example.com", first_name: "Bob" });
  return { acme, ada, bob, remove: () => acme.call(deleteEndpoint, { params: { id } }) };
}

/** Locks the delivery about a contact. Returns the connection, asked by itself: beside a table a shard's node answers. */
async function lockDelivery(tx: TransactionSql, workspaceId: string, contactId: string) {
  await tx`
    select from webhook_deliveries where workspace_id = ${workspaceId} and lane = ${contactId} for update`;
  const [own] = await tx`select pg_backend_pid() as pid`;
  return Number(own?.pid);
}

/** The endpoint's deletion has locked it and waits for Ada's delivery, while `write` begins to change that of Bob. */
async function meet<T>(
  { acme, ada, remove }: Awaited<ReturnType<typeof listening>>,
  write: () => Promise<T>,
  heldMs: number,
) {
  const both = await pg().begin(async (tx) => {
    const own = await lockDelivery(tx, acme.id, ada.id);
    const removed = remove();
    const first = await untilSomeoneWaitsFor(own);
    const written = Promise.allSettled([write()]);
    await Promise.race([written, untilSomeoneWaitsFor(first)]);
    await sleep(heldMs);
    return [removed, written] as const;
  });
  const [{ status }, [{ status: end }]] = await Promise.all(both);
  expect(await pg()`select from webhook_deliveries`).toHaveLength(0);
  return [status, end];
}

it("an endpoint is deleted while the result of an attempt is recorded, and neither has to wait for the end of a deadlock", async () => {
  const met = await listening();
  const [ada, bob] = [await claimDelivery(), await claimDelivery()];
  const delivery = [ada, bob].find((one) => one?.lane === met.bob.id);
  if (!delivery) throw new Error("nothing was due");
  const answer = { status: 500, body: "", retryAfterMs: null, error: "no" };
  const outcome = { answer, sent: "{}", durationMs: 1, waitMs: 5000, pauseMs: 0, isGone: false };
  expect(await meet(met, () => settleDelivery(delivery, outcome), 0)).toEqual([204, "fulfilled"]);
});

it("an endpoint is deleted though what was sent about a contact is erased at that moment", async () => {
  const met = await listening();
  // Long enough for the contact's deletion to look for a deadlock before there is one: it is the endpoint's that fails.
  const erase = () => deleteContact(met.acme.id, met.bob.id);
  expect(await meet(met, erase, 1100)).toEqual([204, "fulfilled"]);
});

const sweeps = {
  "what ended a week ago": [
    pruneDeliveries,
    (id: string) => pg()`
      update webhook_deliveries set status = 'failed', settled_at = now() - interval '8 days', lease_until = null
      where lane = ${id}`,
  ],
  "what nobody makes any more": [
    retireDeliveries,
    (id: string) =>
      pg()`update webhook_deliveries set first_attempt_at = now() - interval '73 hours' where lane = ${id}`,
  ],
} as const;
const kinds = ["what ended a week ago", "what nobody makes any more"] as const;

it.each(kinds)("an endpoint is deleted while the sweep deals with %s, and neither fails", async (kind) => {
  const met = await listening();
  const [run, age] = sweeps[kind];
  // The later one first, where the sweep would begin.
  for (const { id } of [met.bob, met.ada]) await age(id);
  expect(await meet(met, run, 0)).toEqual([204, "fulfilled"]);
});

it.each(kinds)("the sweep waits for nobody who has %s, and takes it the next time", async (kind) => {
  const { acme, ada, bob } = await listening();
  const [run, age] = sweeps[kind];
  for (const { id } of [bob, ada]) await age(id);
  const first = await pg().begin(async (tx) => {
    const own = await lockDelivery(tx, acme.id, ada.id);
    return Promise.race([run(), untilSomeoneWaitsFor(own).then(() => "waits")]);
  });
  expect([first, await run()]).toEqual([1, 1]);
});
