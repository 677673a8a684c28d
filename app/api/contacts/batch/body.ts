import { z } from "zod";
import { ApiError, validationError } from "@/lib/errors";
import { inexactNumbers } from "@/lib/exact-numbers";
import { decodeText, type Form, type Forms, parseText, readCapped } from "@/lib/http/body";
import type { SentContact } from "@/lib/imports/upsert/read";
import { upsertContacts } from "@/lib/imports/upsert/schemas";
import { LIMITS } from "@/lib/limits";

const { max: MAX_CONTACTS } = LIMITS.batch_contacts;

const array: Form<SentContact[]> = { schema: upsertContacts, read: readArray };
const lines: Form<SentContact[]> = {
  schema: z.string().meta({ description: "One contact as JSON per line; blank lines are ignored" }),
  like: ["application/ndjson", "application/jsonl", "application/x-jsonlines"],
  read: readLines,
};

/** The contacts of a batch: a JSON array, or one line of JSON each. */
export const batchBody = { "application/json": array, "application/x-ndjson": lines } satisfies Forms;

const readBytes = (request: Request) => readCapped(request, LIMITS.batch_bytes.max);

async function readArray(request: Request): Promise<SentContact[]> {
  const text = decodeText(await readBytes(request));
  const value = parseText(text);
  if (!Array.isArray(value))
    throw validationError([{ path: [], code: "invalid_type", message: "must be an array of contacts" }]);
  if (value.length > MAX_CONTACTS) throw tooMany();
  const sent = value.map((one: unknown): Parsed => ({ value: one }));
  for (const { path } of inexactNumbers(text)) {
    const one = sent[Number(path(1)[0])];
    if (one) one.inexact ??= nameOf(path().slice(1));
  }
  return sent;
}

type Parsed = Exclude<SentContact, { broken: string }>;

/** `custom_fields.<key>`; of a key that is longer than a field's can be, its beginning. */
const nameOf = (path: (string | number)[]) => path.slice(0, 2).join(".").slice(0, 100).toWellFormed();

async function readLines(request: Request): Promise<SentContact[]> {
  const text = decodeText(await readBytes(request));
  const sent: SentContact[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? text.length : end).trim();
    from = end < 0 ? text.length : end + 1;
    if (line === "") continue;
    if (sent.length === MAX_CONTACTS) throw tooMany();
    sent.push(parseLine(line));
  }
  return sent;
}

function parseLine(text: string): SentContact {
  try {
    const value: unknown = JSON.parse(text);
    const [inexact] = inexactNumbers(text);
    return { value, ...(inexact && { inexact: nameOf(inexact.path()) }) };
  } catch {
    return { broken: text };
  }
}

function tooMany(): ApiError {
  return new ApiError("PAYLOAD_TOO_LARGE", `A batch may have at most ${MAX_CONTACTS} contacts`, {
    reason: "batch_contacts",
    limit: MAX_CONTACTS,
  });
}
