"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = Radix.Provider;

/** A few words more on hover and focus; never the only place where something is said. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-paper text-xs shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
