import type { Metadata } from "next";
import { ImportHistory } from "@/components/imports/history";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("imports.title") };
}

export default function Page() {
  return <ImportHistory />;
}
