import { expect, it } from "vitest";
import { POST as accept } from "@/app/api/invitations/accept/route";
import { POST as createWorkspace } from "@/app/api/workspaces/route";
import { pg } from "@/db/client";
import { enqueueMail } from "@/lib/email/outbox";
import { speechTo } from "@/lib/identity/embedded/speech";
import { findUser, insertUser } from "@/lib/identity/embedded/users";
import { newId } from "@/lib/ids";
import { issueInvitation } from "@/lib/invitations/queries";
import { inviteBody } from "@/lib/invitations/schemas";
import { newWorkspace } from "@/lib/testing/workspace";
import { provision } from "@/lib/workspaces/provision";
import { PATCH } from "./route";

/** The language in which the next notification to the workspace is queued. */
async function nextLanguage(workspaceId: string): Promise<string | null> {
  const subjectKey = newId();
  const payload = { exportId: subjectKey, filename: "a.csv", total_rows: 1 };
  await enqueueMail(pg(), { workspaceId, kind: "export_completed", subjectKey, userId: null, payload });
  const [row] = await pg()<{ language: string | null }[]>`
    select payload->>'language' as language from outbox
    where kind = 'export_completed' and subject_key = ${subjectKey}`;
  return row?.language ?? null;
}

it("lets a user choose what mails to them speak", async () => {
  const acme = await newWorkspace();
  expect(await nextLanguage(acme.id)).toBeNull();
  const answer = await acme.call(PATCH, { body: { language: "ja" } });
  expect([answer.status, answer.body]).toEqual([200, { language: "ja" }]);
  expect(await nextLanguage(acme.id)).toBe("ja");
  expect(speechTo(await findUser(acme.user.id)).language).toBe("ja");
  // A later event of the provider changes nothing.
  expect(await provision(acme.user.id)).toBe(acme.id);
  expect(await nextLanguage(acme.id)).toBe("ja");
});

it("speaks it in every workspace of theirs, also in those that they join or make later", async () => {
  const home = await newWorkspace();
  const [before, after] = [await newWorkspace("before"), await newWorkspace("after")];
  const join = async (workspaceId: string, userId: string) => {
    const invited = inviteBody.parse({ email: home.user.email });
    const { token } = await issueInvitation(workspaceId, userId, invited);
    expect((await home.call(accept, { body: { token } })).status).toBe(200);
  };
  await join(before.id, before.user.id);
  await home.call(PATCH, { body: { language: "ja" } });
  await join(after.id, after.user.id);
  expect((await home.call(createWorkspace, { body: { name: "another" } })).status).toBe(201);
  const rows = await pg()<{ language: string | null }[]>`
    select language from memberships where user_id = ${home.user.id}`;
  expect(rows.map(({ language }) => language)).toEqual(["ja", "ja", "ja", "ja"]);
  expect(await nextLanguage(before.id)).toBeNull();
});

it("takes no language that is not spoken", async () => {
  const acme = await newWorkspace();
  expect((await acme.call(PATCH, { body: { language: "tlh" } })).status).toBe(400);
  expect(await nextLanguage(acme.id)).toBeNull();
});

it("welcomes in the language of the sign-up, and in English where it is none of ours", async () => {
  const welcomed = async (language: unknown) => {
    const email = `${newId()}@example.com`;
    const user = await insertUser({ email, passwordHash: null, confirmed: true, data: { language } });
    const workspaceId = await provision(user?.id ?? "");
    const [row] = await pg()<{ language: string | null }[]>`
      select payload->>'language' as language from outbox where kind = 'welcome' and subject_key = ${user?.id ?? ""}`;
    return [row?.language ?? null, await nextLanguage(workspaceId ?? "")];
  };
  expect(await welcomed("fr")).toEqual(["fr", "fr"]);
  expect(await welcomed(7)).toEqual([null, null]);
});
