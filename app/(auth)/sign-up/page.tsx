import type { Metadata } from "next";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("auth.signUp.title") };
}

export default function SignUpPage() {
  return <SignUpForm />;
}
