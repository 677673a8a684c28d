import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DELETE as deleteAccount } from "@/app/api/account/route";
import { POST as accept } from "@/app/api/invitations/accept/route";
import { POST as createWorkspace } from "@/app/api/workspaces/route";
import { pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { identityAdmin } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { issueInvitation } from "@/lib/invitations/queries";
import { inviteBody } from "@/lib/invitations/schemas";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";
import { forgetAccount, provision } from "./provision";
import { removeAbandonedWorkspaces } from "./remove";

let mail: InternalServer;
beforeAll(async () => {
  const path = (request: Request) => new URL(request.url).pathname.slice("/resend/".length);
  mail = await startInternalServer({ "/resend/": (request) => handleMail(request, path(request)) });
  setDelivery(async () => undefined); // the provider's events come late
});
afterAll(() => mail.close());

it("ends with the account, though the provider does not answer another question about it", async () => {
  const acme = await newWorkspace();
  const down = { data: { user: null }, error: { code: "unexpected_failure", status: 500 } };
  const admin = identityAdmin();
  const first = admin.getUserById.bind(admin); // asked by the SDK before it deletes
  vi.spyOn(admin, "getUserById")
    .mockImplementationOnce(first)
    .mockResolvedValue(down as never);
  expect((await acme.call(deleteAccount, { body: { email: acme.user.email } })).status).toBe(204);
  expect(await pg()`select from memberships where user_id = ${acme.user.id}`).toHaveLength(0);
});

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const membershipsOf = async ({ user }: Workspace) =>
  (await pg()`select from memberships where user_id = ${user.id}`).length;

/** How a user gets another membership, and SQL that keeps it from being finished. */
const ways = {
  "makes a workspace": async (ada: Workspace) => ({
    join: () => ada.call(createWorkspace, { body: { name: "Second" } }),
    held: "lock table settings in share mode",
  }),
  "joins one": async (ada: Workspace) => {
    const host = await newWorkspace();
    const said = inviteBody.parse({ email: ada.user.email });
    const { token } = await issueInvitation(host.id, host.user.id, said);
    return {
      join: () => ada.call(accept, { body: { token } }),
      held: `select from invitations where email = '${ada.user.email}' for update`,
    };
  },
};

it.each(["makes a workspace", "joins one"] as const)("whoever %s has no account by then", async (way) => {
  const ada = await newWorkspace();
  const { join } = await ways[way](ada);
  const asked = await pg().begin(async (tx) => {
    const [own] =
      await tx`delete from memberships where user_id = ${ada.user.id} returning pg_backend_pid() as pid`;
    const joined = join();
    await Promise.race([joined, untilSomeoneWaitsFor(own?.pid)]);
    return [joined];
  });
  expect([(await asked[0])?.status, await membershipsOf(ada)]).toEqual([401, 0]);
});

it.each(["makes a workspace", "joins one"] as const)("whoever %s loses it with the account", async (way) => {
  const ada = await newWorkspace();
  const { join, held } = await ways[way](ada);
  const both = await pg().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await tx.unsafe(held);
    const joined = join();
    const first = await untilSomeoneWaitsFor(own?.pid);
    const forgotten = forgetAccount(ada.user.id);
    await Promise.race([forgotten, untilSomeoneWaitsFor(first)]);
    return [joined, forgotten] as const;
  });
  const [{ status, body }] = await Promise.all(both);
  expect([status < 300, await membershipsOf(ada)]).toEqual([true, 0]);
  const orphans = await pg()`
    select from workspaces w
    where id in (${ada.id}, ${body.id}) and abandoned_at is null
      and not exists (select from memberships m where m.workspace_id = w.id)`;
  expect(orphans).toHaveLength(0);
});

it("the account is gone when its workspace is provisioned", async () => {
  const ada = await newWorkspace();
  const admin = identityAdmin();
  const read = await admin.getUserById(ada.user.id);
  expect((await ada.call(deleteAccount, { body: { email: ada.user.email } })).status).toBe(204);
  await removeAbandonedWorkspaces();
  vi.spyOn(admin, "getUserById").mockResolvedValueOnce(read);
  expect(await provision(ada.user.id)).toBeNull();
  expect(await membershipsOf(ada)).toBe(0);
});
