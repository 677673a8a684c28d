import { refuseUnknownKey } from "@/lib/email/check-key";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { checkSettings, readSettings, updateSettings } from "@/lib/settings/queries";
import { updateSettingsBody, workspaceSettings } from "@/lib/settings/schemas";

export const GET = route({
  operationId: "getSettings",
  summary: "Read the workspace's settings",
  description: "The e-mail provider key is masked.",
  tag: "settings",
  response: { 200: workspaceSettings },
  handler: async ({ workspace }) => readSettings(workspace.id),
});

export const PUT = route({
  operationId: "updateSettings",
  summary: "Change the workspace's settings",
  description:
    "Absent fields keep their values. `mail_api_key: null` removes the key; sending back the mask leaves it unchanged. A new key is shown to the e-mail provider once, by a call that sends nothing: one that it does not know is refused with a 400, and nothing is changed. It is stored if the provider does not answer within three seconds, or says anything else, as it does for keys that may only send. The key is stored encrypted. Users only, because the provider's key and the sender decide where mails go.",
  tag: "settings",
  needs: "manage",
  conditional: true,
  body: updateSettingsBody,
  example: { mail_api_key: "re_123456789_wXyZ", notify_weekly_digest: false },
  audit: { action: "settings.changed", detail: (body) => ({ fields: Object.keys(body ?? {}) }) },
  response: { 200: workspaceSettings },
  handler: async ({ workspace, body, ifMatch }) => {
    if (body.mail_api_key) await checkSettings(workspace.id, body, ifMatch);
    await refuseUnknownKey(body.mail_api_key);
    return updateSettings(workspace.id, body, ifMatch);
  },
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods({ GET, PUT });
