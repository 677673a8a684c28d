"use client";

import { createContext, type ReactNode, useContext, useOptimistic } from "react";
import { useT } from "@/lib/client/i18n";

const Going = createContext<string | null>(null);
const Go = createContext<(path: string) => void>(() => {});

/** Knows which page was asked for, until it is shown: on a slow network that takes seconds. */
export function Navigation({ children }: { children: ReactNode }) {
  // It lasts as long as the transition in which the router changes the page.
  const [going, go] = useOptimistic<string | null>(null);
  return (
    <Go value={go}>
      <Going value={going}>
        <Bar isGoing={going !== null} />
        {children}
      </Going>
    </Go>
  );
}

/** The address that was asked for and is not shown yet. */
export const useGoing = () => useContext(Going);

/** Says within a transition that it leads to this address. */
export const useGo = () => useContext(Go);

/** Above everything, so that it is seen wherever the link was. */
function Bar({ isGoing }: { isGoing: boolean }) {
  const t = useT();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      {isGoing && (
        <>
          <span className="sr-only">{t("state.loading")}</span>
          <div className="h-full w-2/5 animate-pass bg-accent motion-reduce:w-full" />
        </>
      )}
    </div>
  );
}
