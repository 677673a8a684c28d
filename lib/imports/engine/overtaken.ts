/** Another writer was faster, so what was found before the merge is no longer true. The transaction is retried. */
export class OvertakenError extends Error {
  readonly code = "40001";
}
