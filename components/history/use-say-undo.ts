"use client";

import { useCallback } from "react";
import { toast } from "sonner";
import { type ChangeUndo, useUndo } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import { sayParts } from "./undo-words";

/** Undoes a change set and announces what was undone: of one that goes on in the background, that, and later its end. */
export function useSayUndo() {
  const t = useT();
  const undo = useUndo();
  return useCallback(
    async (changeId: string) => {
      const id = `undo ${changeId}`;
      const say = (done: ChangeUndo) =>
        void toast.success(t("history.undo.done", { what: sayParts(t, done) }), { id });
      const begun = await undo(changeId, say);
      if (begun.undo_status === "processing") toast(t("bulk.undo.running"), { id });
      else say(begun);
    },
    [t, undo],
  );
}
