import { useInfiniteQuery } from "@tanstack/react-query";
import { callApi, callForBlob, saveBlob } from "./api";
import type { Export as ExportRecord, NewExport } from "./api-types";
import { useChange } from "./changes";
import { lookAgainMs } from "./live";
import { FIRST_PAGE, pollPagesMs } from "./paging";
import { useRepeatable } from "./repeatable";

export type { ExportRecord };
export type ExportInput = NewExport;

const listKey = ["exports"] as const;

function isUnderWay({ status }: ExportRecord): boolean {
  return status === "pending" || status === "processing";
}

export function useExportList() {
  return useInfiniteQuery({
    queryKey: listKey,
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /exports", {
        query: { cursor: pageParam, limit: 25 },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isUnderWay))
        ? lookAgainMs(pollPagesMs(data.pages.length))
        : false,
  });
}

export function useCreateExport() {
  const create = useRepeatable((body: ExportInput, headers) => callApi("POST /exports", { body, headers }));
  return useChange(create, { awaited: [listKey] });
}

export function useDeleteExport() {
  return useChange((id: string) => callApi("DELETE /exports/{id}", { path: { id } }), { awaited: [listKey] });
}

/** Saves the file, with the byte order mark by which spreadsheets recognise UTF-8. */
export async function downloadExport(id: string): Promise<void> {
  saveBlob(await callForBlob("GET /exports/{id}/download", { path: { id }, query: { bom: "1" } }));
}
