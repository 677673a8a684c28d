import { ApiError } from "@/lib/errors";

/** JSON bodies are capped at 1 MB, counted while they arrive: Content-Length may lie or be missing. */
const MAX_JSON_BYTES = 1024 * 1024;

/** The parsed JSON body. Throws 415 for another content type, 413 over the cap, 400 `INVALID_JSON`. */
export async function readJson(request: Request): Promise<unknown> {
  if (!declaresJson(request)) throw notJson();
  return parseJson(await readCapped(request, MAX_JSON_BYTES));
}

/** The same, undefined when the request has no body. */
export async function readOptionalJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, MAX_JSON_BYTES);
  if (bytes.length === 0) return undefined;
  if (!declaresJson(request)) throw notJson();
  return parseJson(bytes);
}

function declaresJson(request: Request): boolean {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return type === "application/json" || type.endsWith("+json");
}

function notJson(): ApiError {
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json");
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not valid JSON");
  }
}

/** The whole body as bytes. Throws 413 as soon as more than `limitBytes` arrived, 400 when it is cut off. */
export async function readCapped(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError("PAYLOAD_TOO_LARGE", `The body may have at most ${limitBytes} bytes`);
  if (Number(request.headers.get("content-length")) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The caller is gone, so nobody reads this; but it is no failure of ours for the log to report.
    throw new ApiError("INVALID_JSON", "The body was cut off");
  }
  return Buffer.concat(chunks, size);
}
