"use client";

import { Command } from "cmdk";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Check, Plus } from "@/components/ui/icons";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import type { Tag } from "@/lib/client/api-types";
import { useT } from "@/lib/client/i18n";
import { isFound } from "@/lib/client/search";
import { useSaveTag, useTags } from "@/lib/client/tags";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { freeColor } from "@/lib/tag-colors";
import { TagBullet } from "./tag-chip";

export interface TagPickerProps {
  trigger: ReactNode;
  /** Ids of the current tags. */
  chosen: ReadonlySet<string>;
  onToggle: (tag: Tag, on: boolean) => void;
  /** Offers only current tags; for removing tags. */
  onlyChosen?: boolean;
  /** Closes when one is chosen: with many contacts the current tags are not shown. */
  isOne?: boolean;
}

/** A searchable list of tags that also creates one from what was typed. */
export function TagPicker({ trigger, chosen, onToggle, onlyChosen = false, isOne = false }: TagPickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const toggle = (tag: Tag, on: boolean) => {
    onToggle(tag, on);
    if (isOne) setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t("tags.find")}
          className="z-50 w-64 animate-rise rounded-lg border border-line bg-raised p-1 shadow-float focus:outline-none"
        >
          <TagList chosen={chosen} onToggle={toggle} onlyChosen={onlyChosen} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const item =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 text-sm data-[selected=true]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

function TagList({ chosen, onToggle, onlyChosen }: Required<Omit<TagPickerProps, "trigger" | "isOne">>) {
  const t = useT();
  const { data: tags = [] } = useTags();
  const create = useSaveTag();
  const toastFailure = useFailureToast();
  const [text, setText] = useState("");
  const name = text.trim();
  const isNew = !tags.some((tag) => tag.name.toLocaleLowerCase() === name.toLocaleLowerCase());
  const found = tags.filter((tag) => isFound(tag.name, text) && (!onlyChosen || chosen.has(tag.id)));
  const canCreate = name !== "" && isNew && !onlyChosen;
  const { run: createNamed } = useForm(async () => {
    onToggle(await create.mutateAsync({ name, color: freeColor(name, tags), emoji: null }), true);
    setText("");
  }, toastFailure);
  return (
    <Command shouldFilter={false} label={t("tags.find")}>
      <Command.Input
        autoFocus
        placeholder={t("tags.find")}
        maxLength={FIELD_LIMITS.tag}
        className="mb-1 h-9 w-full rounded-sm border-line border-b bg-transparent px-2.5 text-sm outline-none"
        value={text}
        onValueChange={setText}
      />
      <Command.List label={t("nav.tags")} className="max-h-64 overflow-y-auto">
        {found.map((tag) => (
          <Command.Item
            key={tag.id}
            value={tag.id}
            aria-checked={chosen.has(tag.id)}
            className={item}
            onSelect={() => onToggle(tag, !chosen.has(tag.id))}
          >
            <span className="size-4 text-accent">{chosen.has(tag.id) && <Check aria-hidden="true" />}</span>
            <TagBullet tag={tag} />
            <span className="truncate">{tag.name}</span>
          </Command.Item>
        ))}
        {canCreate && (
          <Command.Item value="create" className={item} onSelect={() => void createNamed()}>
            <Plus aria-hidden="true" className="text-faint" /> {t("tags.createNamed", { tag: name })}
          </Command.Item>
        )}
        <Command.Empty className="px-2.5 py-2 text-muted text-sm">{t("tags.none")}</Command.Empty>
      </Command.List>
    </Command>
  );
}
