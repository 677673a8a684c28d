import type { Permission } from "@/lib/workspaces/roles";
import { useAccess } from "./access";
import { useConfig } from "./config";
import type { MessageKey } from "./messages/catalogue";

interface SettingsPart {
  /** The id of its section, for links. */
  id: string;
  name: MessageKey;
  /** What it offers, for those who search for that. */
  offers?: MessageKey[];
  /** Shown only to those who may do this. */
  needs?: Permission;
  /** Shown only with the embedded identity provider. */
  isEmbedded?: true;
}

/** In the order on the page. */
const SETTINGS_PARTS: SettingsPart[] = [
  {
    id: "mail",
    name: "settings.mail",
    offers: ["settings.mail.key", "settings.mail.sender", "settings.mail.test", "settings.sent"],
    needs: "manage",
  },
  {
    id: "notify",
    name: "settings.notify",
    offers: [
      "settings.notify_weekly_digest",
      "settings.notify_on_import_complete",
      "settings.notify_on_export_complete",
    ],
    needs: "manage",
  },
  { id: "members", name: "members.title", offers: ["members.invite.title"] },
  { id: "workspace", name: "workspace.title", offers: ["workspace.rename", "workspace.leave"] },
  { id: "fields", name: "fields.title" },
  { id: "keys", name: "settings.keys", needs: "manage" },
  { id: "webhooks", name: "webhooks.title", needs: "manage" },
  { id: "origins", name: "settings.origins", offers: ["settings.origins.label"], needs: "manage" },
  { id: "look", name: "theme.label", offers: ["settings.theme", "settings.keyboard"] },
  { id: "account", name: "nav.account", offers: ["settings.account.password"] },
  { id: "ways", name: "settings.ways", isEmbedded: true },
  { id: "factors", name: "factors.title" },
  { id: "sessions", name: "settings.sessions", offers: ["settings.sessions.others"] },
  { id: "parts", name: "settings.parts", needs: "manage" },
  { id: "security", name: "settings.security" },
  { id: "delete", name: "settings.delete", needs: "govern" },
  { id: "delete-account", name: "settings.leave" },
];

/** The sections of the settings that this user sees, in the order on the page. */
export function useSettingsParts(): SettingsPart[] {
  const { permissions } = useAccess();
  const { embedded } = useConfig();
  return SETTINGS_PARTS.filter(
    ({ needs, isEmbedded }) => (!needs || permissions.includes(needs)) && (!isEmbedded || embedded.identity),
  );
}
