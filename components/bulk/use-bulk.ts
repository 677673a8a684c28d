"use client";

import { useCallback } from "react";
import { toast } from "sonner";
import { useSayUndo } from "@/components/history/use-say-undo";
import { useFailureToast } from "@/components/ui/use-form";
import { type BulkAction, type BulkTarget, type BulkWork, isRunning, useStartBulk } from "@/lib/client/bulk";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { sayDone } from "./words";

/** Announces the result of a bulk action, with its undo. */
export function useSayEnd() {
  const t = useT();
  const undo = useSayUndo();
  return useCallback(
    (ended: BulkAction) => {
      const takeBack = async () => {
        try {
          await undo(ended.id);
        } catch (error) {
          toast.error(ApiFailure.from(error).say(t));
        }
      };
      const way = ended.change_id && { action: { label: t("action.undo"), onClick: () => void takeBack() } };
      const isWhole = ended.status === "completed" && ended.refused === 0;
      // The answer and the list of running actions may both report the same end: its id makes one toast of them.
      (isWhole ? toast.success : toast.warning)(sayDone(t, ended), { id: ended.id, ...way });
    },
    [t, undo],
  );
}

/** Starts a bulk action and announces that, or the result of a short one. */
export function useBulk(target: BulkTarget, onBegun: () => void) {
  const t = useT();
  const start = useStartBulk();
  const sayEnd = useSayEnd();
  const toastFailure = useFailureToast();
  const begin = async (work: BulkWork): Promise<void> => {
    const action = await start.mutateAsync({ ...work, ...target });
    onBegun();
    if (isRunning(action)) toast(t("bulk.started"));
    else sayEnd(action);
  };
  const run = (work: BulkWork) => void begin(work).catch(toastFailure);
  return { begin, run, busy: start.isPending };
}
