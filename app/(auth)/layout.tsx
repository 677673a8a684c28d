import type { ReactNode } from "react";
import { AuthFrame } from "@/components/auth/auth-frame";
import { EarlyScript } from "@/components/shell/early-script";
import { CATCH_EARLY_SUBMIT } from "@/lib/client/early-submit-script";
import { formatter } from "@/lib/client/format";
import { serverMessages } from "@/lib/client/messages/server";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  const { t, language } = await serverMessages();
  return (
    <AuthFrame t={t} format={formatter(language)}>
      <EarlyScript>{CATCH_EARLY_SUBMIT}</EarlyScript>
      {children}
    </AuthFrame>
  );
}
