import { unavailable } from "@/lib/errors";

/** The 503 for a store that does not answer. */
export function noAnswer(cause?: unknown): Error {
  const error = unavailable("The file storage does not answer. Try again shortly.", 10);
  if (cause) error.cause = cause;
  return error;
}
