/** Why an import failed, for programs and for languages other than that of the sentence beside it. */
export const importFailures = ["interrupted", "file_gone", "storage_unavailable", "unexpected"] as const;
export type ImportFailure = (typeof importFailures)[number];
