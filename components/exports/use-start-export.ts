"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { useSayAside } from "@/components/ui/use-form";
import { type ExportInput, useCreateExport } from "@/lib/client/exports";
import { useT } from "@/lib/client/i18n";

/** Starts an export from the current page, and offers a link to its file. */
export function useStartExport() {
  const t = useT();
  const router = useRouter();
  const create = useCreateExport();
  const sayAside = useSayAside();
  const start = (input: ExportInput) =>
    create.mutate(input, {
      onSuccess: () =>
        toast.success(t("exports.started"), {
          action: { label: t("exports.show"), onClick: () => router.push("/exports") },
        }),
      onError: sayAside,
    });
  return { start, busy: create.isPending };
}
