import type { Metadata } from "next";
import { RecoverForm } from "@/components/auth/recover-form";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("auth.recover.title") };
}

export default function RecoverPage() {
  return <RecoverForm />;
}
