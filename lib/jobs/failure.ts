import { ApiError } from "@/lib/errors";

/** Why a job ended as failed, for programs and for other languages than that of the sentence beside it. */
export const importFailures = ["interrupted", "file_gone", "storage_unavailable", "unexpected"] as const;
export const exportFailures = [
  "interrupted",
  "too_long",
  "too_many_custom_fields",
  "storage_full",
  "storage_unavailable",
  "unexpected",
] as const;
export type ImportFailure = (typeof importFailures)[number];
export type ExportFailure = (typeof exportFailures)[number];

/** What a failure of the file storage, or of anything else, is called. */
export function failureCode(error: unknown): "file_gone" | "storage_unavailable" | "unexpected" {
  if (!(error instanceof ApiError)) return "unexpected";
  if (error.code === "GONE") return "file_gone";
  return error.code === "SERVICE_UNAVAILABLE" ? "storage_unavailable" : "unexpected";
}
