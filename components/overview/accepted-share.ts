import type { ImportRecord } from "@/lib/client/imports";
import type { Stats } from "@/lib/client/stats";

type Ran = Pick<ImportRecord, "status" | "processed_rows">;

/**
 * The share of accepted rows in percent; null while no import has read any, for which the API says 0, and undefined as
 * long as the imports that would tell are not known.
 */
export function acceptedShare(
  { successRate }: Pick<Stats, "successRate">,
  imports: Ran[] | undefined,
): number | null | undefined {
  if (successRate > 0) return successRate;
  if (!imports) return undefined;
  // The share is computed anew when an import ends; of one that runs it knows nothing.
  const hasRows = imports.some(({ status, processed_rows }) => status !== "processing" && processed_rows > 0);
  return hasRows ? successRate : null;
}
