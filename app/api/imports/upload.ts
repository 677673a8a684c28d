import { once } from "node:events";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { z } from "zod";
import { ApiError, validationError } from "@/lib/errors";
import { readJson } from "@/lib/http/body";
import { MAX_UPLOAD_BYTES, type Upload } from "@/lib/imports/receive";
import { parseInput } from "@/lib/problems";

const RAW_TYPES = new Set([
  "text/csv",
  "text/tab-separated-values",
  "text/plain",
  "text/x-csv",
  "application/csv",
  "application/x-csv",
  "application/vnd.ms-excel",
  "application/octet-stream",
]);

/**
 * The file in an upload request, whichever way it comes: multipart `file` part, raw body, or a JSON reference to a
 * file that was uploaded to blob storage directly. Never buffers: `request.formData()` would hold the whole file.
 */
export async function readUpload(request: Request, filename: string | undefined): Promise<Upload> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json") return readReference(request);
  refuseTooLarge(request);
  if (type === "multipart/form-data") return readMultipart(request);
  if (RAW_TYPES.has(type)) return { filename: filename ?? "import.csv", bytes: readRaw(request) };
  throw new ApiError(
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the file as multipart/form-data in a part named `file`, or as a text/csv body",
  );
}

/** Room for the multipart framing around a file of the full size. */
const FRAMING_BYTES = 1024 * 1024;

function refuseTooLarge(request: Request): void {
  if (Number(request.headers.get("content-length")) > MAX_UPLOAD_BYTES + FRAMING_BYTES) {
    throw new ApiError("PAYLOAD_TOO_LARGE", "The file may have at most 200 MB");
  }
}

const reference = z.object({ pathname: z.string().min(1).max(500), filename: z.string().min(1).max(1000) });

async function readReference(request: Request): Promise<Upload> {
  const { filename, pathname } = parseInput(reference, await readJson(request));
  return { filename, stored: pathname };
}

/** The body as it comes. What arrives must be what Content-Length promised: a cut-off file is not an import. */
async function* readRaw(request: Request): AsyncGenerator<Uint8Array> {
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

/** The first file part of a form, as a stream; resolves as soon as its header has arrived. */
function readMultipart(request: Request): Promise<Upload> {
  const contentType = request.headers.get("content-type") ?? "";
  return new Promise((resolve, reject) => {
    const malformed = (message: string) =>
      reject(validationError([{ path: ["file"], code: "malformed", message }]));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { "content-type": contentType },
        limits: { files: 1, fields: 20, fieldSize: 10_000, parts: 21 },
        defParamCharset: "utf8",
      } as ConstructorParameters<typeof Busboy>[0]);
    } catch {
      malformed("The multipart body has no boundary");
      return;
    }
    let found = false;
    let cutOff = () => {};
    parser.on("file", (_name, stream, filename) => {
      found = true;
      cutOff = () => stream.destroy();
      resolve({ filename: filename || "import.csv", bytes: wholeOf(stream) });
    });
    parser.on("error", () => {
      malformed("The multipart body is malformed");
      cutOff();
    });
    parser.on("finish", () => {
      if (!found) malformed("The form has no file: send it in a part named `file`");
    });
    feed(parser, bodyOf(request)).catch(() => {
      malformed("The upload was cut off. Send it again.");
      cutOff();
    });
  });
}

/** Whatever breaks a part off, its boundary that never came among it, is no failure of ours. */
async function* wholeOf(part: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of part) yield chunk;
  } catch {
    throw incomplete();
  }
}

/** By hand: with a pipe the collector kept every chunk for long, about 100 MB of them. */
async function feed(parser: BusboyInstance, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (!parser.write(part.value)) await once(parser, "drain");
  parser.end();
}
