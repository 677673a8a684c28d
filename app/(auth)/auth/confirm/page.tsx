import type { Metadata } from "next";
import { ConfirmLink } from "@/components/auth/confirm-link";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("auth.confirm.title") };
}

export default function ConfirmPage() {
  return <ConfirmLink />;
}
