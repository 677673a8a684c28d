/** An answer in the shape of Resend's errors: `{statusCode, name, message}`. */
export class MailServiceError extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.name = "MailServiceError";
    this.statusCode = statusCode;
    this.code = code;
  }

  toResponse(): Response {
    const { statusCode, code: name, message } = this;
    return Response.json({ statusCode, name, message }, { status: statusCode });
  }
}
