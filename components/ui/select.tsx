import type { ComponentProps } from "react";
import { cx } from "./cx";
import { ChevronDown } from "./icons";

/** The browser's own select: it knows every keyboard, screen reader and phone better than any copy. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cx("relative inline-flex w-full", className)}>
      <select
        className="h-9 w-full appearance-none truncate rounded-md border border-edge/70 bg-surface pr-8 pl-3 text-ink text-sm hover:border-edge aria-invalid:border-danger disabled:bg-sunken touch:h-11"
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
