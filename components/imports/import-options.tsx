"use client";

import { useRef } from "react";
import { TagChip } from "@/components/tags/tag-chip";
import { TagPicker } from "@/components/tags/tag-picker";
import { Button } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import { RadioCards } from "@/components/ui/radio-cards";
import { useT } from "@/lib/client/i18n";
import type { ImportDraft } from "@/lib/client/import-draft";
import type { DraftChanges } from "@/lib/client/imports";
import { useTags } from "@/lib/client/tags";

/** What happens to known addresses and empty cells, and the tags for everybody. */
export function ImportOptions({
  options,
  onChange,
}: {
  options: ImportDraft["options"];
  onChange: (options: NonNullable<DraftChanges["options"]>) => void;
}) {
  const t = useT();
  const tags = useTags();
  // A tag that is still being created is added after one that is picked in the meantime.
  const latest = useRef(options.tagIds);
  latest.current = options.tagIds;
  const chosen = tags.data?.filter(({ id }) => options.tagIds.includes(id)) ?? [];
  return (
    <div className="grid gap-6">
      <RadioCards
        legend={t("check.duplicates")}
        value={options.duplicateStrategy}
        onChange={(duplicateStrategy) => onChange({ duplicateStrategy })}
        options={[
          { value: "update", label: t("check.duplicates.update") },
          { value: "skip", label: t("check.duplicates.skip") },
          { value: "update_only", label: t("check.duplicates.update_only") },
        ]}
      />
      <RadioCards
        legend={t("check.empty")}
        value={options.emptyCells}
        onChange={(emptyCells) => onChange({ emptyCells })}
        options={[
          { value: "keep", label: t("check.empty.keep") },
          { value: "clear", label: t("check.empty.clear") },
        ]}
      />
      <div className="grid gap-2">
        <p className="font-medium text-sm">{t("check.tags")}</p>
        <div className="flex flex-wrap items-center gap-1.5">
          {chosen.map((tag) => (
            <TagChip key={tag.id} tag={tag} />
          ))}
          <TagPicker
            chosen={new Set(options.tagIds)}
            onToggle={({ id }, on) =>
              onChange({ tagIds: [...latest.current.filter((each) => each !== id), ...(on ? [id] : [])] })
            }
            trigger={
              <Button size="sm" variant="ghost">
                <Plus aria-hidden="true" /> {t("contact.addTag")}
              </Button>
            }
          />
        </div>
      </div>
    </div>
  );
}
