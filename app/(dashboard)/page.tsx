import type { Metadata } from "next";
import { OverviewPage } from "@/components/overview/overview-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("overview.title") };
}

export default function Page() {
  return <OverviewPage />;
}
