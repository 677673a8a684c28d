import type { Metadata } from "next";
import { ImportPage } from "@/components/imports/import-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("imports.title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ImportPage key={id} id={id} />;
}
