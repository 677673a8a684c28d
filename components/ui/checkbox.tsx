"use client";

import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cx } from "./cx";
import { Check, Minus } from "./icons";

/** A checkbox with a 24 px target around its 16 px box. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cx("group inline-flex size-6 shrink-0 items-center justify-center rounded-sm", className)}
      {...rest}
    >
      <span className="flex size-4 items-center justify-center rounded-sm border border-edge bg-surface text-on-accent group-data-[state=checked]:border-accent group-data-[state=indeterminate]:border-accent group-data-[state=checked]:bg-accent group-data-[state=indeterminate]:bg-accent">
        <Radix.Indicator className="[&_svg]:size-3 [&_svg]:stroke-[3]">
          {rest.checked === "indeterminate" ? <Minus /> : <Check />}
        </Radix.Indicator>
      </span>
    </Radix.Root>
  );
}
