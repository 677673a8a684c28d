"use client";

import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";

export function Switch(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className="inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-edge bg-sunken px-[3px] transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      {...props}
    >
      <Radix.Thumb className="size-4 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
