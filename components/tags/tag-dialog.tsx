"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { NewTag } from "@/lib/client/api-types";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type ListedTag, useSaveTag } from "@/lib/client/tags";
import { FIELD_LIMITS } from "@/lib/field-limits";

/** Colours that keep apart from each other on both grounds; the API takes any. */
const SWATCHES = {
  pine: "#1f7a5c",
  sea: "#2b7a9b",
  ink: "#4457a6",
  plum: "#8a4a9e",
  brick: "#b5473c",
  ochre: "#b07d1e",
  moss: "#6b8a2f",
  slate: "#64748b",
} as const;
type Swatch = keyof typeof SWATCHES;
const NAMES = Object.keys(SWATCHES).filter((name): name is Swatch => name in SWATCHES);

/** Creates a tag, or changes one. */
export function TagDialog({ tag, onClose }: { tag: ListedTag | null; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(tag?.name ?? "");
  const [color, setColor] = useState<string | null>(tag ? tag.color : SWATCHES.pine);
  const [emoji, setEmoji] = useState(tag?.emoji ?? "");
  const { submit, problems, busy } = useSubmit(tag, { name, color, emoji }, onClose);
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
        <Swatches value={color} onChange={setColor} />
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
  const [problems, setProblems] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (!name.trim()) return setProblems({ name: t("tags.required") });
    try {
      await save.mutateAsync({ name: name.trim(), color, emoji: emoji?.trim() || null });
      toast.success(t(tag ? "tags.saved" : "tags.created", { tag: name.trim() }));
      onClose();
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

function Swatches({ value, onChange }: { value: string | null; onChange: (color: string | null) => void }) {
  const t = useT();
  const options: { color: string | null; label: string }[] = [
    ...NAMES.map((name) => ({ color: SWATCHES[name], label: t(`tags.swatch.${name}`) })),
    { color: null, label: t("tags.color.none") },
  ];
  // A colour that came by the API stays choosable.
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
              className="size-5 rounded-full border border-edge/60"
              style={color ? { backgroundColor: color } : undefined}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
