import { ApiError } from "@/lib/errors";
import type { Refusal } from "../file/dialect-binary";
import type { FileRefusal } from "../file-refusals";

/** A file that is refused: 415, with the format and the reason, and the line or the count that it is about. */
export const refusedKind = (
  kind: string,
  reason: FileRefusal,
  message: string,
  more: { line?: number; count?: number } = {},
) => new ApiError("UNSUPPORTED_MEDIA_TYPE", message, { kind, reason, ...more });

export const damaged = (kind: string) =>
  refusedKind(kind, "damaged", "The file is damaged or was cut off. Pack or save it again and upload that.");

/** For what the first bytes of a file have shown. */
export const refusedAs = ({ kind, reason, message }: Refusal) => refusedKind(kind, reason, message);
