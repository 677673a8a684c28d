"use client";

import { useRouter } from "next/navigation";
import { SelectField } from "@/components/ui/field";
import { callApi } from "@/lib/client/api";
import { fileOf, handFile } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";

/**
 * Which sheet of a workbook is read. Another sheet means uploading the same file again, as long as this tab has it:
 * the server stores only the sheet it reads.
 */
export function SheetChoice({ preview }: { preview: ImportPreview }) {
  const t = useT();
  const router = useRouter();
  const { source, importId } = preview;
  if (!source?.sheet || source.sheets.length < 2) return null;
  const file = fileOf(importId);
  const found = source.sheet_by_addresses ? t("map.sheet.found", { sheet: source.sheet }) : null;
  const choose = async (sheet: string) => {
    if (!file) return;
    await callApi("DELETE /imports/{id}", { path: { id: importId } }).catch(() => undefined);
    handFile(file, sheet);
    router.push("/imports/new");
  };
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
        value={source.sheet}
        onValue={(sheet) => void choose(sheet)}
        options={source.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
      />
    </div>
  );
}
