import { z } from "zod";
import { ApiError, validationError } from "@/lib/errors";
import { type Form, type Forms, readCapped } from "@/lib/http/body";
import type { SentContact } from "@/lib/imports/upsert/read";
import { upsertContacts } from "@/lib/imports/upsert/schemas";
import { LIMITS } from "@/lib/limits";

const { max: MAX_CONTACTS } = LIMITS.batch_contacts;

const array: Form<SentContact[]> = { schema: upsertContacts, read: readArray };
const lines: Form<SentContact[]> = {
  schema: z.string().meta({ description: "A contact as JSON on each line; blank lines do not count" }),
  like: ["application/ndjson", "application/jsonl", "application/x-jsonlines"],
  read: readLines,
};

/** The contacts of a batch: a JSON array, or a line of JSON for each. */
export const batchBody = { "application/json": array, "application/x-ndjson": lines } satisfies Forms;

async function readText(request: Request): Promise<string> {
  const bytes = await readCapped(request, LIMITS.batch_bytes.max);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not UTF-8");
  }
}

async function readArray(request: Request): Promise<SentContact[]> {
  const sent = parse(await readText(request));
  if (!("value" in sent)) throw new ApiError("INVALID_JSON", "The body is not valid JSON");
  const { value } = sent;
  if (!Array.isArray(value))
    throw validationError([{ path: [], code: "invalid_type", message: "must be an array of contacts" }]);
  if (value.length > MAX_CONTACTS) throw tooMany();
  return value.map((one: unknown) => ({ value: one }));
}

async function readLines(request: Request): Promise<SentContact[]> {
  const text = await readText(request);
  const sent: SentContact[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? text.length : end).trim();
    from = end < 0 ? text.length : end + 1;
    if (line === "") continue;
    if (sent.length === MAX_CONTACTS) throw tooMany();
    sent.push(parse(line));
  }
  return sent;
}

function parse(text: string): SentContact {
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
