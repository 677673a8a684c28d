import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { toast } from "sonner";
import { callApi, callForState } from "./api";
import type {
  CorrectedRow,
  CorrectionRule,
  CorrectionsResult,
  ImportDiff,
  ImportDiffRow,
  Operations,
} from "./api-types";
import { ApiFailure } from "./failure";
import { useT } from "./i18n";
import { type ImportPreview, importKeys, isCheckRepeated } from "./imports";
import { retryDelay } from "./query-client";

export type { CorrectedRow, CorrectionRule };
export type Reason = ImportDiff["reasons"][number];
export type Proposal = CorrectionRule["proposal"];
/** A row that is rejected, and why. */
export type RejectedRow = ImportDiffRow & { error: NonNullable<ImportDiffRow["error"]> };
type Body = Operations["PATCH /imports/{id}/corrections"]["request"]["body"];
/** `rules` makes the new ones out of those that are stored by then: an earlier answer or another tab may change them. */
export type Correction = Pick<Body, "rows"> & { rules?: (stored: CorrectionRule[]) => CorrectionRule[] };

/** Rejected rows on a page. */
export const REJECTED_PAGE = 25;

const mutationKey = (id: string) => ["imports", "corrections", id];

export function isSameRule(a: CorrectionRule, b: CorrectionRule): boolean {
  return a.code === b.code && a.column === b.column && a.proposal === b.proposal;
}

/** Why rows are rejected, with these corrections, and how many corrected ones are; the previous reasons are shown meanwhile. */
export function useReasons(id: string, etag: string | null) {
  return useQuery({
    queryKey: ["imports", "reasons", id, etag],
    queryFn: ({ signal }) =>
      callApi("GET /imports/{id}/changes", { path: { id }, query: { kind: "fail", limit: 1 }, signal }),
    select: ({ reasons, failed_corrections: stillWrong }) => ({ reasons, stillWrong }),
    enabled: etag !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: isCheckRepeated,
  });
}

/**
 * Rows rejected for a reason, a page of them, after a row of the file. They stay in place while they are corrected;
 * `round` counts changes that affect other rows than these. They are asked for once what was corrected is stored: leaving
 * the page sends a correction, and whoever comes back at once must see it.
 */
export function useRejectedRows(id: string, reason: Reason, after: number, round: number) {
  const { code, column } = reason;
  const isCorrecting = useIsCorrecting(id);
  return useQuery({
    enabled: !isCorrecting,
    queryKey: ["imports", "rejected", id, code, column, after, round],
    queryFn: ({ signal }) =>
      callApi("GET /imports/{id}/changes", {
        path: { id },
        query: { code, column, cursor: after || null, limit: REJECTED_PAGE },
        signal,
      }),
    select: ({ data, nextCursor }) => ({
      rows: data.filter((row): row is RejectedRow => row.error !== null),
      next: nextCursor,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: isCheckRepeated,
  });
}

/** How corrections are sent: one request after the other, and again when the limit allows it. */
const sent = (id: string) => ({
  mutationKey: mutationKey(id),
  scope: { id: mutationKey(id).join() },
  retry: isCheckRepeated,
  retryDelay,
});

/** Attempts at a change of the rules that others overtake. */
const TRIES = 5;

async function send(id: string, { rows, rules }: Correction): Promise<CorrectionsResult> {
  const path = { id };
  if (!rules) return callApi("PATCH /imports/{id}/corrections", { path, body: { rows } });
  for (let attempt = 1; ; attempt++) {
    const { answer, etag } = await callForState("GET /imports/{id}/corrections", { path });
    const body = { rows, rules: rules(answer.rules) };
    const seen = etag && { headers: { "if-match": etag } };
    try {
      return await callApi("PATCH /imports/{id}/corrections", { path, body, ...seen });
    } catch (error) {
      if (ApiFailure.from(error).status !== 412 || attempt === TRIES) throw error;
    }
  }
}

/** Corrects rows of a pending import; the preview then knows what is corrected. */
export function correction(queries: QueryClient, id: string) {
  return mutationOptions({
    ...sent(id),
    mutationFn: (correction: Correction) => send(id, correction),
    onSuccess: ({ version, corrected, rules }) => {
      queries.setQueryData<ImportPreview>(
        importKeys.preview(id),
        (before) =>
          before && {
            ...before,
            draft: { ...before.draft, version, corrections: { version, rows: corrected, rules } },
          },
      );
    },
  });
}

/** Ways to correct rows, or to discard all corrections. */
export function useCorrections(id: string) {
  const t = useT();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    ...correction(queries, id),
    onError: (error) => {
      toast.error(ApiFailure.from(error).say(t));
      return queries.invalidateQueries({ queryKey: importKeys.preview(id) });
    },
  });
  const { mutateAsync: discard } = useMutation({
    ...sent(id),
    mutationFn: () => callApi("DELETE /imports/{id}/corrections", { path: { id } }),
    onError: (error) => void toast.error(ApiFailure.from(error).say(t)),
    onSettled: () => queries.invalidateQueries({ queryKey: importKeys.preview(id) }),
  });
  return { correct: mutateAsync, discard };
}

/** Whether corrections are being sent to the server. */
export function useIsCorrecting(id: string): boolean {
  return useIsMutating({ mutationKey: mutationKey(id) }) > 0;
}
