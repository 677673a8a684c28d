"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { Toasts } from "@/components/ui/toasts";
import { AccountProvider } from "@/lib/client/account";
import { useConfig } from "@/lib/client/config";
import { createQueryClient } from "@/lib/client/query-client";
import { configureSession } from "@/lib/client/session";
import { HeldActions } from "./held-actions";
import { Keyboard } from "./keyboard";
import { Live } from "./live";
import { ServerGone } from "./server-gone";
import { SessionEnded } from "./session-ended";

interface ProvidersProps {
  token: { value: string; expiresAt: number } | null;
  email: string;
  children: ReactNode;
}

/** Everything the pages of a signed-in user need around them. */
export function Providers({ token, email, children }: ProvidersProps) {
  const config = useConfig();
  const [queryClient] = useState(createQueryClient);
  configureSession({ ...config, token });
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <AccountProvider email={email}>
          {children}
          <ServerGone />
          <Live />
          <SessionEnded email={email} />
          <HeldActions />
          <Keyboard />
          <Toasts />
        </AccountProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
