"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { SelectField } from "@/components/ui/field";
import { useWhileShown } from "@/components/ui/use-form";
import { callApi } from "@/lib/client/api";
import { ApiFailure } from "@/lib/client/failure";
import { fileOf, keepOpenFor } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { useSendFile } from "./use-send-file";

interface SheetChoiceProps {
  preview: ImportPreview;
  /** Told whether another sheet is on its way. */
  onLeaving: (isLeaving: boolean) => void;
}

/**
 * Which sheet of a workbook is read. Another sheet means uploading the same file again, as long as this tab has it:
 * the server stores only the sheet it reads.
 */
export function SheetChoice({ preview, onLeaving }: SheetChoiceProps) {
  const t = useT();
  const { source, importId } = preview;
  const file = fileOf(importId);
  const { wanted, choose } = useOtherSheet(importId, file);
  const isLeaving = wanted !== null;
  useEffect(() => onLeaving(isLeaving), [isLeaving, onLeaving]);
  if (!source?.sheet || source.sheets.length < 2) return null;
  const found = source.sheet_by_addresses ? t("map.sheet.found", { sheet: source.sheet }) : null;
  if (!file)
    return (
      <p className="text-muted text-sm">
        {found} {t("map.sheet.again", { sheet: source.sheet, count: source.sheets.length })}
      </p>
    );
  return (
    <div className="max-w-sm">
      <SelectField
        label={t("map.sheet")}
        {...(found !== null && { hint: found })}
        value={wanted ?? source.sheet}
        onValue={(sheet) => void choose(sheet)}
        options={source.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
      />
    </div>
  );
}

/** Uploads the file for another sheet. The import of the first one, with its mapping, is deleted once that has worked. */
function useOtherSheet(importId: string, file: File | null) {
  const t = useT();
  const router = useRouter();
  const sendFile = useSendFile();
  const [wanted, setWanted] = useState<string | null>(null);
  const open = useWhileShown((address: string) => {
    void callApi("DELETE /imports/{id}", { path: { id: importId } }).catch(() => undefined);
    router.push(address);
  });
  const choose = async (sheet: string) => {
    if (!file || wanted !== null) return;
    setWanted(sheet);
    const id = toast.loading(t("upload.busy", { file: file.name }));
    try {
      const { signal } = new AbortController(); // there is no button to stop it
      const sent = sendFile(file, { signal, sheet, onProgress: () => undefined });
      const address = await keepOpenFor(sent);
      toast.dismiss(id);
      open(address);
    } catch (error) {
      setWanted(null);
      toast.error(ApiFailure.from(error).say(t), { id });
    }
  };
  return { wanted, choose };
}
