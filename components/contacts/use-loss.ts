"use client";

import { useSearchParams } from "next/navigation";
import { isUnreadable } from "@/lib/client/contact-filter";
import { useIsSegmentGone } from "@/lib/client/segments";
import type { ContactFilterState } from "./use-contact-filter";

export type Loss = "link" | "segment";

/** What makes the URL's filter differ from the intended one; then nobody is shown, rather than other contacts. */
export function useLoss({ state }: ContactFilterState): Loss | null {
  const isCut = isUnreadable(useSearchParams());
  const isGone = useIsSegmentGone(state.segment);
  if (isCut) return "link";
  return isGone ? "segment" : null;
}
