import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callForBlob, saveBlob } from "./api";
import type { Import as ImportRecord, Operations } from "./api-types";
import { UNDO_WAIT_MS } from "./change-sets";
import { contactKeys } from "./contacts";
import { ApiFailure } from "./failure";
import { isBusy } from "./failure-words";
import { languageOfPage } from "./language";
import { lookAgainMs } from "./live";
import { backgroundTurn } from "./pace";
import { FIRST_PAGE, pollPagesMs } from "./paging";

export type {
  DryRun,
  Import as ImportRecord,
  ImportPreview,
  ImportRowError,
  ImportUndoPreview as UndoPreview,
} from "./api-types";
export type ConfirmBody = NonNullable<Operations["POST /imports/{id}/confirm"]["request"]["body"]>;
/** Changes a part of the draft; what is not named stays. */
type DraftBody = Operations["PATCH /imports/{id}"]["request"]["body"];
type Said<T> = { [K in keyof T]: Exclude<T[K], null> };
/** Changes of a draft. The dashboard resets no column that it does not name. */
export type DraftChanges = Omit<DraftBody, "columnTypes" | "options"> &
  Said<Pick<DraftBody, "columnTypes">> & { options?: Said<NonNullable<DraftBody["options"]>> };

export const importKeys = {
  all: ["imports"] as const,
  list: ["imports", "list"] as const,
  one: (id: string) => ["imports", "one", id] as const,
  preview: (id: string) => ["imports", "preview", id] as const,
  errors: (id: string) => ["imports", "errors", id] as const,
  undo: (id: string) => ["imports", "undo", id] as const,
};

/** Pause between two polls of running work; polls only while the page is visible. */
const FIRST_POLL_MS = 150;
const LAST_POLL_MS = 2500;

/**
 * Pause before the next poll of work that has been observed running for this long: short at first, because most files
 * are small, then half of the elapsed time, at most 24 polls a minute.
 */
export function runningPollMs(ageMs: number): number {
  return Math.min(LAST_POLL_MS, Math.max(FIRST_POLL_MS, ageMs / 2));
}

interface Watched {
  since: number;
  isEnding: boolean;
}

/** Since when each import has been seen running, or processed except for its end. */
const watched = new Map<string, Watched>();

/** Polling restarts with short pauses when all rows are done, because the end is near. */
function pollMs(record: ImportRecord | undefined): number | false {
  if (!record) return false;
  if (!isRunning(record)) {
    watched.delete(record.id);
    return false;
  }
  const isEnding = record.status === "processing" && record.processed_rows >= record.total_rows;
  const before = watched.get(record.id);
  const now = before?.isEnding === isEnding ? before : { since: Date.now(), isEnding };
  watched.set(record.id, now);
  return lookAgainMs(runningPollMs(Date.now() - now.since));
}

/** Whether the server is still working on it. */
export function isRunning(record: Pick<ImportRecord, "status" | "undo_status">): boolean {
  return record.status === "processing" || record.undo_status === "processing";
}

export function useImportList() {
  return useInfiniteQuery({
    queryKey: importKeys.list,
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /imports", {
        query: { cursor: pageParam, limit: 25 },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isRunning))
        ? lookAgainMs(pollPagesMs(data.pages.length))
        : false,
  });
}

