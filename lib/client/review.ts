import {
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi, callForBlob, saveBlob } from "./api";
import type { ImportDiff, ImportDiffRow } from "./api-types";
import { ApiFailure } from "./failure";
import { isReason } from "./failure-words";
import { importKeys, isCheckRepeated } from "./imports";
import { backgroundTurn } from "./pace";

export type { ImportDiff, ImportDiffRow };
export type ChangeKind = ImportDiffRow["kind"];
export type ChangeCounts = ImportDiff["counts"];

export const CHANGE_KINDS = ["create", "update", "unchanged", "skip", "fail"] as const satisfies ChangeKind[];

/** Which rows of a diff are selected. */
export interface ReviewFilter {
  kind: ChangeKind | null;
  field: string | null;
  search: string;
}

/** Identifies the diff of a draft: another draft, or other changes of the same draft, are another diff. */
export interface ReviewSource {
  id: string;
  version: number;
  etag: string;
}

/** Rows per request; their positions in the list are known beforehand, so that any part of it can be shown. */
const PAGE_ROWS = 200;
/** Rows per request when only their numbers are needed: the API's maximum. */
const MOST_ROWS = 500;
/** How long a page that was scrolled past stays in memory. */
const KEPT_MS = 30_000;

const headKey = (id: string, version: number) => ["imports", "changes", id, version, "head"] as const;

/** Figures of the changes of a draft. If nobody has requested them before, they are computed, which takes as long as a check. */
export function useChangesHead(id: string, version: number, enabled: boolean) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: headKey(id, version),
    queryFn: async ({ signal }) => {
      const head = await callApi("GET /imports/{id}/changes", { path: { id }, query: { limit: 1 }, signal });
      // Another tab has changed the draft: its options have changed, too.
      if (head.draft_version !== version)
        void queries.invalidateQueries({ queryKey: importKeys.preview(id) });
      return head;
    },
    enabled,
    staleTime: 0,
    retry: isCheckRepeated,
  });
}

/** Fetches the changes again: they were recomputed. */
export function useLookAgain(id: string, version: number) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: headKey(id, version) });
}

interface Page {
  rows: ImportDiffRow[];
  total: number;
}

interface ReviewRows {
  /** Rows of the list; with a search as many as are known. */
  count: number;
  rowAt: (index: number) => ImportDiffRow | undefined;
  isPending: boolean;
  error: unknown;
  retry: () => void;
}

/** From one position of the list to another. */
type Shown = Record<"from" | "to", number>;

/** The rows that are shown; those at other positions are fetched when they come into view. */
export function useReviewRows(source: ReviewSource, filter: ReviewFilter, shown: Shown): ReviewRows {
  const isSearch = filter.search !== "";
  const placed = usePlacedRows(source, filter, shown, !isSearch);
  const found = useFoundRows(source, filter, shown.to, isSearch);
  return isSearch ? found : placed;
}

