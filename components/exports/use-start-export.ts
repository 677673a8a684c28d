"use client";

import { toast } from "sonner";
import { useFailureToast } from "@/components/ui/use-form";
import { type ExportInput, useCreateExport } from "@/lib/client/exports";
import { useT } from "@/lib/client/i18n";
import { useGo } from "@/lib/client/unsaved";

/** Starts an export from the current page, and offers a link to its file. */
export function useStartExport() {
  const t = useT();
  const go = useGo();
  const create = useCreateExport();
  const toastFailure = useFailureToast();
  const start = (input: ExportInput) =>
    // Also told when the selection is gone by then, and its button with it.
    create.mutateAsync(input).then(
      () =>
        void toast.success(t("exports.started"), {
          action: { label: t("exports.show"), onClick: () => go("/exports") },
        }),
      toastFailure,
    );
  return { start, busy: create.isPending };
}
