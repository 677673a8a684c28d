import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ExportRecord, NewExport } from "@/lib/exports/schemas";
import { callApi, callForBlob, saveBlob } from "./api";
import { FIRST_PAGE, pollPagesMs } from "./paging";

export type { ExportRecord };
export type ExportInput = Partial<NewExport>;

export const exportKeys = { list: ["exports"] as const };

function isUnderWay({ status }: ExportRecord): boolean {
  return status === "pending" || status === "processing";
}

export function useExportList() {
  return useInfiniteQuery({
    queryKey: exportKeys.list,
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      callApi<{ data: ExportRecord[]; nextCursor: string | null; total: number }>("/exports", {
        query: { cursor: pageParam, limit: 25 },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isUnderWay)) ? pollPagesMs(data.pages.length) : false,
  });
}

export function useCreateExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ExportInput) => callApi<{ exportId: string }>("/exports", { method: "POST", body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: exportKeys.list }),
  });
}

export function useDeleteExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi<void>(`/exports/${id}`, { method: "DELETE" }),
    onSuccess: () => queries.invalidateQueries({ queryKey: exportKeys.list }),
  });
}

/** Saves the file, with the mark by which spreadsheets recognise UTF-8. */
export async function downloadExport(id: string): Promise<void> {
  saveBlob(await callForBlob(`/exports/${id}/download`, { query: { bom: 1 } }));
}
