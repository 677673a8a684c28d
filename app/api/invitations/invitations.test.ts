import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as audit } from "@/app/api/audit/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { PATCH as change } from "@/app/api/members/[userId]/route";
import { GET as listMembers } from "@/app/api/members/route";
import { GET as readWorkspace, PATCH as rename } from "@/app/api/workspace/route";
import { POST as createWorkspace, GET as listWorkspaces } from "@/app/api/workspaces/route";
import { pg } from "@/db/client";
import { enqueueDigests } from "@/lib/digest/send";
import { handleMail } from "@/lib/email/embedded/handler";
import { listMails } from "@/lib/email/embedded/store";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { issueInvitation } from "@/lib/invitations/queries";
import { inviteBody } from "@/lib/invitations/schemas";
import { LIMITS } from "@/lib/limits";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { newMember, newWorkspace } from "@/lib/testing/workspace";
import { DELETE as revoke } from "./[id]/route";
import { POST as accept } from "./accept/route";
import { POST as preview } from "./preview/route";
import { POST as invite, GET as list } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

let server: InternalServer;
beforeAll(async () => {
  server = await startInternalServer({
    "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
  });
});
afterAll(() => server.close());

async function mailTo(email: string) {
  const mails = await listMails(null, { limit: 100 });
  const mail = mails.find(({ recipients }) => recipients.includes(email));
  return { subject: mail?.subject ?? "", text: mail?.text ?? "" };
}

const tokenTo = async (email: string) =>
  /\/invitation#([\w-]{43})/.exec((await mailTo(email)).text)?.[1] ?? "no token";

async function invited(acme: Workspace, email: string, values: object = {}): Promise<string> {
  const got = await acme.call(invite, { body: { email, ...values } });
  expect(got.status, JSON.stringify(got.body)).toBe(201);
  return tokenTo(email);
}

const take = (guest: Workspace, token: string) => guest.call(accept, { body: { token } });
const look = (guest: Workspace, token: string) => guest.call(preview, { body: { token } });
const isMember = async (acme: Workspace, guest: Workspace) =>
  (await pg()`select from memberships where workspace_id = ${acme.id} and user_id = ${guest.user.id}`)
    .length === 1;

