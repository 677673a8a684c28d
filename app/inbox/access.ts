import "server-only";
import { cookies } from "next/headers";
import { hasInboxAccess } from "@/lib/email/embedded/access";
import { env } from "@/lib/env";
import { isLocal } from "../local";

export const INBOX_COOKIE = "kith-inbox";

/** Whether there is an inbox at all: mail is embedded, and the caller is on this machine. */
export async function hasInbox(): Promise<boolean> {
  return env().embedded.mail && (await isLocal());
}

/** Whether the caller may read it: anybody with an account on this machine could request it, and it contains sign-in links. */
export async function mayReadInbox(): Promise<boolean> {
  return (await hasInbox()) && hasInboxAccess((await cookies()).get(INBOX_COOKIE)?.value);
}
