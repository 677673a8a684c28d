import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { POST as accept } from "@/app/api/invitations/accept/route";
import { DELETE as close, GET as read } from "@/app/api/workspace/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { issueInvitation } from "@/lib/invitations/queries";
import { inviteBody } from "@/lib/invitations/schemas";
import { owner } from "@/lib/testing/owner";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

/** Whoever joins holds their invitation, and waits with their membership while somebody has this lock. */
const GATE = 20_260_701;
beforeAll(async () => {
  if (inject("isDistributed")) return;
  await owner().unsafe(`
    create function wait_at_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$;
    create trigger gate before insert on memberships for each row execute function wait_at_gate()`);
});
afterAll(async () => {
  if (!inject("isDistributed")) await owner()`drop function wait_at_gate() cascade`;
});

it.skipIf(inject("isDistributed"))(
  "a workspace is closed while an invitation to it is accepted, and neither waits for the end of a deadlock",
  async () => {
    const [acme, bob] = [await newWorkspace(), await newWorkspace()];
    const said = inviteBody.parse({ email: bob.user.email });
    const { token } = await issueInvitation(acme.id, acme.user.id, said);
    const { name } = (await acme.call(read)).body;
    const both = await pg().begin(async (tx) => {
      const [own] = await tx`select pg_backend_pid() as pid, pg_advisory_xact_lock(${GATE})`;
      const joined = bob.call(accept, { body: { token } });
      const joining = await untilSomeoneWaitsFor(own?.pid);
      const closed = acme.call(close, { body: { name } });
      await untilSomeoneWaitsFor(joining);
      await sleep(50);
      return [joined, closed] as const;
    });
    const [joined, closed] = await Promise.all(both);
    expect([joined.status, closed.status]).toEqual([200, 204]);
    const late = await bob.call(read, { headers: { "x-workspace-id": acme.id } });
    expect([late.status, late.body.details]).toEqual([403, { reason: "workspace" }]);
    await settleBackground();
    expect(await pg()`select from memberships where workspace_id = ${acme.id}`).toHaveLength(0);
    expect(await pg()`select from workspaces where id = ${acme.id}`).toHaveLength(0);
  },
);
