import { afterEach, beforeEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { drain } from "@/lib/jobs/queue";
import { startReceiver, type WebhookReceiver } from "@/lib/testing/doubles/webhook-receiver";
import { addContact, editContact, editEndpoint } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import { findDelivery, listDeliveries } from "./deliveries";
import { createEndpoint } from "./queries";
import { webhookQueue } from "./queue";

let receiver: WebhookReceiver;
beforeEach(async () => {
  await pg()`delete from webhook_endpoints`;
  receiver = await startReceiver();
});
afterEach(async () => receiver.close());

/** A workspace whose endpoint has answered 503 with this `Retry-After` to its first event. */
async function refused(retryAfter: string) {
  const acme = await newWorkspace();
  const values = { url: receiver.url, description: null, events: [], per_contact: false };
  const endpoint = await createEndpoint(acme.id, acme.user.id, values);
  const ada = await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
  receiver.fault = () => ({ status: 503, headers: { "retry-after": retryAfter } });
  await drain(webhookQueue());
  return { acme, endpoint, ada };
}

/** Seconds until the next attempts as the API tells, newest delivery first; null where it tells none. */
async function waits({ acme, endpoint }: Awaited<ReturnType<typeof refused>>) {
  const page = { limit: 20, cursor: undefined, status: undefined };
  const { data } = await listDeliveries(acme.id, endpoint.id, page);
  const read = await Promise.all(data.map(({ id }) => findDelivery(acme.id, endpoint.id, id)));
  expect(read.map((one) => one.next_attempt_at)).toEqual(data.map((one) => one.next_attempt_at));
  return data.map(({ next_attempt_at: at }) => at && Math.round((Date.parse(at) - Date.now()) / 1000));
}

const DAY_S = 24 * 3600;

it.each(["Fri, 31 Dec 9999 23:59:59 GMT", "1000000000000", "9".repeat(400)])(
  "waits a day at most when it is asked to wait longer (%s), and says so of what comes after, too",
  async (retryAfter) => {
    const met = await refused(retryAfter);
    await addContact(met.acme.id, { email: "bob@example.com", first_name: "Bob" });
    for (const wait of await waits(met)) {
      expect(wait).toBeGreaterThan(DAY_S - 60);
      expect(wait).toBeLessThanOrEqual(DAY_S);
    }
  },
);

it.each(["Sat, 01 Jan 2000 00:00:00 GMT", "0", "-5", "soon"])(
  "waits as usual when it is asked to come back in the past or at no time (%s)",
  async (retryAfter) => {
    const [wait] = await waits(await refused(retryAfter));
    expect(wait).toBeGreaterThanOrEqual(4);
    expect(wait).toBeLessThanOrEqual(7);
  },
);

it("says of a delivery that waits for an earlier one of its contact when that is tried again", async () => {
  const met = await refused("0");
  await editContact(met.acme.id, met.ada.id, { company: "A" });
  const [later, first] = await waits(met);
  expect(later).toBe(first);
});

it("says no time while the endpoint is off", async () => {
  const met = await refused("0");
  await editEndpoint(met.acme.id, met.endpoint.id, { is_enabled: false });
  expect(await waits(met)).toEqual([null]);
});
