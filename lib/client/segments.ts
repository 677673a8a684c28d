import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAccountEmail } from "./account";
import { type Answer, callApi } from "./api";
import type { NewSegment, Segment, SegmentChanges } from "./api-types";
import { byName } from "./by-name";
import { useChange } from "./changes";
import { NEWEST_FIRST, readAddress } from "./contact-filter";
import { contactKeys } from "./contacts";
import { useRepeatable } from "./repeatable";
import { forgetKeptViews, keptViews } from "./view-storage";

export type { Segment };

const listKey = ["segments"] as const;

/**
 * The workspace's segments, by name. Views that an earlier version stored in this browser are converted to segments
 * first, once.
 */
export function useSegments(email: string) {
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => {
      await takeKeptViews(email);
      return callApi("GET /segments", { signal });
    },
    select: ({ data }) => byName(data),
  });
}

/** Views that are refused, usually because the name is taken, are dropped: the browser keeps nothing that names people. */
async function takeKeptViews(email: string): Promise<void> {
  const views = keptViews(email);
  if (views.length === 0) return;
  forgetKeptViews();
  for (const { name, query } of views) {
    const { filter, sort } = readAddress(query);
    await callApi("POST /segments", { body: { name, filter, sort } }).catch(() => null);
  }
}

/** The name of a segment, null for none; nothing until it is known. */
export function useSegmentName(id: string | null): string | null | undefined {
  const { data } = useSegments(useAccountEmail());
  return id === null ? null : data?.find((segment) => segment.id === id)?.name;
}

/** Whether the segment with this id was deleted, or never existed. */
export function useIsSegmentGone(id: string | null): boolean {
  const { data } = useSegments(useAccountEmail());
  return id !== null && data !== undefined && !data.some((segment) => segment.id === id);
}

type Saved = { id: string; body: SegmentChanges } | { id: null; body: NewSegment };

/** Creates a segment, or changes the one with `id`. */
export function useSaveSegment() {
  const create = useRepeatable((body: NewSegment, headers) => callApi("POST /segments", { body, headers }));
  const save = (saved: Saved) =>
    saved.id === null
      ? create(saved.body)
      : callApi("PATCH /segments/{id}", { path: { id: saved.id }, body: saved.body });
  return useChange(save, { awaited: [listKey], others: [contactKeys.lists] });
}

export function useDeleteSegment() {
  return useChange((id: string) => callApi("DELETE /segments/{id}", { path: { id } }), {
    awaited: [listKey],
  });
}

/** The URL of a segment's contacts in its order. */
export function segmentAddress({ id, sort }: Pick<Segment, "id" | "sort">): string {
  const inOrder = sort ?? NEWEST_FIRST;
  return `/contacts?segment=${id}${inOrder === NEWEST_FIRST ? "" : `&sort=${encodeURIComponent(inOrder)}`}`;
}

/** Replaces an older count with a total that the list has shown. */
export function useShownTotal(id: string | null, total: number | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (id === null || total === undefined) return;
    queries.setQueryData<Answer<"GET /segments">>(
      listKey,
      (list) =>
        list && { data: list.data.map((one) => (one.id === id ? { ...one, contact_count: total } : one)) },
    );
  }, [queries, id, total]);
}
