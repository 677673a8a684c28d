"use client";

import { Command } from "cmdk";
import { useState } from "react";
import { Check, Plus } from "@/components/ui/icons";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import type { Tag } from "@/lib/client/api-types";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import { isFound } from "@/lib/client/search";
import { useSaveTag, useTags } from "@/lib/client/tags";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { freeColor } from "@/lib/tag-colors";
import { TagBullet } from "./tag-chip";

/** On a touch screen the list comes first: the keyboard of a focused field would cover it. */
const opensKeyboard = () => window.matchMedia("(pointer: coarse)").matches;

const item =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 text-sm data-[selected=true]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

export interface TagListProps {
  label: string;
  /** Ids of the current tags. */
  chosen: ReadonlySet<string>;
  onToggle: (tag: Tag, on: boolean) => void;
  /** Offers only current tags; for removing tags. */
  onlyChosen?: boolean;
  /** Offers the tags that exist, with the numbers of their contacts. */
  isFilter?: boolean;
}

/** Tags to choose from; it may also create one from what was typed. */
export function TagList({ label, chosen, onToggle, onlyChosen = false, isFilter = false }: TagListProps) {
  const t = useT();
  const format = useFormat();
  const { data, error } = useTags();
  const tags = data ?? [];
  const create = useSaveTag();
  const toastFailure = useFailureToast();
  const [text, setText] = useState("");
  const name = text.trim();
  const isNew = !tags.some((tag) => tag.name.toLocaleLowerCase() === name.toLocaleLowerCase());
  const found = tags.filter((tag) => isFound(tag.name, text) && (!onlyChosen || chosen.has(tag.id)));
  const canCreate = data && name !== "" && isNew && !onlyChosen && !isFilter;
  const { run: createNamed } = useForm(async () => {
    onToggle(await create.mutateAsync({ name, color: freeColor(name, tags), emoji: null }), true);
    setText("");
  }, toastFailure);
  return (
    <Command shouldFilter={false} label={label}>
      <Command.Input
        autoFocus={!opensKeyboard()}
        placeholder={label}
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
            <span className="wrap-anywhere min-w-0 grow py-1">{tag.name}</span>
            {isFilter && <span className="figures text-faint">{format.number(tag.contact_count)}</span>}
          </Command.Item>
        ))}
        {canCreate && (
          <Command.Item value="create" className={item} onSelect={() => void createNamed()}>
            <Plus aria-hidden="true" className="text-faint" /> {t("tags.createNamed", { tag: name })}
          </Command.Item>
        )}
        <Command.Empty className="px-2.5 py-2 text-muted text-sm">
          {data
            ? t(name === "" ? "tags.empty.title" : "tags.none")
            : error
              ? ApiFailure.from(error).say(t)
              : t("state.loading")}
        </Command.Empty>
      </Command.List>
    </Command>
  );
}
