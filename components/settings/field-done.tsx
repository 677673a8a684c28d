"use client";

import { toast } from "sonner";
import { useUndoField } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";

/** Announces what was done to a field, with its undo. */
export function useSayFieldDone() {
  const t = useT();
  const undo = useUndoField();
  return (text: string, changeId: string | null, isWhole = true) => {
    const takeBack = () =>
      toast.promise(undo.mutateAsync(changeId ?? ""), {
        success: t("fields.undone"),
        error: t("fields.undo.failed"),
      });
    (isWhole ? toast.success : toast.warning)(
      text,
      changeId ? { action: { label: t("action.undo"), onClick: takeBack } } : {},
    );
  };
}
