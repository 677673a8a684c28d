import type { ReactNode } from "react";
import { AuthFrame } from "@/components/auth/auth-frame";
import { formatter } from "@/lib/client/format";
import { serverMessages } from "@/lib/client/messages/server";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  const { t, language } = await serverMessages();
  return (
    <AuthFrame t={t} format={formatter(language)}>
      {children}
    </AuthFrame>
  );
}
