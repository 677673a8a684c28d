"use client";

import { DropdownMenu as Radix } from "radix-ui";
import { type ComponentProps, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "./cx";
import { Check } from "./icons";

const panel =
  "z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-48 max-w-80 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float";
const row =
  "flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint";

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
  label?: string;
  side?: "top" | "bottom";
}

/**
 * Where a menu is rendered: in its dialog, which may hide the page, or in the page's landmark, so that it belongs to
 * one. A dialog that is centred by a transform would clip it.
 */
function placeOf(trigger: Element | null): HTMLElement | null {
  const dialog = trigger?.closest<HTMLElement>("[role=dialog]");
  if (!dialog) return document.querySelector("main");
  return getComputedStyle(dialog).translate === "none" ? dialog : null;
}

/**
 * An item is also chosen by pressing the trigger, dragging and releasing. But a menu above its trigger that grows when a
 * late answer adds items covers the pointer for a moment: a release where the button was pressed chooses nothing.
 */
function useUnmovedRelease() {
  const pressed = useRef<{ x: number; y: number } | null>(null);
  return {
    trigger: {
      onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => {
        pressed.current = { x, y };
      },
    },
    content: {
      onPointerDownCapture: () => {
        pressed.current = null;
      },
      onPointerUpCapture: (event: PointerEvent) => {
        const from = pressed.current;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_PX)
          event.stopPropagation();
      },
    },
  };
}

/** From here on a pointer was moved on purpose. */
const DRAG_PX = 10;

export function Menu({ trigger, children, align = "end", side = "bottom", label }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const release = useUnmovedRelease();
  return (
    <Radix.Root modal={false} onOpenChange={(open) => open && setPlace(placeOf(button.current))}>
      <Radix.Trigger asChild ref={button} {...release.trigger}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          className={panel}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          {...release.content}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({
  className,
  danger,
  ...rest
}: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return <Radix.Item className={cx(row, danger && "text-danger [&_svg]:text-danger", className)} {...rest} />;
}

/** An item that can be on or off and keeps the menu open. */
export function MenuCheck({ children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={row} onSelect={(event) => event.preventDefault()} {...rest}>
      <span className="inline-flex size-4 shrink-0 items-center justify-center">
        <Radix.ItemIndicator>
          <Check className="text-accent!" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

export function MenuRadio({ children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={row} {...rest}>
      <span className="inline-flex size-4 shrink-0 items-center justify-center">
        <Radix.ItemIndicator>
          <Check className="text-accent!" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.RadioItem>
  );
}

export const MenuRadioGroup = Radix.RadioGroup;
export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="eyebrow px-2.5 pt-1.5 pb-1">{children}</Radix.Label>
);
