"use client";

import { createContext, type ReactNode, useContext } from "react";
import type services from "@/lib/services.json";

/** Which parts of the product run inside its own process. */
type EmbeddedParts = Record<keyof typeof services, boolean>;
export type Part = keyof EmbeddedParts;

/** The names of the parts, in the order of lib/services.json. */
export function partsOf(embedded: EmbeddedParts): Part[] {
  return Object.keys(embedded).filter((name): name is Part => name in embedded);
}

/** The session's cookie: server and browser write the same one. */
export interface SessionCookie {
  name: string;
  secure: boolean;
  /** Seconds. */
  maxAge: number;
}

/** What the server tells the browser about itself, at run time rather than at build time. */
export interface AppConfig {
  /** Null: the identity provider is served by this very origin. */
  identityUrl: string | null;
  publishableKey: string;
  sessionCookie: SessionCookie;
  embedded: EmbeddedParts;
  /** Whether there is an inbox and this browser may see it. */
  inbox: boolean;
  /** Whether passkeys are offered: by the embedded provider, on a site for which browsers support them. */
  passkeys: boolean;
  /** The OpenID provider beside the embedded one, with the name the operator gave it. */
  singleSignOn: { name: string | null } | null;
  /** Sign-up needs no e-mail round trip. */
  autoConfirm: boolean;
  /** Who may create an account; a hosted provider decides for itself. */
  signUp: { kind: "open" } | { kind: "closed" } | { kind: "domains"; domains: string[] };
}

const Context = createContext<AppConfig | null>(null);

export function ConfigProvider({ config, children }: { config: AppConfig; children: ReactNode }) {
  return <Context value={config}>{children}</Context>;
}

export function useConfig(): AppConfig {
  const value = useContext(Context);
  if (!value) throw new Error("ConfigProvider is missing");
  return value;
}
