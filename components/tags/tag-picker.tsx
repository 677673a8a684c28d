"use client";

import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { late } from "@/components/ui/late";
import type { Tag } from "@/lib/client/api-types";
import { useT } from "@/lib/client/i18n";
import type { TagListProps } from "./tag-list";

const TagPanel = late(() => import("./tag-panel").then((module) => module.TagPanel));

interface TagPickerProps extends Omit<TagListProps, "label"> {
  trigger: ReactNode;
  /** Closes when one is chosen: with many contacts the current tags are not shown. */
  isOne?: boolean;
  /** Below the list. */
  children?: ReactNode;
}

/** A searchable list of tags; to put one on contacts, it also creates one from what was typed. */
export function TagPicker({ trigger, onToggle, isOne = false, children, ...rest }: TagPickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const toggle = (tag: Tag, on: boolean) => {
    onToggle(tag, on);
    if (isOne) setOpen(false);
  };
  const label = t(rest.onlyChosen || rest.isFilter ? "tags.search" : "tags.find");
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <TagPanel {...rest} label={label} onToggle={toggle}>
          {children}
        </TagPanel>
      </Popover.Portal>
    </Popover.Root>
  );
}
