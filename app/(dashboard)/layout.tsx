import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { readSession } from "../session";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) redirect("/sign-in");
  return (
    <Providers token={session.token} email={session.email} access={session.access}>
      <Shell email={session.email}>{children}</Shell>
    </Providers>
  );
}