function usePlacedRows(
  source: ReviewSource,
  filter: ReviewFilter,
  { from, to }: Shown,
  enabled: boolean,
): ReviewRows {
  const lookAgain = useLookAgain(source.id, source.version);
  const numbers = new Set([0]);
  for (let page = Math.floor(from / PAGE_ROWS); page * PAGE_ROWS <= to; page++) numbers.add(page);
  const pages = [...numbers];
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["imports", "changes", source, filter, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPage(source, filter, page, { signal, lookAgain }),
      enabled,
      gcTime: KEPT_MS,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const failed = results.find(({ isError }) => isError);
  return {
    count: results[0]?.data?.total ?? 0,
    rowAt: (index) => {
      const at = pages.indexOf(Math.floor(index / PAGE_ROWS));
      return results[at]?.data?.rows[index % PAGE_ROWS];
    },
    isPending: results[0]?.isPending ?? true,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** A page by its position in the list: if long rows end an answer early, the rest is requested. */
async function readPage(
  source: ReviewSource,
  filter: ReviewFilter,
  page: number,
  { signal, lookAgain }: { signal: AbortSignal; lookAgain: () => unknown },
): Promise<Page> {
  const rows: ImportDiffRow[] = [];
  let place: { offset: number } | { cursor: number } = { offset: page * PAGE_ROWS };
  for (;;) {
    await backgroundTurn(signal);
    const answer = await ask(source, filter, { ...place, limit: PAGE_ROWS - rows.length }, signal, lookAgain);
    rows.push(...answer.data);
    if (rows.length >= PAGE_ROWS || answer.nextCursor === null) return { rows, total: answer.total ?? 0 };
    place = { cursor: answer.nextCursor };
  }
}

async function ask(
  { id, etag }: ReviewSource,
  { kind, field, search }: ReviewFilter,
  place: { offset?: number; cursor?: number; limit: number },
  signal: AbortSignal | undefined,
  lookAgain: () => unknown,
): Promise<ImportDiff> {
  const answer = await callApi("GET /imports/{id}/changes", {
    path: { id },
    query: { kind, field, search: search || null, ...place },
    ...(signal && { signal }),
  });
  if (answer.etag === etag) return answer;
  void lookAgain();
  throw new ApiFailure({
    status: 409,
    code: "CONFLICT",
    message: "The changes were made anew",
    details: { reason: "draft_differs" },
  });
}

/** With a search, positions are not known beforehand: one page follows the other. */
function useFoundRows(source: ReviewSource, filter: ReviewFilter, to: number, enabled: boolean): ReviewRows {
  const lookAgain = useLookAgain(source.id, source.version);
  const list = useInfiniteQuery({
    queryKey: ["imports", "changes", source, filter, "found"],
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask(source, filter, { cursor: pageParam, limit: PAGE_ROWS }, signal, lookAgain),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isWanted = enabled && to >= rows.length - PAGE_ROWS / 2 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  return {
    count: rows.length,
    rowAt: (index) => rows[index],
    isPending: list.isPending,
    error: list.isError ? list.error : null,
    retry: () => void list.refetch(),
  };
}

/**
 * Numbers of the matching rows that would write something, up to one more than `max`. Throws when the changes have
 * changed by now.
 */
export async function writingRows(
  source: ReviewSource,
  filter: ReviewFilter,
  max: number,
): Promise<number[]> {
  const kinds = filter.kind ? [filter.kind] : (["create", "update"] as const);
  const numbers: number[] = [];
  for (const kind of kinds) {
    for (let cursor: number | null = 0; cursor !== null && numbers.length <= max; ) {
      const page = await ask(
        source,
        { ...filter, kind },
        { cursor, limit: MOST_ROWS },
        undefined,
        () => undefined,
      );
      numbers.push(...page.data.map(({ row }) => row));
      cursor = page.nextCursor;
    }
  }
  return numbers;
}

/** Saves the matching rows as a file. */
export async function downloadChanges(id: string, { kind, field, search }: ReviewFilter): Promise<void> {
  const query = { kind, field, search: search || null, format: "csv" } as const;
  saveBlob(await callForBlob("GET /imports/{id}/changes", { path: { id }, query }));
}

/** What the import would do now, if that differs from what was reviewed. */
export interface Differing {
  reason: "changes_differ";
  /** What has changed since; null when it is not known. */
  changed: "draft" | "contacts" | null;
  /** The first rows that would do something else, as they are now; null when they are not known. */
  rows: ImportDiffRow[] | null;
  /** The etag by which it can be confirmed; null when the changes were not stored. */
  etag: string | null;
  counts: ChangeCounts;
}

/** The new figures, if a confirmation was refused because of them. */
export function differing(error: unknown): Differing | null {
  const { details } = ApiFailure.from(error);
  return isDiffering(details) ? details : null;
}

function isDiffering(details: unknown): details is Differing {
  return isReason(details, "changes_differ");
}
