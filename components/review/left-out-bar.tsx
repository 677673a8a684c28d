"use client";

import { Button } from "@/components/ui/button";
import { useT } from "@/lib/client/i18n";
import type { MarksState } from "./use-marks";

/** What is left out, and how to include it again. */
export function LeftOutBar({ state, onShow }: { state: MarksState; onShow: () => void }) {
  const t = useT();
  const { marks, saved, isDirty } = state;
  const isAny = marks.rows.size + marks.kinds.size > 0;
  if (!isAny && !isDirty) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="figures">
        {(marks.rows.size > 0 || marks.kinds.size === 0) && t("review.out.rows", { count: marks.rows.size })}
        {[...marks.kinds].map((kind) => (
          <span key={kind} className="block">
            {t(`review.out.${kind}`)}
          </span>
        ))}
      </p>
      {isDirty && <p className="text-muted">{t("review.out.pending")}</p>}
      {!isDirty && saved.rows.size > 0 && (
        <Button size="sm" variant="ghost" onClick={onShow}>
          {t("review.out.show")}
        </Button>
      )}
      {isAny && (
        <Button size="sm" variant="ghost" onClick={state.clear}>
          {t("review.out.none")}
        </Button>
      )}
    </div>
  );
}
