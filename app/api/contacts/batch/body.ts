import { z } from "zod";
import { ApiError, validationError } from "@/lib/errors";
import { decodeText, type Form, type Forms, parseJson, readCapped } from "@/lib/http/body";
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
  const value = parseJson(await readBytes(request));
  if (!Array.isArray(value))
    throw validationError([{ path: [], code: "invalid_type", message: "must be an array of contacts" }]);
  if (value.length > MAX_CONTACTS) throw tooMany();
  return value.map((one: unknown) => ({ value: one }));
}

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
    return { value: JSON.parse(text) };
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
