"use client";

import { useId } from "react";
import { cx } from "@/components/ui/cx";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";

interface EncodingChoiceProps {
  preview: ImportPreview;
  onChoose: (encoding: string) => void;
}

/**
 * Shown when only the letters reveal the encoding and there are few of them: the same cells in the best readings,
 * side by side. Anyone who knows these people sees at once which is right.
 */
export function EncodingChoice({ preview, onChoose }: EncodingChoiceProps) {
  const t = useT();
  const name = useId();
  const { encodingCandidates: candidates, draft, encoding } = preview;
  if (!candidates.some(({ samples }) => samples.length > 0)) return null;
  const isDamaged = preview.warnings.some(({ code }) => code === "damaged_text");
  const open = draft.dialect.encoding === null;
  return (
    <fieldset className={cx("sheet min-w-0 px-4 pb-4", open && "border-warn/40 bg-warn-soft")}>
      <legend className="float-left mb-1 w-full pt-3 font-medium text-sm">{t("map.reading.title")}</legend>
      {/* Where the chosen one damages letters, the warning above says why. */}
      <p className="clear-both mb-3 text-muted text-sm">{!isDamaged && t("map.reading.why")}</p>
      <div className={cx("grid gap-3", candidates.length > 2 ? "md:grid-cols-3" : "md:grid-cols-2")}>
        {candidates.map((candidate) => (
          <Reading
            key={candidate.encoding}
            name={name}
            candidate={candidate}
            checked={candidate.encoding === encoding}
            onChoose={() => onChoose(candidate.encoding)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ReadingProps {
  name: string;
  candidate: ImportPreview["encodingCandidates"][number];
  checked: boolean;
  onChoose: () => void;
}

function Reading({ name, candidate, checked, onChoose }: ReadingProps) {
  const t = useT();
  const { encoding, samples } = candidate;
  return (
    <label
      className={cx(
        "grid min-w-0 content-start gap-2 rounded-md border px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
        checked ? "border-accent bg-accent-soft" : "border-line bg-surface hover:border-edge",
      )}
    >
      <span className="flex min-h-6 items-center gap-3 text-muted">
        <input
          type="radio"
          name={name}
          className="size-4 accent-accent outline-none"
          checked={checked}
          onChange={onChoose}
        />
        {encoding.toUpperCase()}
      </span>
      {samples.map(({ line, column, text }) => (
        <span key={`${line} ${column}`} className="grid min-w-0">
          <bdi className="break-words font-medium">{text}</bdi>
          <span className="truncate text-muted text-xs">{t("map.reading.place", { line, column })}</span>
        </span>
      ))}
    </label>
  );
}
