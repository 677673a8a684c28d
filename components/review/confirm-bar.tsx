"use client";

import { useState } from "react";
import { consequence, isIdle, SENTENCE } from "@/components/imports/consequence";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/state";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { toConfirmBody } from "@/lib/client/import-draft";
import { type ImportPreview, useImportActions } from "@/lib/client/imports";
import { differing, type ImportDiff } from "@/lib/client/review";
import { Differs } from "./differs";
import { LeftOutBar } from "./left-out-bar";
import type { MarksState } from "./use-marks";

export interface ConfirmBarProps {
  preview: ImportPreview;
  /** The changes under review; undefined while they are computed. */
  head: ImportDiff | undefined;
  marks: MarksState;
  /** Shows what is left out. */
  onShow: () => void;
  onApply: () => void;
  onBack: () => void;
  onLookAgain: () => void;
}

/** Always in view: what confirming does, or that the marked rows have to be applied first. */
export function ConfirmBar({ preview, head, marks, onShow, onApply, onBack, onLookAgain }: ConfirmBarProps) {
  const t = useT();
  const { confirm } = useImportActions(preview.importId);
  const [then, setThen] = useState<ImportDiff | null>(null);
  const now = confirm.isError ? differing(confirm.error) : null;
  const run = (etag: string) => {
    if (!now) setThen(head ?? null);
    confirm.mutate({ ...toConfirmBody(preview.draft), draftVersion: preview.draft.version, etag });
  };
  const look = () => {
    confirm.reset();
    onLookAgain();
  };
  const isNothing = head !== undefined && isIdle(head.counts);
  return (
    <div
      data-bulk-bar
      className="sticky bottom-0 z-20 grid gap-2 border-line border-t bg-paper py-3 max-sm:-mx-4 max-sm:px-4"
    >
      {confirm.isError && !now && (
        <Notice tone="danger" role="alert">
          {ApiFailure.from(confirm.error).say(t)}
        </Notice>
      )}
      <LeftOutBar state={marks} onShow={onShow} />
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onBack}>{t("action.back")}</Button>
        {marks.isDirty ? (
          <Button variant="primary" onClick={onApply}>
            {t("review.apply")}
          </Button>
        ) : (
          <Button
            variant="primary"
            className={SENTENCE}
            busy={confirm.isPending}
            disabled={!head || isNothing}
            onClick={() => head && run(head.etag)}
          >
            {head
              ? consequence(t, head.counts)
              : t("check.confirmPlain", { count: preview.preview.totalRows })}
          </Button>
        )}
        <p className="min-w-0 max-w-[64ch] grow basis-72 text-muted text-sm max-lg:hidden">
          {t("review.bound")}
        </p>
      </div>
      {now && then && (
        <Differs
          then={then.counts}
          now={now}
          preview={preview}
          busy={confirm.isPending}
          onLook={look}
          onGoOn={run}
        />
      )}
    </div>
  );
}
