import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { keyOf, questionOf, YES } from "@/lib/testing/mcp";
import { ACCEPT, answer, begin, type Client, openClient, say } from "@/lib/testing/mcp-sessions";
import { newWorkspace } from "@/lib/testing/workspace";

const SESSIONS = 200;
/** At a time: fewer than the questions that may wait for a key. */
const TOGETHER = 10;

const ours = await newWorkspace("mcphostile");
const theirs = await newWorkspace("mcpvictim");
const key = await keyOf(ours);
const ada = { email: "ada@example.com", first_name: "Ada" };
const { id } = (await ours.call(createContact, { body: ada })).body;
const tagId = (await ours.call(createTag, { body: { name: "Ours" } })).body.id;
await theirs.call(createContact, { body: { email: "canary@example.org", first_name: "Canary" } });

const CALLS: [string, Record<string, unknown>][] = [
  ["deleteContact", { id }],
  ["bulkDeleteContacts", { body: { ids: [id] } }],
  ["bulkUnsubscribeContacts", { body: { ids: [id] } }],
  ["bulkTagContacts", { id: tagId, body: { ids: [id] } }],
  ["deleteTag", { id: tagId }],
  ["batchContacts", { body: [{ ...ada, first_name: "Taken over" }] }],
  ["bulkChangeContacts", { body: { action: "delete", filter: {} } }],
];

/** Everything that a session could have changed, in both workspaces. */
const stateOf = async () =>
  JSON.stringify([
    await pg()`select * from contacts where workspace_id in (${ours.id}, ${theirs.id}) order by id`,
    await pg()`select * from contact_tags where workspace_id in (${ours.id}, ${theirs.id}) order by contact_id`,
    await pg()`select id, name from tags where workspace_id in (${ours.id}, ${theirs.id}) order by id`,
    await pg()`select id from change_sets where workspace_id in (${ours.id}, ${theirs.id}) order by id`,
    await pg()`select id from bulk_actions where workspace_id in (${ours.id}, ${theirs.id}) order by id`,
  ]);

/** A question that waits, and the call that it belongs to. */
interface Waiting {
  name: string;
  callId: string;
  call: [string, Record<string, unknown>];
  close: () => Promise<void>;
}

type Forgery = (waiting: Waiting) => Promise<{ status: number; text: string } | undefined>;

/** What a session could send in place of its person's answer. */
async function forgeriesOf(mine: Client): Promise<Forgery[]> {
  const other = await openClient(key);
  const colleague = await openClient(await keyOf(ours));
  const stranger = await openClient(await keyOf(theirs));
  const declined = await begin(mine, "deleteContact", { id }, "declined");
  await answer(mine, declined.asked.id, { action: "decline" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 280_000 });
  const late = await begin(mine, "deleteContact", { id }, "late");
  vi.useRealTimers();
  const { requestState } = await questionOf(key, "deleteContact", { id });
  const repeat = async ([name, args]: Waiting["call"], extra: object) => {
    const again = await begin(mine, name, args, "again", extra).catch(() => undefined);
    await again?.close();
    return undefined;
  };
  return [
    ({ name }) => answer(other, name),
    ({ name }) => answer(colleague, name),
    ({ name }) => answer(stranger, name),
    ({ name }) => answer({ ...colleague, session: mine.session }, name),
    ({ name }) => answer({ ...stranger, session: mine.session }, name),
    ({ name }) => answer({ ...mine, session: stranger.session }, name),
    ({ name }) => answer({ ...mine, session: name }, name),
    ({ name }) => answer(mine, `${name.slice(0, -6)}AAAAAA`),
    () => answer(mine, declined.asked.id),
    () => answer(mine, late.asked.id),
    ({ callId }) => answer(mine, callId),
    ({ name }) => answer(mine, name, { action: "accept", confirmed: true }),
    ({ name }) => say(mine, { id: name, method: "tools/list", result: ACCEPT }),
    ({ call: [name, args] }) => repeat([name, { ...args, confirmed: true }], {}),
    ({ call }) => repeat(call, { inputResponses: YES, requestState }),
    async ({ name, close }) => {
      await close();
      return answer(mine, name);
    },
    async ({ name, callId }) => {
      await say(mine, { method: "notifications/cancelled", params: { requestId: callId } });
      return answer(mine, name);
    },
  ];
}

it(`${SESSIONS} hostile sessions that are asked on a stream change nothing, and cross no workspace`, async () => {
  const mine = await openClient(key);
  const forgeries = await forgeriesOf(mine);
  const before = await stateOf();
  const statuses = new Set<number>();
  const hostile = async (n: number) => {
    const call = CALLS[n % CALLS.length] ?? ["", {}];
    const callId = `call-${n}`;
    const { asked, close } = await begin(mine, ...call, callId);
    expect(asked.params.message).not.toContain("canary");
    const got = await forgeries[n % forgeries.length]?.({ name: asked.id, callId, call, close });
    statuses.add(got?.status ?? 0);
    expect([n, got?.text ?? ""]).toEqual([n, expect.not.stringMatching(/canary/i)]);
    // A process that took this for an answer would have acted on it by then.
    await sleep(1_000);
    await close();
  };
  for (let n = 0; n < SESSIONS; n += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, (_, m) => hostile(n + m)));
  expect([...statuses].sort()).toEqual([0, 200, 202, 400, 404]);
  expect(await stateOf()).toBe(before);
  const { asked, next } = await begin(mine, "deleteContact", { id });
  await answer(mine, asked.id);
  expect((await next()).result.isError).toBe(false);
  expect(await stateOf()).not.toBe(before);
}, 300_000);
