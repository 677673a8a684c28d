/** Why an export failed, for programs and for other languages than that of the sentence beside it. */
export const exportFailures = [
  "interrupted",
  "too_long",
  "too_many_custom_fields",
  "contacts_deleted",
  "storage_full",
  "storage_unavailable",
  "unexpected",
] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** A reason that will not go away by itself; its message is for the user. */
export class UnexportableError extends Error {
  readonly code: ExportFailure;

  constructor(code: ExportFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/** The file is larger than what the workspace's files may still take. */
export function storageFull(): UnexportableError {
  return new UnexportableError(
    "storage_full",
    "The file storage of this workspace is full. Delete exports or imports.",
  );
}
