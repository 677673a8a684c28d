import type { Metadata } from "next";
import { ResetForm } from "@/components/auth/reset-form";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("auth.reset.title") };
}

export default function ResetPasswordPage() {
  return <ResetForm />;
}
