"use client";

import { createContext, type ReactNode, useContext } from "react";

const Context = createContext("");

export function AccountProvider({ email, children }: { email: string; children: ReactNode }) {
  return <Context value={email}>{children}</Context>;
}

/** The e-mail address of the signed-in user. */
export function useAccountEmail(): string {
  return useContext(Context);
}
