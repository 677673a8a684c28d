import { headers } from "next/headers";
import type { ReactNode } from "react";
import { AuthFrame } from "@/components/auth/auth-frame";
import { CATCH_EARLY_SUBMIT } from "@/lib/client/early-submit-script";
import { formatter } from "@/lib/client/format";
import { serverMessages } from "@/lib/client/messages/server";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  const { t, language } = await serverMessages();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <AuthFrame t={t} format={formatter(language)}>
      <script nonce={nonce} suppressHydrationWarning>
        {CATCH_EARLY_SUBMIT}
      </script>
      {children}
    </AuthFrame>
  );
}
