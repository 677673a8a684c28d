"use client";

import { Popover } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { toast } from "sonner";
import { cx } from "@/components/ui/cx";
import { Check, Plus } from "@/components/ui/icons";
import type { Tag } from "@/lib/client/api-types";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type ListedTag, useSaveTag, useTags } from "@/lib/client/tags";
import { TagBullet } from "./tag-chip";

export interface TagPickerProps {
  trigger: ReactNode;
  /** Ids that are already on. */
  chosen: ReadonlySet<string>;
  onToggle: (tag: Tag, on: boolean) => void;
  /** Leaves out what is not on; for taking tags away. */
  onlyChosen?: boolean;
}

/** A searchable list of tags that also creates one from what was typed. */
export function TagPicker({ trigger, chosen, onToggle, onlyChosen = false }: TagPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-64 animate-rise rounded-lg border border-line bg-raised p-1 shadow-float focus:outline-none"
        >
          <TagList chosen={chosen} onToggle={onToggle} onlyChosen={onlyChosen} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Options of a combobox (APG): focus stays in the input, the arrow keys move the active option. */
function TagList({ chosen, onToggle, onlyChosen }: Required<Omit<TagPickerProps, "trigger">>) {
  const t = useT();
  const listId = useId();
  const { data: tags = [] } = useTags();
  const create = useSaveTag();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const wanted = text.trim().toLocaleLowerCase();
  const options: (ListedTag | "create")[] = tags.filter(
    (tag) => tag.name.toLocaleLowerCase().includes(wanted) && (!onlyChosen || chosen.has(tag.id)),
  );
  const exact = tags.some((tag) => tag.name.toLocaleLowerCase() === wanted);
  if (wanted && !exact && !onlyChosen) options.push("create");
  const index = Math.min(active, options.length - 1);

  const pick = async (option: ListedTag | "create" | undefined) => {
    if (!option) return;
    if (option !== "create") return onToggle(option, !chosen.has(option.id));
    if (create.isPending) return;
    try {
      onToggle(await create.mutateAsync({ name: text.trim(), color: null, emoji: null }), true);
      setText("");
    } catch (error) {
      toast.error(ApiFailure.from(error).say(t));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(options.length - 1, index + step)));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      void pick(options[index]);
    }
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the popover exists for this input.
        autoFocus
        role="combobox"
        aria-label={t("tags.find")}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={options[index] ? `${listId}-${index}` : undefined}
        placeholder={t("tags.find")}
        maxLength={50}
        className="mb-1 h-9 w-full rounded-sm border-line border-b bg-transparent px-2.5 text-sm outline-none"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t("nav.tags")}
        aria-multiselectable="true"
        className="max-h-64 overflow-y-auto"
      >
        {options.map((option, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox's input has the keys.
          <div
            key={option === "create" ? "create" : option.id}
            id={`${listId}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={option !== "create" && chosen.has(option.id)}
            className={cx(
              "flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 text-sm touch:min-h-11 [&_svg]:size-4",
              position === index && "bg-sunken",
            )}
            onMouseEnter={() => setActive(position)}
            onClick={() => pick(option)}
          >
            {option === "create" ? (
              <>
                <Plus aria-hidden="true" className="text-faint" />{" "}
                {t("tags.createNamed", { tag: text.trim() })}
              </>
            ) : (
              <>
                <span className="size-4 text-accent">
                  {chosen.has(option.id) && <Check aria-hidden="true" />}
                </span>
                <TagBullet tag={option} />
                <span className="truncate">{option.name}</span>
              </>
            )}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="px-2.5 py-2 text-muted text-sm">{t("tags.none")}</p>}
    </>
  );
}
