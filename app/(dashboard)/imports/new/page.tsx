import type { Metadata } from "next";
import { UploadStep } from "@/components/imports/upload-step";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("upload.title") };
}

export default function Page() {
  return <UploadStep />;
}
