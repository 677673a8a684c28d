import type { Metadata } from "next";
import { HistoryPage } from "@/components/history/history-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("history.title") };
}

export default function Page() {
  return <HistoryPage />;
}
