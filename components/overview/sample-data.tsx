"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/use-form";
import { useConfig } from "@/lib/client/config";
import { useContactTotal } from "@/lib/client/contacts";
import { useT } from "@/lib/client/i18n";
import { useImportList } from "@/lib/client/imports";
import { findSampleImport, loadSampleData, removeSampleData } from "@/lib/client/sample-data";

/** One click adds sample contacts to an empty workspace; one click removes exactly those. */
export function SampleData() {
  const t = useT();
  const queries = useQueryClient();
  const { embedded } = useConfig();
  const contacts = useContactTotal();
  const imports = useImportList();
  const records = imports.data?.pages.flatMap((page) => page.data);
  const sample = records && findSampleImport(records);
  const failed = useFailureToast();
  const settled = () => queries.invalidateQueries();
  const load = useMutation({
    mutationFn: () => loadSampleData(embedded.blob),
    onSuccess: ({ created_rows }) => toast.success(t("start.sample.loaded", { count: created_rows })),
    onError: failed,
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => removeSampleData(id),
    onSuccess: ({ removed, kept }) =>
      toast.success(
        kept > 0 ? t("start.sample.kept", { kept }) : t("start.sample.removed", { count: removed }),
      ),
    onError: failed,
    onSettled: settled,
  });
  const empty = contacts.data === 0 && records?.length === 0;
  if (!sample && !empty && !load.isPending) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
      {sample ? t("start.sample.present") : t("start.sample")}
      {sample ? (
        <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate(sample.id)}>
          {t("start.sample.remove")}
        </Button>
      ) : (
        <Button size="sm" busy={load.isPending} onClick={() => load.mutate()}>
          {t("start.sample.load")}
        </Button>
      )}
    </p>
  );
}
