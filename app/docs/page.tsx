import { cookies } from "next/headers";
import { Reference } from "@/components/docs/reference";
import { isNotation } from "@/components/docs/snippets";
import { serverMessages, titled } from "@/lib/client/messages/server";
import { readSession } from "../session";
import { documented } from "./operations";

export const generateMetadata = titled("nav.api");

export default async function Page() {
  const [{ t }, session, kept] = await Promise.all([serverMessages(), readSession(), cookies()]);
  const chosen = kept.get("kith-notation")?.value;
  const notation = isNotation(chosen) ? chosen : "curl";
  return <Reference t={t} {...documented()} signedIn={session !== null} notation={notation} />;
}
