import type { Permission } from "@/lib/workspaces/roles";
import { useAccess } from "./access";
import { useConfig } from "./config";
import type { MessageKey } from "./messages/catalogue";

interface SettingsPart {
  /** The id of its section, for links. */
  id: string;
  name: MessageKey;
  /** Shown only to those who may do this. */
  needs?: Permission;
  /** Shown only with the embedded identity provider. */
  isEmbedded?: true;
}

/** In the order on the page. */
const SETTINGS_PARTS: SettingsPart[] = [
  { id: "mail", name: "settings.mail", needs: "manage" },
  { id: "notify", name: "settings.notify", needs: "manage" },
  { id: "members", name: "members.title" },
  { id: "workspace", name: "workspace.title" },
  { id: "fields", name: "fields.title" },
  { id: "keys", name: "settings.keys", needs: "manage" },
  { id: "webhooks", name: "webhooks.title", needs: "manage" },
  { id: "origins", name: "settings.origins", needs: "manage" },
  { id: "look", name: "theme.label" },
  { id: "account", name: "nav.account" },
  { id: "ways", name: "settings.ways", isEmbedded: true },
  { id: "factors", name: "factors.title" },
  { id: "sessions", name: "settings.sessions" },
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
