"use client";

import { Popover } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { toast } from "sonner";
import { cx } from "@/components/ui/cx";
import { Check, Plus } from "@/components/ui/icons";
import type { Tag } from "@/lib/client/api-types";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { isFound } from "@/lib/client/search";
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

type Option = ListedTag | "create";

/** Tags whose names hold the text, and the creation of one that is not there yet. */
function useOptions(text: string, chosen: ReadonlySet<string>, onlyChosen: boolean): Option[] {
  const { data: tags = [] } = useTags();
  const wanted = text.trim().toLocaleLowerCase();
  const options: Option[] = tags.filter(
    (tag) => isFound(tag.name, text) && (!onlyChosen || chosen.has(tag.id)),
  );
  const isNew = !tags.some((tag) => tag.name.toLocaleLowerCase() === wanted);
  return wanted && isNew && !onlyChosen ? [...options, "create"] : options;
}

/** Options of a combobox (APG): focus stays in the input, the arrow keys move the active option. */
function TagList({ chosen, onToggle, onlyChosen }: Required<Omit<TagPickerProps, "trigger">>) {
  const t = useT();
  const listId = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const options = useOptions(text, chosen, onlyChosen);
  const index = Math.min(active, options.length - 1);
  const type = (next: string) => {
    setText(next);
    setActive(0);
  };
  const pick = usePick({ text, chosen, onToggle, onCreated: () => setText("") });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 && event.key !== "Enter") return;
    event.preventDefault();
    if (step === 0) void pick(options[index]);
    else setActive(Math.max(0, Math.min(options.length - 1, index + step)));
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
        onChange={(event) => type(event.target.value)}
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
          <OptionRow
            key={option === "create" ? "create" : option.id}
            id={`${listId}-${position}`}
            option={option}
            text={text}
            isOn={option !== "create" && chosen.has(option.id)}
            isActive={position === index}
            onEnter={() => setActive(position)}
            onPick={() => pick(option)}
          />
        ))}
      </div>
      {options.length === 0 && <p className="px-2.5 py-2 text-muted text-sm">{t("tags.none")}</p>}
    </>
  );
}

interface OptionRowProps {
  id: string;
  option: Option;
  text: string;
  isOn: boolean;
  isActive: boolean;
  onEnter: () => void;
  onPick: () => void;
}

function OptionRow({ id, option, text, isOn, isActive, onEnter, onPick }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox's input has the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      className={cx(
        "flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 text-sm touch:min-h-11 [&_svg]:size-4",
        isActive && "bg-sunken",
      )}
      onMouseEnter={onEnter}
      onClick={onPick}
    >
      <OptionLabel option={option} text={text} isOn={isOn} />
    </div>
  );
}

interface Picking extends Pick<TagPickerProps, "chosen" | "onToggle"> {
  text: string;
  onCreated: () => void;
}

/** Puts a tag on or takes it away; first makes the one that was typed, once. */
function usePick({ text, chosen, onToggle, onCreated }: Picking) {
  const t = useT();
  const create = useSaveTag();
  return async (option: Option | undefined) => {
    if (!option) return;
    if (option !== "create") return onToggle(option, !chosen.has(option.id));
    if (create.isPending) return;
    try {
      onToggle(await create.mutateAsync({ name: text.trim(), color: null, emoji: null }), true);
      onCreated();
    } catch (error) {
      toast.error(ApiFailure.from(error).say(t));
    }
  };
}

function OptionLabel({ option, text, isOn }: { option: Option; text: string; isOn: boolean }) {
  const t = useT();
  if (option === "create") {
    return (
      <>
        <Plus aria-hidden="true" className="text-faint" /> {t("tags.createNamed", { tag: text.trim() })}
      </>
    );
  }
  return (
    <>
      <span className="size-4 text-accent">{isOn && <Check aria-hidden="true" />}</span>
      <TagBullet tag={option} />
      <span className="truncate">{option.name}</span>
    </>
  );
}
