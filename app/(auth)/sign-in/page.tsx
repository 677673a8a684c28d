import { SignInForm } from "@/components/auth/sign-in-form";
import { safeNext } from "@/lib/client/auth";
import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("auth.signIn.action");

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Partial<Record<"next" | "deleted" | "error_code", string | string[]>>>;
}) {
  const { next, deleted, error_code } = await searchParams;
  return (
    <SignInForm
      next={safeNext(Array.isArray(next) ? next[0] : next)}
      workspaceDeleted={deleted !== undefined}
      failure={Array.isArray(error_code) ? error_code[0] : error_code}
    />
  );
}
