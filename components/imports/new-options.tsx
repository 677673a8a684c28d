"use client";

import { useSayFieldDone } from "@/components/settings/field-done";
import { Button } from "@/components/ui/button";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useMay } from "@/lib/client/access";
import { useChangeFieldAsRead, useFields } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft, ColumnType } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { customKey, SKIP } from "@/lib/client/mapping";
import { FIELD_OPTIONS } from "@/lib/fields/fields";
import { newOptions } from "@/lib/fields/options";
import { own } from "@/lib/own";
import { SENTENCE } from "./consequence";

interface NewOptionsProps {
  preview: ImportPreview;
  header: string;
  /** What the column says; null when it is too much for a choice. */
  words: readonly string[] | null;
  onChange: ChangeDraft;
  onDone?: () => void;
}

/** Words that are shown. */
const SHOWN = 5;

/** The words of a column that are no options of its field, and a button that adds them, or makes the field text. */
export function NewOptions({ preview, header, words, onChange, onDone }: NewOptionsProps) {
  const t = useT();
  const format = useFormat();
  const { options, name, isAllowed, change } = useChoice({ preview, header, onChange });
  const fresh = newOptions(options ?? [], words ?? []);
  const [value = "", ...others] = fresh;
  const isTooMany = words === null || (options ?? []).length + fresh.length > FIELD_OPTIONS.max;
  const form = useForm(async () => {
    await change(isTooMany ? null : fresh);
    onDone?.();
  }, useFailureToast());
  if (!options || (fresh.length === 0 && !isTooMany)) return null;
  const shown = fresh.slice(0, SHOWN).map((one) => t("map.value", { value: one }));
  const action =
    others.length === 0
      ? t("fields.options.new", { value })
      : t("fields.options.newMore", { value, count: others.length });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="wrap-anywhere max-w-[64ch] text-muted">
        {isTooMany
          ? t("fields.options.tooMany", { max: FIELD_OPTIONS.max })
          : t("fields.options.unknown", {
              values: format.list(
                fresh.length > SHOWN ? [...shown, t("list.more", { count: fresh.length - SHOWN })] : shown,
              ),
            })}
      </p>
      {isAllowed && (
        <Button
          size="sm"
          className={SENTENCE}
          busy={form.busy}
          title={fresh.join("\n")}
          onClick={() => void form.run()}
        >
          {isTooMany ? t("fields.options.toText", { name }) : action}
        </Button>
      )}
    </div>
  );
}

/**
 * The field of a column, if it is a choice, and how it gets more options, or becomes text: an existing one for everybody,
 * with an undo; one that the import creates in the draft.
 */
function useChoice({ preview, header, onChange }: Pick<NewOptionsProps, "preview" | "header" | "onChange">) {
  const t = useT();
  const mayWrite = useMay("write");
  const sayDone = useSayFieldDone();
  const { mutateAsync } = useChangeFieldAsRead();
  const { data: fields } = useFields();
  const key = customKey(own(preview.draft.columnMapping, header) ?? SKIP);
  const type = key === null ? undefined : own(preview.draft.columnTypes, header);
  const options = type?.type === "choice" ? (type.options ?? []) : null;
  const field = type?.is_known ? fields?.find((one) => one.key === key) : undefined;
  const name = field?.name ?? key ?? header;
  const change = async (more: string[] | null) => {
    if (!field) {
      const next: ColumnType = more ? { type: "choice", options: [...(options ?? []), ...more] } : TEXT;
      return onChange({ columnTypes: { [header]: next } });
    }
    const { change_id } = await mutateAsync({
      id: field.id,
      body: ({ options: now }) => (more ? { options: [...now, ...newOptions(now, more)] } : TEXT),
    });
    sayDone(t(more ? "fields.options.added" : "fields.saved", { name }), change_id);
  };
  return { options, name, change, isAllowed: type?.is_known ? mayWrite && field !== undefined : true };
}

const TEXT = { type: "text" } as const;
