"use client";

import { useState } from "react";
import { toast } from "sonner";
import { TagBullet } from "@/components/tags/tag-chip";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { RadioCards } from "@/components/ui/radio-cards";
import { ErrorState, LoadingBar } from "@/components/ui/state";
import { useForm, useSay, useWhileShown } from "@/components/ui/use-form";
import { useCreateExport } from "@/lib/client/exports";
import { useFormat, useT } from "@/lib/client/i18n";
import { useTags } from "@/lib/client/tags";
import { FIELD_LIMITS } from "@/lib/field-limits";

class NoTags extends Error {}

/** Chooses which contacts go into the file, and starts the job. */
export function NewExportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const say = useSay();
  const close = useWhileShown(onClose);
  const create = useCreateExport();
  const tags = useTags();
  const [which, setWhich] = useState<"all" | "tags">("all");
  const [chosen, setChosen] = useState<string[]>([]);
  const [filename, setFilename] = useState("");
  const { submit, busy, error } = useForm(
    async () => {
      if (which === "tags" && chosen.length === 0) throw new NoTags();
      const name = filename.trim();
      await create.mutateAsync({ tagIds: which === "tags" ? chosen : [], ...(name && { filename: name }) });
      toast.success(t("exports.started"));
      close();
    },
    (reason) => (reason instanceof NoTags ? t("exports.tags.choose") : say(reason)),
  );
  return (
    <Dialog open onOpenChange={onClose} title={t("exports.new")}>
      <form className="grid gap-5" onSubmit={submit}>
        <RadioCards
          legend={t("exports.which")}
          value={which}
          onChange={setWhich}
          options={[
            { value: "all", label: t("exports.which.all") },
            { value: "tags", label: t("exports.which.tags") },
          ]}
        />
        {which === "tags" && <TagChoice tags={tags} chosen={chosen} onChange={setChosen} />}
        <TextField
          label={t("exports.filename")}
          hint={t("exports.filename.hint", { name: `contacts-${new Date().toISOString().slice(0, 10)}.csv` })}
          aside={t("field.optional")}
          maxLength={FIELD_LIMITS.filename}
          placeholder="contacts.csv"
          value={filename}
          onText={setFilename}
        />
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
        <FormActions action={t("exports.create.action")} onCancel={onClose} busy={busy} />
      </form>
    </Dialog>
  );
}

interface TagChoiceProps {
  tags: ReturnType<typeof useTags>;
  chosen: string[];
  onChange: (ids: string[]) => void;
}

function TagChoice({ tags: { data: tags, isError, error, refetch }, chosen, onChange }: TagChoiceProps) {
  const t = useT();
  const format = useFormat();
  if (isError && !tags) return <ErrorState compact error={error} onRetry={refetch} />;
  if (!tags) return <LoadingBar height="h-18" />;
  if (tags.length === 0) return <p className="text-muted text-sm">{t("tags.empty.title")}</p>;
  return (
    <fieldset className="max-h-56 min-w-0 overflow-y-auto rounded-md border border-line">
      <legend className="sr-only">{t("nav.tags")}</legend>
      {tags.map((tag) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button with the role, inside the label.
        <label key={tag.id} className="flex min-h-9 items-center gap-3 px-3 text-sm hover:bg-sunken">
          <Checkbox
            aria-label={tag.name}
            checked={chosen.includes(tag.id)}
            onCheckedChange={(on) =>
              onChange(on ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))
            }
          />
          <TagBullet tag={tag} />
          <span className="wrap-anywhere min-w-0 grow py-1">{tag.name}</span>
          <span className="figures text-faint">{format.number(tag.contact_count)}</span>
        </label>
      ))}
    </fieldset>
  );
}
