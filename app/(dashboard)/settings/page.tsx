import type { Metadata } from "next";
import { SettingsPage } from "@/components/settings/settings-page";
import { serverMessages } from "@/lib/client/messages/server";
import { env } from "@/lib/env";
import { isLocal } from "../../local";
import { readSession } from "../../session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("settings.title") };
}

export default async function Page() {
  const session = await readSession();
  return <SettingsPage email={session?.email ?? ""} dataFolder={(await isLocal()) ? env().DATA_DIR : null} />;
}