describe("an invitation", () => {
  it("makes whose address got it a member with the role it says, once, and both logs of it", async () => {
    const [acme, guest] = [await newWorkspace("acme"), await newWorkspace("guest")];
    const email = guest.user.email.toUpperCase();
    const made = await acme.call(invite, { body: { email, role: "editor", may_export: false } });
    expect(made.body).toMatchObject({ email: guest.user.email, role: "editor", invited_by: acme.user.id });
    const token = await tokenTo(guest.user.email);
    expect(JSON.stringify(made.body)).not.toContain(token);
    expect((await pg()`select i::text as row from invitations i`).map(({ row }) => row).join()).not.toContain(
      token,
    );
    expect((await look(guest, token)).body).toEqual({
      workspace: (await acme.call(readWorkspace)).body.name,
      invited_by: acme.user.email,
      role: "editor",
      may_import: true,
      may_undo: true,
      may_export: false,
      may_send: true,
      expires_at: made.body.expires_at,
    });
    const answers = await Promise.all([take(guest, token), take(guest, token), take(guest, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const [own] = (await guest.call(listWorkspaces)).body.data.filter(
      ({ id }: { id: string }) => id === acme.id,
    );
    expect(own).toMatchObject({ role: "editor", is_current: false });
    expect(own.permissions).toEqual(["read", "write", "import", "undo", "send", "belong"]);
    await settleBackground();
    const log = (await acme.call(audit)).body.data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      "invitation.accepted",
      "invitation.sent",
    ]);
    expect(log[0].user_id).toBe(guest.user.id);
    expect((await acme.call(list)).body.data).toEqual([]);
  });

  it("comes to nothing when its sender is demoted in the same moment", async () => {
    const acme = await newWorkspace("acme");
    for (let n = 0; n < 5; n++) {
      const admin = await newMember(acme.id, { role: "admin" });
      const [sent, demoted] = await Promise.all([
        admin.call(invite, { body: { email: `guest${n}@example.com` } }),
        acme.call(change, { method: "PATCH", params: { userId: admin.user.id }, body: { role: "viewer" } }),
      ]);
      expect([201, 403]).toContain(sent.status);
      expect(demoted.status).toBe(200);
      expect((await acme.call(list)).body.data).toEqual([]);
    }
    const admin = await newMember(acme.id, { role: "admin" });
    const values = inviteBody.parse({ email: "late@example.com" });
    await issueInvitation(acme.id, admin.user.id, values);
    await acme.call(change, { method: "PATCH", params: { userId: admin.user.id }, body: { role: "viewer" } });
    // A request that was let in before the change.
    const again = issueInvitation(acme.id, admin.user.id, values);
    await expect(again).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is of no use to any other account, and tells it no more than which of its addresses it is for", async () => {
    const [acme, guest, thief] = [
      await newWorkspace("acme"),
      await newWorkspace("guest"),
      await newWorkspace("thief"),
    ];
    const token = await invited(acme, guest.user.email);
    const refused = await take(thief, token);
    const address = guest.user.email.replace(/^(.).*@/, "$1…@");
    expect([refused.status, refused.body.details]).toEqual([403, { reason: "address", address }]);
    const told = JSON.stringify(refused.body);
    for (const secret of [acme.id, guest.user.email, acme.user.email]) expect(told).not.toContain(secret);
    expect(await look(thief, token)).toMatchObject({ status: 403, body: refused.body });
    for (const wrong of ["x", token.slice(1), `${token}0`, "' or true --", newId()])
      for (const ask of [look, take]) expect((await ask(thief, wrong)).status).toBe(404);
    expect(await isMember(acme, thief)).toBe(false);
    expect((await take(guest, token)).status).toBe(200);
  });

  const ends: [string, (acme: Workspace, guest: Workspace) => Promise<unknown>][] = [
    [
      "it is taken back",
      async (acme) => {
        const [one] = (await acme.call(list)).body.data;
        return acme.call(revoke, { params: { id: one.id } });
      },
    ],
    ["another is sent", (acme, guest) => invited(acme, guest.user.email)],
    [
      "seven days are over",
      (acme) => pg()`
      update invitations set expires_at = expires_at - interval '7 days' where workspace_id = ${acme.id}`,
    ],
  ];
  it.each(ends)("ends when %s", async (_, end) => {
    const [acme, guest] = [await newWorkspace("acme"), await newWorkspace("guest")];
    const token = await invited(acme, guest.user.email);
    expect((await look(guest, token)).status).toBe(200);
    await end(acme, guest);
    expect((await look(guest, token)).status).toBe(404);
    expect((await take(guest, token)).status).toBe(404);
    expect(await isMember(acme, guest)).toBe(false);
  });

  it("ends with the right of its sender to invite", async () => {
    const [acme, guest] = [await newWorkspace("acme"), await newWorkspace("guest")];
    for (const end of ["demoted", "banned"] as const) {
      const admin = await newMember(acme.id, { role: "admin" });
      expect((await admin.call(invite, { body: { email: guest.user.email } })).status).toBe(201);
      const token = await tokenTo(guest.user.email);
      if (end === "demoted") {
        await acme.call(change, { params: { userId: admin.user.id }, body: { role: "editor" } });
        expect((await acme.call(list)).body.data).toEqual([]);
      } else {
        await pg()`update memberships set suspended_until = now() + interval '1 day' where user_id = ${admin.user.id}`;
      }
      for (const ask of [look, take]) expect((await ask(guest, token)).status, end).toBe(404);
    }
  });

  it("makes nobody an owner, no member anew, and no workspace too large", async () => {
    const acme = await newWorkspace("acme");
    const member = await newMember(acme.id, { role: "viewer" });
    const ask = (body: object) => acme.call(invite, { body });
    expect((await ask({ email: "a@example.com", role: "owner" })).status).toBe(400);
    expect((await ask({ email: "nobody", role: "viewer" })).status).toBe(400);
    expect((await ask({ email: member.user.email })).body.details).toEqual({ reason: "member" });
    await pg()`
      insert into invitations (workspace_id, id, email, role, may_import, may_undo, may_export, may_send, token_hash,
        invited_by, expires_at)
      select ${acme.id}, gen_random_uuid(), n || '@example.com', 'viewer', true, true, true, true, n, ${acme.user.id},
        now() + interval '1 day'
      from generate_series(1, ${LIMITS.invitations.max}) n`;
    expect(await ask({ email: "b@example.com" })).toMatchObject({
      status: 409,
      body: { details: { reason: "invitations" } },
    });
  });

  it("is mailed to one address five times a day at the most, and quotes no link that somebody put into a name", async () => {
    const acme = await newWorkspace("acme");
    await pg()`update workspaces set name = 'Pay at http://evil.example now' where id = ${acme.id}`;
    const email = `${newId()}@example.com`;
    for (let n = 0; n < 5; n++) await invited(acme, email);
    const { subject, text } = await mailTo(email);
    expect(subject).toBe("You are invited to “Pay at http evil example now”");
    expect(text).not.toContain("evil.example");
    const other = await newWorkspace("other");
    const refused = await other.call(invite, { body: { email } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    for (const name of ["evil.example", "https://x", "a@b", "", "x".repeat(61), "a\u202eb"])
      expect((await acme.call(rename, { body: { name } })).status, name).toBe(400);
    expect((await acme.call(rename, { body: { name: "Größe & Söhne, 2 🎈" } })).status).toBe(200);
  });

  it("is written in the language of whoever sends it", async () => {
    const acme = await newWorkspace("acme");
    await pg()`update memberships set language = 'de' where workspace_id = ${acme.id}`;
    const email = `${newId()}@example.com`;
    await invited(acme, email, { role: "viewer" });
    const { subject, text } = await mailTo(email);
    expect(subject).toMatch(/^Sie sind zu „.+“ eingeladen$/);
    expect(text).toMatch(/lädt Sie in den Arbeitsbereich „.+“ auf Kith ein, als Leser\./);
    expect(text).not.toMatch(/\{\w+\}/);
  });

  it("that cannot be mailed leaves nothing behind, and the link of an earlier mail works", async () => {
    const acme = await newWorkspace("acme");
    const email = `${newId()}@example.com`;
    await invited(acme, email, { role: "viewer" });
    const stored = () => pg()`select * from invitations where workspace_id = ${acme.id}`;
    const before = await stored();
    await server.close();
    expect((await acme.call(invite, { body: { email: "late@example.com" } })).status).toBe(503);
    expect((await acme.call(invite, { body: { email, role: "admin" } })).status).toBe(503);
    expect(await stored()).toEqual(before);
    server = await startInternalServer({
      "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
    });
  });
});

describe("more than one workspace", () => {
  it("is made with its maker as owner, twenty at the most, also at once", async () => {
    const acme = await newWorkspace("acme");
    const { body: made } = await acme.call(createWorkspace, { body: { name: "Second" } });
    expect(made).toMatchObject({ name: "Second", role: "owner", is_current: false });
    const there = { headers: { "x-workspace-id": made.id } };
    expect((await acme.call(readWorkspace, there)).body).toMatchObject({ id: made.id, contacts: 0 });
    expect((await acme.call(listMembers, there)).body.data).toHaveLength(1);
    const { max } = LIMITS.workspaces_owned;
    await pg()`
      with made as (insert into workspaces (id, name) select gen_random_uuid(), 'more' from generate_series(1, ${max - 3}) returning id)
      insert into memberships (workspace_id, user_id, role) select id, ${acme.user.id}, 'owner' from made`;
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) => acme.call(createWorkspace, { body: { name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await acme.call(listWorkspaces)).body.data).toHaveLength(max);
  });

  it("the weekly digest goes to its owners and admins, each once", async () => {
    const acme = await newWorkspace("acme");
    const [second, admin] = [
      await newMember(acme.id, { role: "owner" }),
      await newMember(acme.id, { role: "admin" }),
    ];
    await newMember(acme.id, { role: "editor" });
    await acme.call(createContact, { body: { email: "a@example.com", first_name: "Ada" } });
    const at = new Date(Date.now() + 60_000);
    await enqueueDigests(at);
    await enqueueDigests(at);
    const rows = await pg()`
      select recipient from outbox where workspace_id = ${acme.id} and kind = 'weekly_digest' order by id`;
    expect(rows.map(({ recipient }) => recipient)).toEqual(
      [acme, second, admin].map(({ user }) => user.email),
    );
  });
});
