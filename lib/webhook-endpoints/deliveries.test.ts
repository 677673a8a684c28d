import { afterEach, beforeEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { deleteContact } from "@/lib/contacts/erase";
import { drain } from "@/lib/jobs/queue";
import {
  isSignedBy,
  type Misbehaviour,
  startReceiver,
  type WebhookReceiver,
} from "@/lib/testing/doubles/webhook-receiver";
import { addContact, editContact, editEndpoint } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import { AddressError, isPublicAddress, lookupFor, readTarget } from "./address";
import { findDelivery, listDeliveries, replayDelivery, testEndpoint } from "./deliveries";
import { claimDelivery, pruneDeliveries, retireDeliveries, settleDelivery } from "./outbox";
import { createEndpoint, findEndpoint, rotateSecret } from "./queries";
import { outcomeOf, webhookQueue } from "./queue";
import { forgetFormerSecrets, rotateWebhookSecrets } from "./secrets";

let receiver: WebhookReceiver;
beforeEach(async () => {
  await pg()`delete from webhook_endpoints`;
  receiver = await startReceiver();
});
afterEach(async () => receiver.close());

async function listening(url = receiver.url) {
  const acme = await newWorkspace();
  const values = { url, description: null, events: [], per_contact: false };
  const endpoint = await createEndpoint(acme.id, acme.user.id, values);
  const ada = await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
  return { acme, endpoint, ada };
}

const send = () => drain(webhookQueue());
const page = { limit: 20, cursor: undefined, status: undefined };

/** Makes waiting deliveries due. */
async function passTime(): Promise<void> {
  await pg()`update webhook_deliveries set next_attempt_at = now() - interval '1 second', lease_until = null where status <> 'delivered'`;
  await pg()`update webhook_endpoints set paused_until = null`;
}

it("signs with the secret, and for a day after a rotation with both", async () => {
  const { acme, endpoint, ada } = await listening();
  await send();
  const rotated = await rotateSecret(acme.id, endpoint.id);
  await editContact(acme.id, ada.id, { company: "A" });
  await send();
  await pg()`update webhook_endpoints set previous_until = now() - interval '1 second'`;
  await editContact(acme.id, ada.id, { company: "B" });
  await send();
  const signed = (secret: string) => receiver.events.map((event) => isSignedBy(secret, event));
  expect([signed(endpoint.secret), signed(rotated.secret)]).toEqual([
    [true, true, false],
    [false, true, true],
  ]);
  expect(await forgetFormerSecrets()).toBe(1);
  const stored = JSON.stringify(await pg()`select * from webhook_endpoints`);
  expect(stored).not.toContain("whsec_");
  expect(await rotateWebhookSecrets()).toEqual({ rotated: 0, unreadable: 0 });
});

it("tries again after a failure under the same id, holds back what comes after, and nothing else", async () => {
  const { acme, ada } = await listening();
  receiver.fault = (_, { data }) => (data.contact_id === ada.id ? { status: 500, body: "no" } : null);
  await editContact(acme.id, ada.id, { company: "A" });
  await addContact(acme.id, { email: "bob@example.com", first_name: "Bob" });
  await send();
  expect(receiver.types()).toEqual(["contact.created", "contact.created"]);
  const [waiting] = (
    await listDeliveries(acme.id, (await only()).endpoint_id, { ...page, status: "pending" })
  ).data.slice(-1);
  expect(waiting).toMatchObject({
    attempts: 1,
    response_status: 500,
    last_error: "The endpoint answered 500",
  });
  // Not even for an instant: deliveries that are not about this contact continue.
  expect(await pg()`select 1 from webhook_endpoints where paused_until is not null`).toEqual([]);
  receiver.fault = () => null;
  await passTime();
  await send();
  const [first, again, last] = receiver.events.filter(({ data }) => data.contact_id === ada.id);
  expect(again?.id).toBe(first?.id);
  expect(last?.type).toBe("contact.updated");
});

/** Any delivery. */
async function only() {
  const [row] = await pg()<
    { endpoint_id: string; id: string }[]
  >`select endpoint_id, id from webhook_deliveries limit 1`;
  if (!row) throw new Error("no delivery");
  return row;
}

it("waits as long as it is asked to, and counts silence, redirects and closed connections as failures", async () => {
  const { acme, endpoint, ada } = await listening();
  const faults: Misbehaviour[] = [
    { status: 503, headers: { "retry-after": "3600" } },
    { status: 302, headers: { location: `${receiver.url}/elsewhere` } },
    "drop",
  ];
  receiver.fault = (n) => faults[n] ?? null;
  await send();
  await editContact(acme.id, ada.id, { company: "A" });
  await send();
  expect(receiver.events).toHaveLength(1);
  const [row] = await pg()<{ s: number }[]>`
    select extract(epoch from paused_until - now())::float8 as s from webhook_endpoints`;
  expect(row?.s).toBeGreaterThan(3500);
  for (const error of ["The endpoint answered 302", "The connection was closed before the answer"]) {
    await passTime();
    await send();
    const { data } = await listDeliveries(acme.id, endpoint.id, page);
    expect(data.at(-1)).toMatchObject({ status: "pending", last_error: error });
  }
  expect(receiver.events.every(({ headers }) => headers.host === new URL(receiver.url).host)).toBe(true);
});

it("does not wait for an answer that is long in coming before it sends what has come up since", async () => {
  const { acme, ada } = await listening();
  receiver.fault = (_, { data }) => (data.contact_id === ada.id ? "hang" : null);
  const sending = send();
  await expect.poll(() => receiver.events.length).toBe(1);
  const bob = await addContact(acme.id, { email: "bob@example.com", first_name: "Bob" });
  const told = () => receiver.events.map(({ data }) => data.contact_id);
  await expect.poll(told, { timeout: 4_000 }).toEqual([ada.id, bob.id]);
  await receiver.close();
  await sending;
});

it("is switched off by a 410 and after three days without success, and tells the owner once", async () => {
  for (const [reason, fault] of [
    ["gone", { status: 410 }],
    ["failing", { status: 500 }],
  ] as const) {
    const { acme, endpoint } = await listening();
    receiver.fault = () => fault;
    await pg()`update webhook_endpoints set failing_since = now() - interval '73 hours' where id = ${endpoint.id}`;
    await send();
    expect(await findEndpoint(acme.id, endpoint.id)).toMatchObject({
      is_enabled: false,
      disabled_reason: reason,
    });
    const mails =
      await pg()`select kind, recipient from outbox where kind = 'webhook_disabled' and workspace_id = ${acme.id}`;
    expect(mails).toEqual([{ kind: "webhook_disabled", recipient: acme.user.email }]);
    await addContact(acme.id, { email: "bob@example.com", first_name: "Bob" });
    expect((await listDeliveries(acme.id, endpoint.id, page)).total).toBe(1);
    if (reason === "gone") continue;
    receiver.fault = () => null;
    await editEndpoint(acme.id, endpoint.id, { is_enabled: true });
    await passTime();
    await send();
    expect((await listDeliveries(acme.id, endpoint.id, { ...page, status: "delivered" })).total).toBe(1);
  }
});

it("backs off over three days", () => {
  const failed = { status: 500, body: null, retryAfterMs: null, error: "no" };
  const waits = Array.from({ length: 14 }, (_, n) =>
    outcomeOf({ attempts: n + 1, failures: 9, type: "contact.created" }, failed),
  );
  const hours = waits.reduce((sum, { waitMs }) => sum + (waitMs ?? 0), 0) / 3_600_000;
  expect([hours > 70, hours < 100]).toEqual([true, true]);
  expect(waits[0]).toMatchObject({ pauseMs: 64_000, isGone: false });
});

it("forgets what was sent of a contact with the contact, also when that goes while it is on its way", async () => {
  const { acme, endpoint, ada } = await listening();
  await send();
  const { data } = await listDeliveries(acme.id, endpoint.id, page);
  const id = data[0]?.id ?? "";
  expect(await findDelivery(acme.id, endpoint.id, id)).toMatchObject({
    request_body: expect.stringContaining("ada@example.com"),
    response_body: "thanks",
  });
  const bob = await addContact(acme.id, { email: "bob@example.com", first_name: "Bob" });
  receiver.fault = (_, { data }) => (data.contact_id === bob.id ? "hang" : { status: 200, body: "fine" });
  const sending = send();
  await expect.poll(() => receiver.events.length).toBe(2);
  await deleteContact(acme.id, ada.id, { erase: true });
  await deleteContact(acme.id, bob.id, { erase: true });
  await receiver.close();
  await sending;
  const stored = JSON.stringify(await pg()`select * from webhook_deliveries`);
  expect(stored).not.toMatch(/ada@|bob@|thanks/);
  expect(stored).toContain("contact.deleted");
});

it("goes on from a delivery, and says so when that was removed meanwhile", async () => {
  const { acme, endpoint } = await listening();
  await testEndpoint(acme.id, endpoint.id);
  const first = await listDeliveries(acme.id, endpoint.id, { ...page, limit: 1 });
  const cursor = String(first.nextCursor);
  const more = () => listDeliveries(acme.id, endpoint.id, { ...page, cursor });
  expect((await more()).data).toHaveLength(1);
  await pg()`delete from webhook_deliveries where id = ${cursor}`;
  await expect(more()).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

it("sends the replay of a test that waits while its endpoint is paused", async () => {
  const { acme, endpoint } = await listening();
  await send();
  const { id } = await testEndpoint(acme.id, endpoint.id);
  await pg()`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
  const replay = await replayDelivery(acme.id, endpoint.id, id);
  await retireDeliveries();
  await pg()`update webhook_endpoints set paused_until = null`;
  await send();
  expect(await findDelivery(acme.id, endpoint.id, replay.id)).toMatchObject({ status: "delivered" });
});

it("replays a delivery under its id, with the contact as it is, and not while it waits or could not be sent", async () => {
  const { acme, endpoint, ada } = await listening();
  const { id } = await only();
  await expect(replayDelivery(acme.id, endpoint.id, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await send();
  await pg()`update contacts set company = 'Later' where id = ${ada.id}`;
  expect(await replayDelivery(acme.id, endpoint.id, id)).toMatchObject({
    is_replay: true,
    status: "pending",
  });
  await send();
  const [first, again] = receiver.events;
  expect([again?.id, again?.data.contact.company]).toEqual([first?.id, "Later"]);
  await editEndpoint(acme.id, endpoint.id, { is_enabled: false });
  await expect(replayDelivery(acme.id, endpoint.id, id)).rejects.toMatchObject({
    code: "CONFLICT",
    details: { reason: "endpoint_off" },
  });
  const other = await newWorkspace();
  await expect(replayDelivery(other.id, endpoint.id, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("is not failing after a success that began before the failure", async () => {
  const { acme, endpoint } = await listening();
  await addContact(acme.id, { email: "bob@example.com", first_name: "Bob" });
  const [failing, succeeding] = [await claimDelivery(), await claimDelivery()];
  if (!failing || !succeeding) throw new Error("nothing to send");
  const told = { body: null, retryAfterMs: null };
  const once = { sent: "{}", durationMs: 1, waitMs: 5000, pauseMs: 0, isGone: false };
  await settleDelivery(failing, {
    ...once,
    answer: { ...told, status: 500, error: "The endpoint answered 500" },
  });
  expect((await findEndpoint(acme.id, endpoint.id)).failing_since).not.toBeNull();
  await settleDelivery(succeeding, { ...once, answer: { ...told, status: 200, error: null } });
  expect((await findEndpoint(acme.id, endpoint.id)).failing_since).toBeNull();
});

it("tests an endpoint at once, even one that is off, and tries it only once", async () => {
  const { acme, endpoint } = await listening();
  await editEndpoint(acme.id, endpoint.id, { is_enabled: false });
  receiver.fault = () => ({ status: 500, body: "x".repeat(100_000) });
  const tested = await testEndpoint(acme.id, endpoint.id);
  expect(tested).toMatchObject({ type: "webhook.test", status: "failed", response_status: 500 });
  expect(tested.response_body).toHaveLength(2000);
  expect(await findEndpoint(acme.id, endpoint.id)).toMatchObject({ failing_since: null });
});

it("ends what nobody makes any more, and forgets deliveries after a week", async () => {
  const { acme, endpoint } = await listening();
  expect(await retireDeliveries()).toBe(0);
  await editEndpoint(acme.id, endpoint.id, { is_enabled: false });
  await pg()`update webhook_endpoints set disabled_at = now() - interval '73 hours'`;
  expect([await retireDeliveries(), await pruneDeliveries()]).toEqual([1, 0]);
  await pg()`update webhook_deliveries set settled_at = now() - interval '8 days'`;
  expect(await pruneDeliveries()).toBe(1);
});

const PRIVATE = [
  ..."0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1".split(
    " ",
  ),
  ..."198.18.0.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 192.0.0.192 168.63.129.16".split(" "),
  ...":: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 fe80::1 fc00::1 fd00:ec2::254".split(
    " ",
  ),
  ..."ff02::1 2002:7f00:1:: 2001::1 2001:db8::1 fec0::1 100::1".split(" "),
];

it("takes no private address for a public one", () => {
  expect(PRIVATE.filter(isPublicAddress)).toEqual([]);
  expect(
    ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"].filter(isPublicAddress),
  ).toHaveLength(5);
});

it("refuses addresses that are private however they are written, and anything but https", () => {
  const hosts = [
    ...PRIVATE.map((ip) => (ip.includes(":") ? `[${ip}]` : ip)),
    ..."localhost a.localhost LOCALHOST. 2130706433 0x7f.1 017700000001 127.1".split(" "),
  ];
  const taken = (text: string) => {
    try {
      return readTarget(text).href;
    } catch {
      return null;
    }
  };
  expect(hosts.flatMap((host) => taken(`https://${host}/`) ?? [])).toEqual([]);
  const others = [
    "http://crm.example/",
    "ftp://crm.example/",
    "https://u:p@crm.example/",
    "crm.example",
    "javascript:1",
  ];
  expect(others.flatMap((text) => taken(text) ?? [])).toEqual([]);
  expect(taken("https://crm.example:8443/a?b=c")).toBe("https://crm.example:8443/a?b=c");
});

it("asks where a name leads when it connects, whatever it led to before", async () => {
  const resolve = (url: string, all: boolean) =>
    new Promise((done) =>
      lookupFor(new URL(url))("localhost", { all }, (error, found) => done(error ?? found)),
    );
  const refused = await Promise.all([true, false].map((all) => resolve("https://crm.example/", all)));
  expect(refused.map((error) => error instanceof AddressError)).toEqual([true, true]);
  expect(await resolve(receiver.url, false)).toMatch(/^(?:127\.|::1)/);
});
