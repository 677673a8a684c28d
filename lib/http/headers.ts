import { z } from "zod";

/** Headers that some operations take in addition to the common ones. */
export const REQUEST_HEADERS = {
  ifNoneMatch: z.object({
    "If-None-Match": z.string().max(1000).optional().meta({
      description: "`ETag` of an earlier answer: 304 without a body if nothing has changed",
      example: '"Zm9vYmFyYmF6cXV4cXV1eGNvcmc"',
    }),
  }),
  ifMatch: z.object({
    "If-Match": z.string().max(1000).optional().meta({
      description: "`ETag` of what was read: 412, and nothing is written, if it has changed since",
      example: '"Zm9vYmFyYmF6cXV4cXV1eGNvcmc"',
    }),
  }),
  idempotency: z.object({
    "Idempotency-Key": z.string().min(1).max(255).optional().meta({
      description: "Repeating the request with the same key within 24 hours replays the first answer",
    }),
  }),
};

/** From the identity provider only, never from a page. */
export const signatureHeaders = z.object({
  "webhook-id": z.string().optional().meta({ description: "Id of the message" }),
  "webhook-timestamp": z
    .string()
    .optional()
    .meta({ description: "Unix time in seconds, at most five minutes off" }),
  "webhook-signature": z.string().optional().meta({
    description: "Standard Webhooks: `v1,` and the base64 of the HMAC; replaces the secret",
  }),
});

const integer = (description: string) => ({ description, schema: { type: "integer" as const } });
const text = (description: string) => ({ description, schema: { type: "string" as const } });

/** On every answer. */
export const COMMON_HEADERS = {
  "X-Request-Id": text("Identifies this request in the server's log"),
  "X-RateLimit-Limit": integer("Requests per window"),
  "X-RateLimit-Remaining": integer("Requests left in the window"),
  "X-RateLimit-Reset": integer("When the window resets, Unix time in milliseconds"),
  "RateLimit-Policy": text('Each limit with its requests and its window in seconds: `"global";q=100;w=60`'),
  RateLimit: text('What is left of each, and for how many seconds: `"global";r=42;t=60`'),
};

/** On some. */
export const ANSWER_HEADERS = {
  ETag: text("Names this state of the resource: for `If-None-Match` and `If-Match`"),
  Link: text('The next page: `<path>; rel="next"`; absent at the end'),
  Deprecation: text("Since when, as `@` and Unix time in seconds"),
  Sunset: text("After when it is gone, as an HTTP date (RFC 8594)"),
  "Retry-After": integer("Seconds until a retry is allowed"),
};
