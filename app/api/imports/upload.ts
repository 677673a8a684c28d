import { once } from "node:events";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { z } from "zod";
import { ApiError, validationError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { type Forms, jsonForm } from "@/lib/http/body";
import type { Source } from "@/lib/imports/receive";

const RAW_TYPES = [
  "text/tab-separated-values",
  "text/plain",
  "text/x-csv",
  "application/csv",
  "application/x-csv",
  "application/vnd.ms-excel",
  "application/octet-stream",
  "application/gzip",
  "application/x-gzip",
  "application/zip",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel.sheet.macroenabled.12",
  "application/x-ndjson",
  "application/jsonl",
  "application/json-lines",
  "text/vcard",
  "text/x-vcard",
  "text/directory",
  "application/x-zip-compressed",
];

/** A file as it arrives; if the body does not name it, the query does. */
type Sent = Source & { filename?: string };

const binary = z.file();
/** For those who send the contacts themselves as `application/json`. */
const OTHERWISE = "To upload contacts as JSON, send them as application/x-ndjson";
const missing =
  (message: string) =>
  ({ code, input }: { code: string; input?: unknown }) =>
    code === "invalid_type" && (input === undefined || Array.isArray(input)) ? message : undefined;
const shape = {
  pathname: z
    .string({ error: missing(`is required: it names a file in blob storage. ${OTHERWISE}`) })
    .min(1)
    .max(500)
    .meta({ description: "The one that `upload-token` returned" }),
  filename: z.string().min(1).max(1000),
  token: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .meta({ description: "After an upload in parts: the one that `upload-token` returned" }),
  tags: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "After an upload in parts: the `ETag` of each, in order" }),
};
const reference = z.object(shape, {
  error: missing(`must be an object that names a file in blob storage. ${OTHERWISE}`),
});

/**
 * The file in an upload, in any form: multipart `file` part, raw body, or a JSON reference to a file that was uploaded
 * directly to blob storage. Never buffers: `request.formData()` would hold the whole file.
 */
export const uploadBody = {
  "multipart/form-data": { schema: z.object({ file: binary }), read: readMultipart },
  "text/csv": { schema: binary, like: RAW_TYPES, read: readRaw },
  "application/json": jsonForm(
    reference.transform(({ filename, pathname, token, tags }): Sent => {
      const finish = token && tags && { pathname, token, tags };
      return { filename, stored: pathname, ...(finish && { finish }) };
    }),
  ),
} satisfies Forms;

/** Room for the multipart framing around a file of the full size. */
const FRAMING_BYTES = 1024 * 1024;

function refuseTooLarge(request: Request): void {
  refuseBeyond(Number(request.headers.get("content-length")), "The file");
}

function refuseBeyond(bytes: number, what: string): void {
  if (bytes > FIELD_LIMITS.uploadBytes + FRAMING_BYTES)
    throw new ApiError("PAYLOAD_TOO_LARGE", `${what} may have at most 200 MB`);
}

function readRaw(request: Request): Sent {
  refuseTooLarge(request);
  return { bytes: bytesOf(request) };
}

/** The raw body. Its length must match Content-Length: a truncated file is not an import. */
async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  const promised = request.headers.get("content-length");
  let received = 0;
  for await (const chunk of bodyOf(request)) {
    received += chunk.byteLength;
    yield chunk;
  }
  if (promised !== null && Number(promised) !== received) throw incomplete();
}

function bodyOf(request: Request): ReadableStream<Uint8Array> {
  if (!request.body) throw new ApiError("IMPORT_EMPTY", "The file is empty");
  return request.body;
}

function incomplete(): ApiError {
  return validationError([
    { path: ["file"], code: "incomplete", message: "The upload was cut off. Send it again." },
  ]);
}

/**
 * The file of a form, as a stream; resolves as soon as its header has arrived. The stream ends with the form, and fails
 * if another file follows, or could among parts that are not read: that would be lost.
 */
export function readMultipart(request: Request): Promise<Sent> {
  refuseTooLarge(request);
  const contentType = request.headers.get("content-type") ?? "";
  return new Promise((resolve, reject) => {
    const malformed = (message: string) =>
      reject(validationError([{ path: ["file"], code: "malformed", message }]));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { "content-type": contentType },
        limits: { files: 20, fields: 20, fieldSize: 10_000, parts: 21 },
        defParamCharset: "utf8",
      } as ConstructorParameters<typeof Busboy>[0]);
    } catch {
      malformed("The multipart body has no boundary");
      return;
    }
    let found = false;
    let cutOff = () => {};
    let refuse = (_: ApiError) => {};
    const rest = new Promise<void>((end, fail) => {
      parser.once("finish", end);
      refuse = (error) => {
        reject(error);
        fail(error);
      };
    });
    rest.catch(() => undefined);
    parser.on("file", (_name, stream, filename) => {
      // A later empty one is a field of the form that was left empty.
      if (found) return void stream.on("error", cutOff).on("data", () => refuse(twoFiles()));
      found = true;
      cutOff = () => {
        refuse(incomplete());
        stream.destroy();
      };
      // It may fail before anybody reads it: an unhandled error event is an uncaught exception of the process.
      stream.on("error", cutOff);
      resolve({ ...(filename && { filename }), bytes: wholeOf(stream, rest) });
    });
    for (const event of ["partsLimit", "filesLimit"]) parser.on(event, () => refuse(tooManyParts()));
    parser.on("error", () => {
      malformed("The multipart body is malformed");
      cutOff();
    });
    parser.on("finish", () => {
      if (!found) malformed("The form has no file: send it in a part named `file`");
    });
    feed(parser, bodyOf(request)).catch((error) => {
      if (error instanceof ApiError) refuse(error);
      malformed("The upload was cut off. Send it again.");
      cutOff();
    });
  });
}

/** A truncated part, for example without its closing boundary, is not a failure of ours; `rest` may know more. */
async function* wholeOf(part: AsyncIterable<Uint8Array>, rest: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of part) yield chunk;
  } catch {
    await rest;
    throw incomplete();
  }
  await rest;
}

function twoFiles(): ApiError {
  const message = "The form has several files: send each in a request of its own";
  return validationError([{ path: ["file"], code: "several", message }]);
}

function tooManyParts(): ApiError {
  const message = "The form has too many parts: send the file with at most 20 fields";
  return validationError([{ path: ["file"], code: "too_many_parts", message }]);
}

/**
 * By hand: with a pipe the garbage collector kept every chunk for long, about 100 MB of them. Throws 413 for a form that
 * never ends.
 */
async function feed(parser: BusboyInstance, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    refuseBeyond(bytes, "The form");
    if (!parser.write(part.value)) await once(parser, "drain");
  }
  parser.end();
}