/** The name of an import's file; nothing until it is known. */
export function useImportName(id: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ["imports", "name", id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await callApi("GET /imports/{id}", { path: { id: id ?? "" }, signal })).filename,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** One import, polled while it runs: the progress is the server's, so any tab shows the same. */
export function useImport(id: string) {
  return useQuery({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => callApi("GET /imports/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => pollMs(state.data),
    staleTime: 2000,
  });
}

/** A pending import as its draft reads it; refetched when the tab gets the focus, because another one may have changed it. */
export function useImportPreview(id: string) {
  return useQuery({
    queryKey: importKeys.preview(id),
    queryFn: ({ signal }) => callApi("GET /imports/{id}/preview", { path: { id }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** What an undo would do now; fetched each time, because contacts may be edited in between. */
export function useUndoPreview(id: string) {
  return useQuery({
    queryKey: importKeys.undo(id),
    queryFn: ({ signal }) => callApi("GET /imports/{id}/undo", { path: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

const BUSY_RETRIES = 5;

/**
 * Whether to retry a dry run, after the pause the server asks for: at the rate limit, and a few times when it is busy
 * with other files. Its turn comes soon, and the slot may be our own, held by a check whose option was changed
 * meanwhile.
 */
export function isCheckRepeated(count: number, error: Error): boolean {
  const { isLimited, details } = ApiFailure.from(error);
  return isLimited || (count < BUSY_RETRIES && isBusy(details));
}

/** Corrections may follow each other quickly: they are checked together, once none has come for this long. */
const SETTLED_MS = 600;

/** Without the types of its columns: what follows from another type or more options replaces what is shown. */
const withoutTypes = (asked: unknown) => JSON.stringify({ ...JSON.parse(String(asked)), columnTypes: null });

/**
 * Exact numbers of what confirming with this body would do; nothing is written. While corrected rows are checked
 * again, the previous numbers.
 */
export function useDryRun(id: string, body: ConfirmBody, corrections: number) {
  const asked = JSON.stringify(body);
  return useQuery({
    queryKey: ["imports", "dry-run", id, asked, corrections] as const,
    queryFn: async ({ client, queryKey, signal }) => {
      const former = client.getQueriesData({ queryKey: queryKey.slice(0, -1) });
      if (former.some(([, data]) => data !== undefined)) {
        await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
        signal.throwIfAborted();
        await backgroundTurn(signal);
      }
      const query = { errors_limit: null };
      return callApi("POST /imports/{id}/dry-run", { path: { id }, query, body, signal });
    },
    placeholderData: (before, query) =>
      query && withoutTypes(query.queryKey[3]) === withoutTypes(asked) ? before : undefined,
    staleTime: 60_000,
    retry: isCheckRepeated,
  });
}

export function useRowErrors(id: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: importKeys.errors(id),
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /imports/{id}/errors", {
        path: { id },
        query: { after: pageParam || null, limit: 50 },
        signal,
      }),
    getNextPageParam: (page) => page.nextAfter,
  });
}

function rowErrors(id: string) {
  return callForBlob("GET /imports/{id}/errors", {
    path: { id },
    query: { format: "csv", language: languageOfPage() },
  });
}

export async function downloadRowErrors(id: string): Promise<void> {
  saveBlob(await rowErrors(id));
}

/** The rejected rows as a file that can be imported: its columns are matched like those of its import. */
export async function rowErrorFile(id: string): Promise<File> {
  const { blob, filename } = await rowErrors(id);
  return new File([blob], filename, { type: "text/csv" });
}

/** Starts, stops, undoes or deletes an import, and refreshes what that changes. */
export function useImportActions(id: string) {
  const path = { id };
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: importKeys.one(id) }),
      queries.invalidateQueries({ queryKey: importKeys.list }),
    ]);
  const refreshContacts = () => {
    for (const key of [contactKeys.all, ["tags"], ["stats"]])
      void queries.invalidateQueries({ queryKey: key });
  };
  const confirm = useMutation({
    // With the `etag` of the reviewed changes, exactly these are made.
    mutationFn: ({ etag = null, ...body }: ConfirmBody & { draftVersion: number; etag?: string | null }) =>
      callApi("POST /imports/{id}/confirm", { path, query: { etag }, body }),
    // A refusal may mean that another tab decided otherwise.
    onError: () => queries.invalidateQueries({ queryKey: importKeys.preview(id) }),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: () => callApi("POST /imports/{id}/cancel", { path }),
    onSettled: refresh,
  });
  const resume = useMutation({
    mutationFn: () => callApi("POST /imports/{id}/resume", { path }),
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: () => callApi("POST /imports/{id}/undo", { path, query: { wait_ms: UNDO_WAIT_MS } }),
    onSettled: refresh,
    onSuccess: refreshContacts,
  });
  const remove = useMutation({
    mutationFn: () => callApi("DELETE /imports/{id}", { path }),
    onSuccess: () => queries.invalidateQueries({ queryKey: importKeys.list }),
  });
  return { confirm, cancel, resume, undo, remove, refresh, refreshContacts };
}
