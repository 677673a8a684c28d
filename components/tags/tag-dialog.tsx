"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useWhileShown } from "@/components/ui/use-form";
import type { NewTag } from "@/lib/client/api-types";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type ListedTag, useSaveTag, useTags } from "@/lib/client/tags";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { freeColor, ownColor, paintOf, SWATCH_NAMES, SWATCHES } from "@/lib/tag-colors";

/** Creates a tag, or changes one. */
export function TagDialog({ tag, onClose }: { tag: ListedTag | null; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(tag?.name ?? "");
  const [color, setColor] = useState<string | null>(tag?.color ?? null);
  const [emoji, setEmoji] = useState(tag?.emoji ?? "");
  const { data: tags = [] } = useTags();
  // A tag that exists without a colour keeps that of its name.
  const own = tag ? ownColor(name) : freeColor(name, tags);
  const chosen = color ?? (tag ? null : own);
  const { submit, problems, busy } = useSubmit(tag, { name, color: chosen, emoji }, onClose);
  return (
    <Dialog open onOpenChange={onClose} title={t(tag ? "tags.edit.title" : "tags.new")}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <TextField
          label={t("tags.name")}
          required
          error={problems.name}
          maxLength={FIELD_LIMITS.tag}
          autoComplete="off"
          value={name}
          onText={setName}
        />
        <Swatches own={own} value={color} onChange={setColor} />
        <TextField
          label={t("tags.emoji")}
          hint={t("tags.emoji.hint")}
          error={problems.emoji}
          aside={t("field.optional")}
          className="w-24"
          maxLength={FIELD_LIMITS.tagSign}
          value={emoji}
          onText={setEmoji}
        />
        <FormActions
          action={t(tag ? "tags.save.action" : "tags.create.action")}
          onCancel={onClose}
          busy={busy}
        />
      </form>
    </Dialog>
  );
}

/** Saves the tag; errors are shown at their fields. */
function useSubmit(tag: ListedTag | null, { name, color, emoji }: NewTag, onClose: () => void) {
  const t = useT();
  const save = useSaveTag(tag?.id);
  const close = useWhileShown(onClose);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (!name.trim()) return setProblems({ name: t("tags.required") });
    try {
      await save.mutateAsync({ name: name.trim(), color, emoji: emoji?.trim() || null });
      toast.success(t(tag ? "tags.saved" : "tags.created", { tag: name.trim() }));
      close();
    } catch (error) {
      const failure = ApiFailure.from(error);
      if (failure.code === "CONFLICT") return setProblems({ name: t("tags.exists") });
      const fields = failure.fields(t);
      setProblems(fields);
      if (Object.keys(fields).length === 0) toast.error(failure.say(t));
    }
  };
  return { submit, problems, busy: save.isPending };
}

interface SwatchesProps {
  /** The colour if none is chosen. */
  own: string;
  value: string | null;
  onChange: (color: string | null) => void;
}

function Swatches({ own, value, onChange }: SwatchesProps) {
  const t = useT();
  const options: { color: string | null; label: string }[] = [
    { color: null, label: t("tags.color.own") },
    ...SWATCH_NAMES.map((name) => ({ color: SWATCHES[name][0], label: t(`tags.swatch.${name}`) })),
  ];
  // A colour set through the API stays available.
  if (value && !options.some(({ color }) => color === value)) options.unshift({ color: value, label: value });
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t("tags.color")}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map(({ color, label }) => (
          <label
            key={label}
            title={label}
            className="flex size-8 items-center justify-center rounded-md border border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:size-11"
          >
            <input
              type="radio"
              name="tag-color"
              className="sr-only"
              aria-label={label}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            <span
              aria-hidden="true"
              className="flex size-5 items-center justify-center rounded-full border border-edge/60 font-medium text-[0.625rem] text-surface"
              style={{ backgroundColor: paintOf(color ?? own) }}
            >
              {color === null && "A"}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
