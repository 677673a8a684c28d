import { SecondFactorForm } from "@/components/auth/second-factor-form";
import { safeNext } from "@/lib/client/auth";
import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("auth.second.title");

export default async function SecondFactorPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const { next } = await searchParams;
  return <SecondFactorForm next={safeNext(Array.isArray(next) ? next[0] : next)} />;
}
