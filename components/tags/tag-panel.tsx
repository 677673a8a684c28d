"use client";

import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import { TagList, type TagListProps } from "./tag-list";

/** What the picker opens, all at once. */
export function TagPanel({ children, ...list }: TagListProps & { children?: ReactNode }) {
  return (
    <Popover.Content
      align="start"
      sideOffset={6}
      collisionPadding={8}
      aria-label={list.label}
      onOpenAutoFocus={(event) => {
        // The list focuses its search itself, where that opens no keyboard.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
      }}
      className="z-50 w-64 animate-rise rounded-lg border border-line bg-raised p-1 shadow-float focus:outline-none"
    >
      <TagList {...list} />
      {children}
    </Popover.Content>
  );
}
