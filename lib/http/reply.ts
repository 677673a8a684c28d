/** Returned by a handler when the plain body of the first success status is not enough. */
export class Reply<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Body, headers: Record<string, string>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An answer with its own status or headers. A `ReadableStream` body is sent as it is. */
export function reply<Body>(status: number, body: Body, headers: Record<string, string> = {}): Reply<Body> {
  return new Reply(status, body, headers);
}

/** The answer of an undo: 200 when it is done, 202 while it continues. */
export function replyUndo<Body extends { undo_status: string | null }>(undo: Body): Reply<Body> {
  return reply(undo.undo_status === "completed" ? 200 : 202, undo);
}

/** A response body that is not JSON, for the declaration of a route. */
export interface Media {
  media: string;
  description: string;
}

export function media(type: string, description: string): Media {
  return { media: type, description };
}
