import { ownError } from "@/lib/own-error";

/** An answer in the shape of Resend's errors: `{statusCode, name, message}`. */
export class MailServiceError extends ownError("MailServiceError") {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }

  toResponse(): Response {
    const { statusCode, code: name, message } = this;
    return Response.json({ statusCode, name, message }, { status: statusCode });
  }
}
