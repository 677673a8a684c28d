import { ownError } from "@/lib/own-error";

/** A refusal with its JSON-RPC code, and the status that the stateless revision gives it. */
export class Refusal extends ownError("Refusal") {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, text: string, status: number, data?: unknown) {
    super(text);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}
