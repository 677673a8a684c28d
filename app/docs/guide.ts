import type { DocumentedChapter } from "@/components/docs/types";
import { type ErrorCode, errorMeaning, errorStatus } from "@/lib/errors";
import { RATES } from "@/lib/limits";

const minutes = (ms: number) => (ms === 60_000 ? "a minute" : `in ${ms / 60_000} minutes`);

const ERROR = `{
  "code": "VALIDATION_ERROR",
  "message": "email: must be a valid e-mail address (and 1 more)",
  "details": [
    { "path": ["email"], "code": "invalid_format", "message": "must be a valid e-mail address" },
    { "path": ["first_name"], "code": "invalid_type", "message": "is required" }
  ]
}`;

/** What holds for every operation, for readers who have never called this API. */
export function guide(baseUrl: string): DocumentedChapter[] {
  const call = (operation: string, ...lines: string[]) => ({ operation, text: lines.join(" \\\n") });
  const bearer = '  -H "Authorization: Bearer $TOKEN"';
  const json = '  -H "Content-Type: application/json"';
  return [
    {
      id: "first-request",
      title: "First request",
      text: [
        "Requests and responses are JSON in UTF-8; only files are sent and received as they are. Every response contains all of its fields, and a missing value is `null`. Ids are UUIDs, times are RFC 3339 in UTC with milliseconds.",
        "The examples read their values from your shell: `TOKEN`, ids such as `CONTACT_ID`, and a file `people.csv`.",
      ],
      code: [call("listContacts", `curl -fsS "${baseUrl}/api/contacts?limit=5"`, bearer)],
    },
    {
      id: "authentication",
      title: "Tokens, keys and scopes",
      text: [
        "Every request carries `Authorization: Bearer …` with one of two things: the access token of a signed-in user, which is short-lived, or an API key of the workspace, which is valid until it expires or is revoked. Keys are created in the settings, under API keys, and shown once.",
        "A key has scopes: `read` for operations that only read, `write` for those that change contacts, tags, fields, segments, imports and exports, `send` for mail. Operations marked `signed-in users only` accept no key. A key belongs to one workspace. A user's request is about the workspace in the token, unless the header `X-Workspace-Id` names another one that the user belongs to. Nothing of other workspaces can be seen.",
        "A missing, wrong, expired or revoked token is a 401, a missing scope a 403. Keep keys on a server; a browser should use the user's own token.",
      ],
      code: [
        call(
          "createApiKey",
          `curl -fsS "${baseUrl}/api/api-keys"`,
          bearer,
          json,
          `  -d '{"name": "Nightly sync", "scopes": ["read", "write"]}'`,
        ),
      ],
    },
    {
      id: "errors",
      title: "Errors",
      text: [
        "Every response that is not a success has this form. `code` is one of the list below, for programs; `message` is for people; `details` names every invalid field at once.",
        "Nothing is half done: a refused request has changed nothing. Every response carries `X-Request-Id`, which finds the request in the server's log.",
      ],
      code: [{ text: ERROR }],
      table: (Object.keys(errorStatus) as ErrorCode[]).map((code) => [
        String(errorStatus[code]),
        code,
        errorMeaning[code],
      ]),
    },
    {
      id: "pages",
      title: "Pages",
      text: [
        'Lists return `data`, the exact `total` under the filter, and `nextCursor`, which is `null` on the last page. Send it back as `cursor` with the same filter and order; `limit` is 20 unless you say otherwise, and at most 100. The header `Link` with `rel="next"` has the URL of the next page.',
        "A cursor marks a position, not an offset: contacts that are added or deleted meanwhile do not make others appear twice or disappear.",
      ],
      code: [
        call("listContacts", `curl -fsS "${baseUrl}/api/contacts?limit=100&cursor=$NEXT_CURSOR"`, bearer),
      ],
    },
    {
      id: "limits",
      title: "Rate limits",
      text: [
        `${RATES.global.max} requests ${minutes(RATES.global.windowMs)} from one address, and in addition ${RATES.upload.max} uploads ${minutes(RATES.upload.windowMs)} by one user. \`RateLimit\` and \`X-RateLimit-Remaining\` say how many are left. Beyond that the answer is 429, and \`Retry-After\` gives the seconds to wait.`,
        "Do not change contacts one by one: `POST /api/contacts/batch` accepts 10 000 of them, a bulk action any number by a filter, and an import a whole file, each as one request.",
      ],
    },
    {
      id: "retries",
      title: "Retries and conflicts",
      text: [
        "Where an operation lists the header `Idempotency-Key`, a repetition with the same key within 24 hours gets the first response instead of doing it again. Send one whenever a connection may break, and repeat after a 429 or a 503.",
        "JSON responses to GET have an `ETag`. In `If-None-Match` it saves the transfer: 304 if nothing has changed. In `If-Match` it protects somebody else's change: 412 if there was one since you read, and nothing is written.",
      ],
      code: [
        call(
          "createContact",
          `curl -fsS "${baseUrl}/api/contacts"`,
          bearer,
          json,
          '  -H "Idempotency-Key: order-4711"',
          `  -d '{"email": "grace@example.com", "first_name": "Grace"}'`,
        ),
      ],
    },
    {
      id: "importing",
      title: "An import, start to end",
      text: [
        "Upload a file, and the response says how it was read, how its columns may map, and what a person should decide (`draft.questions`). The dry run says what would happen, row by row if you like, and writes nothing. Confirm starts the import; read it until `status` is `completed`, or follow `GET /api/events`. `errors` lists every rejected row with its reason.",
        "It can be undone for 30 days: created contacts are removed, changed ones are restored, and what somebody has edited since stays. An import never resubscribes anybody who has opted out.",
      ],
      code: [
        call("createImport", `curl -fsS "${baseUrl}/api/imports"`, bearer, "  -F file=@people.csv"),
        call(
          "dryRunImport",
          `curl -fsS "${baseUrl}/api/imports/$IMPORT_ID/dry-run"`,
          bearer,
          json,
          `  -d '{"columnMapping": {"E-mail": "email", "First name": "first_name"}}'`,
        ),
        call(
          "confirmImport",
          `curl -fsS "${baseUrl}/api/imports/$IMPORT_ID/confirm"`,
          bearer,
          json,
          `  -d '{"columnMapping": {"E-mail": "email", "First name": "first_name"}}'`,
        ),
        call("undoImport", `curl -fsS -X POST "${baseUrl}/api/imports/$IMPORT_ID/undo"`, bearer),
      ],
    },
    {
      id: "being-told",
      title: "Events and webhooks",
      text: [
        "`GET /api/events` with `Accept: text/event-stream` reports what kind of thing has changed and how far jobs are, for as long as the connection lasts. Without that header it answers once.",
        "A webhook endpoint receives events about contacts, tags, imports, exports and mails, each at least once and those of one contact in order. Requests are signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`): verify the raw body before you parse it, and treat an id that you have seen before as a repetition.",
      ],
    },
    {
      id: "versions",
      title: "Versions and clients",
      text: [
        "Fields and operations may be added at any time, so ignore what you do not know. Whatever else changes for a client is announced in the changelog; operations that will be removed are first marked as deprecated here and in the header `Deprecation`.",
        "There is a TypeScript client and a command line, both without dependencies, in the folder `client` of the source. `/api/openapi.json` is the same contract for generators, `/docs.md` this page as Markdown, `/llms.txt` the starting point for assistants, and `POST /mcp` their protocol.",
      ],
    },
  ];
}
