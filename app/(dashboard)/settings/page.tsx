import { SettingsPage } from "@/components/settings/settings-page";
import { titled } from "@/lib/client/messages/server";
import { env } from "@/lib/env";
import { isLocal } from "../../local";
import { readSession } from "../../session";

export const generateMetadata = titled("nav.settings");

export default async function Page() {
  const session = await readSession();
  return <SettingsPage email={session?.email ?? ""} dataFolder={(await isLocal()) ? env().DATA_DIR : null} />;
}
