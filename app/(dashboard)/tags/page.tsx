import type { Metadata } from "next";
import { TagsPage } from "@/components/tags/tags-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("tags.title") };
}

export default function Page() {
  return <TagsPage />;
}
