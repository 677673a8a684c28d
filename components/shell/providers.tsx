"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { Navigation } from "@/components/ui/navigation";
import { Toasts } from "@/components/ui/toasts";
import { AccessProvider } from "@/lib/client/access";
import type { Access } from "@/lib/client/access-cookie";
import { AccountProvider } from "@/lib/client/account";
import { useConfig } from "@/lib/client/config";
import { createQueryClient } from "@/lib/client/query-client";
import { configureSession } from "@/lib/client/session";
import { HeldActions } from "./held-actions";
import { Keyboard } from "./keyboard";
import { Live } from "./live";
import { PageEnded } from "./page-ended";
import { PendingInvitation } from "./pending-invitation";
import { ServerGone } from "./server-gone";
import { SessionEnded } from "./session-ended";

interface ProvidersProps {
  token: { value: string; expiresAt: number } | null;
  email: string;
  access: Access | null;
  children: ReactNode;
}

/** Everything the pages of a signed-in user need around them. */
export function Providers({ token, email, access, children }: ProvidersProps) {
  const config = useConfig();
  const [queryClient] = useState(createQueryClient);
  configureSession({ ...config, token });
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <AccountProvider email={email}>
          <AccessProvider initial={access}>
            <Navigation>{children}</Navigation>
            <ServerGone />
            <PageEnded />
            <Live />
            <SessionEnded email={email} />
            <HeldActions />
            <Keyboard />
            <PendingInvitation />
            <Toasts />
          </AccessProvider>
        </AccountProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
