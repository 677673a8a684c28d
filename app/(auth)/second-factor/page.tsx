import type { Metadata } from "next";
import { SecondFactorForm } from "@/components/auth/second-factor-form";
import { safeNext } from "@/lib/client/auth";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("auth.second.title") };
}

export default async function SecondFactorPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const { next } = await searchParams;
  return <SecondFactorForm next={safeNext(Array.isArray(next) ? next[0] : next)} />;
}
