import { expect, it } from "vitest";
import { POST as newKey } from "@/app/api/api-keys/route";
import { POST as invite } from "@/app/api/invitations/route";
import { DELETE as remove } from "@/app/api/members/[userId]/route";
import { POST as newWebhook } from "@/app/api/webhook-endpoints/route";
import { pg } from "@/db/client";
import { createApiKey } from "@/lib/api-keys/queries";
import { issueInvitation } from "@/lib/invitations/queries";
import { inviteBody } from "@/lib/invitations/schemas";
import { newMember, newWorkspace } from "@/lib/testing/workspace";
import { createEndpoint } from "@/lib/webhook-endpoints/queries";
import { createWebhookBody } from "@/lib/webhook-endpoints/schemas";

const key = { name: "late", scopes: ["read"] as const };
const hook = { url: "https://example.com/late", events: ["contact.created"] };
const guest = { email: "late@example.com" };

it("whoever is removed in the same moment leaves no key and no invitation", async () => {
  const acme = await newWorkspace("late");
  for (let n = 0; n < 5; n++) {
    const admin = await newMember(acme.id, { role: "admin" });
    const [removed, ...made] = await Promise.all([
      acme.call(remove, { method: "DELETE", params: { userId: admin.user.id } }),
      admin.call(newKey, { body: key }),
      admin.call(invite, { body: { email: `late${n}@example.com` } }),
      admin.call(newWebhook, { body: hook }),
    ]);
    expect(removed.status).toBe(204);
    for (const { status } of made) expect([201, 403]).toContain(status);
    const left = await pg()`
      select 'key' from api_keys where workspace_id = ${acme.id}
      union all select 'invitation' from invitations where workspace_id = ${acme.id}`;
    expect(left).toEqual([]);
  }
});

it("a request that was let in before its sender was demoted or removed makes nothing", async () => {
  const acme = await newWorkspace("late");
  const viewer = await newMember(acme.id, { role: "viewer" });
  const stranger = await newWorkspace("stranger");
  for (const { user } of [viewer, stranger]) {
    const late = [
      () => createApiKey(acme.id, user.id, { ...key, scopes: ["read"], expires_at: null }),
      () => createEndpoint(acme.id, user.id, createWebhookBody.parse(hook)),
      () => issueInvitation(acme.id, user.id, inviteBody.parse(guest)),
    ];
    for (const make of late) await expect(make()).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});
