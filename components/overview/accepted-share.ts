import type { ImportRecord } from "@/lib/client/imports";
import type { Stats } from "@/lib/client/stats";

type Ran = Pick<ImportRecord, "status" | "processed_rows">;

/** The share of accepted rows in percent; null while no import has read any, for which the API says 0. */
export function acceptedShare({ successRate }: Pick<Stats, "successRate">, imports: Ran[]): number | null {
  // The share is computed anew when an import ends; of one that runs it knows nothing.
  const hasRows = imports.some(({ status, processed_rows }) => status !== "processing" && processed_rows > 0);
  return successRate > 0 || hasRows ? successRate : null;
}
