import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent } from "react";
import { cx } from "./cx";
import { Spinner } from "./spinner";

const variants = {
  // In forced-colours mode a fill is not drawn: then a border shows that it is a button.
  primary: "bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover forced-colors:border",
  secondary: "border border-edge/60 bg-surface text-ink hover:border-edge hover:bg-sunken",
  ghost: "text-muted hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-on-danger hover:bg-danger-hover forced-colors:border",
  "danger-quiet": "text-danger hover:bg-danger-soft",
} as const;

const sizes = {
  sm: "h-7 gap-1.5 px-2.5 text-sm touch:h-11 touch:px-3.5",
  md: "h-9 gap-2 px-3.5 text-sm touch:h-11",
  icon: "size-8 touch:size-11",
  "icon-sm": "size-7 touch:size-11",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /**
   * Working: keeps the label, shows a spinner after a moment, and ignores a second press. What may be busy acts once on a
   * double click, too: its second half may come before the state does, or meet the next item's button in the same place.
   */
  busy?: boolean;
  asChild?: boolean;
}

/** The only button. `asChild` gives a link its appearance. */
export function Button({
  variant = "secondary",
  size = "md",
  busy,
  asChild = false,
  className,
  children,
  type,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = cx(
    "relative inline-flex shrink-0 select-none print:hidden items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors disabled:opacity-50 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );
  if (asChild)
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  const pressOnce = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type ?? "button"}
      className={classes}
      aria-disabled={busy || undefined}
      onClick={busy === undefined ? onClick : pressOnce}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
