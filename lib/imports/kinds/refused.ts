import { ApiError } from "@/lib/errors";

/** A file of a supported format that is refused: 415, with the format and the reason. */
export const refusedKind = (kind: string, reason: string, message: string) =>
  new ApiError("UNSUPPORTED_MEDIA_TYPE", message, { kind, reason });

export const damaged = (kind: string) =>
  refusedKind(kind, "damaged", "The file is damaged or was cut off. Pack or save it again and upload that.");
