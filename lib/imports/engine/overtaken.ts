/** Somebody else was faster: what was found before the merge is not so any more. The transaction is retried. */
export class OvertakenError extends Error {
  readonly code = "40001";
}
