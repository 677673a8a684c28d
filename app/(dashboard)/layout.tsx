import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { EarlyScript } from "@/components/shell/early-script";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { CATCH_EARLY_FILE } from "@/lib/client/early-file-script";
import { readSession } from "../session";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) redirect("/sign-in");
  return (
    <Providers token={session.token} email={session.email} access={session.access}>
      <EarlyScript>{CATCH_EARLY_FILE}</EarlyScript>
      <Shell email={session.email}>{children}</Shell>
    </Providers>
  );
}
