import { ownError } from "@/lib/own-error";

/** Why an export failed, for programs and for languages other than that of the sentence beside it. */
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

/** A permanent reason; its message is for the user. */
export class UnexportableError extends ownError("UnexportableError") {
  readonly code: ExportFailure;

  constructor(code: ExportFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/** The file exceeds the remaining storage of the workspace. */
export function storageFull(): UnexportableError {
  return new UnexportableError(
    "storage_full",
    "The file storage of this workspace is full. Delete exports or imports.",
  );
}
