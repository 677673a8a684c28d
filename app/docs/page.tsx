import type { Metadata } from "next";
import { Reference } from "@/components/docs/reference";
import { serverMessages } from "@/lib/client/messages/server";
import { readSession } from "../session";
import { documented } from "./operations";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("docs.title") };
}

export default async function Page() {
  const [{ t }, session] = await Promise.all([serverMessages(), readSession()]);
  return <Reference t={t} {...documented()} signedIn={session !== null} />;
}
