import type { Metadata } from "next";
import { ExportsPage } from "@/components/exports/exports-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("exports.title") };
}

export default function Page() {
  return <ExportsPage />;
}
