import { expect, it, onTestFinished } from "vitest";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { readMultipart } from "./upload";

const BOUNDARY = "kith-boundary";
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="leute.csv"\r\nContent-Type: text/csv\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;

/** An upload that arrives in pieces of this many bytes and then ends, or breaks. */
function request(text: string, pieceBytes: number, breaks = false): Request {
  const bytes = Buffer.from(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = bytes.subarray(at, at + pieceBytes);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else if (breaks) controller.error(new Error("aborted"));
      else controller.close();
    },
  });
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  const init = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://localhost/api/imports", init);
}

async function textOf(upload: Awaited<ReturnType<typeof readMultipart>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload.bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const file = `email\n${"ä@example.com\r\n--kith\n".repeat(20_000)}`;

it.each([7, 1000, 65_536])(
  "hands on the file of a form, byte for byte, in pieces of %i bytes",
  async (bytes) => {
    const upload = await readMultipart(request(HEAD + file + TAIL, bytes));
    expect(upload.filename).toBe("leute.csv");
    expect((await textOf(upload)) === file).toBe(true);
  },
);

const refused = (error: unknown) => expect(error).toMatchObject({ code: "VALIDATION_ERROR", status: 400 });

it.each([
  ["breaks", true],
  ["ends early", false],
])("says that an upload was cut off when its body %s within the file", async (_, breaks) => {
  const upload = await readMultipart(request(HEAD + file, 65_536, breaks));
  const error: unknown = await textOf(upload).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  refused(error);
});

it("a file that ends before anybody reads it is refused, and no exception of the process", async () => {
  const uncaught: unknown[] = [];
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => uncaught.push(error));
  try {
    const upload = await readMultipart(request(`${HEAD}email\n`, 65_536));
    // As the server does, which checks space and permission first.
    await new Promise((resolve) => setTimeout(resolve, 50));
    refused(await textOf(upload).catch((caught: unknown) => caught));
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of listeners) process.on("uncaughtException", listener);
  }
  expect(uncaught).toEqual([]);
});

it.each([
  ["that breaks before its file", request(HEAD.slice(0, 40), 10, true)],
  ["without a file", request(TAIL, 10)],
  ["that is none", request("email\nada@example.com\n", 10)],
  ["with nothing in it", request("", 10)],
])("refuses a form %s", async (_, form) => {
  refused(await readMultipart(form).catch((caught: unknown) => caught));
});

const part = (name: string, text: string) =>
  `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${text}`;

const field = (text: string) =>
  `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\n\r\n${text}`;

it.each([7, 65_536])(
  "refuses a form with two files, of which one would be lost, in pieces of %i bytes",
  async (bytes) => {
    const upload = await readMultipart(request(HEAD + file + part("more.csv", "email\n") + TAIL, bytes));
    const error: unknown = await textOf(upload).catch((caught: unknown) => caught);
    refused(error);
    expect(error).toMatchObject({ details: [{ path: ["file"], code: "several" }] });
  },
);

it("takes a form whose second file was left empty, and fields after the file", async () => {
  const upload = await readMultipart(request(HEAD + file + part("", "") + field("hello") + TAIL, 1000));
  expect((await textOf(upload)) === file).toBe(true);
});

it.each([
  ["a file behind 20 fields", HEAD + file + field("x").repeat(20) + part("more.csv", "email\n")],
  ["its file behind 21 fields", field("x").repeat(21) + part("people.csv", file)],
  ["a file behind 20 empty ones", HEAD + file + part("", "").repeat(19) + part("more.csv", "email\n")],
])("refuses a form with too many parts, of which one could be lost: %s", async (_, text) => {
  const error: unknown = await readMultipart(request(text + TAIL, 65_536))
    .then(textOf)
    .catch((caught: unknown) => caught);
  refused(error);
  expect(error).toMatchObject({ details: [{ path: ["file"], code: "too_many_parts" }] });
});

it.each([
  ["after its file", HEAD + file],
  ["before it", ""],
])("refuses a form whose field never ends: %s", async (_, start) => {
  const whole = FIELD_LIMITS.uploadBytes;
  onTestFinished(() => void Object.assign(FIELD_LIMITS, { uploadBytes: whole }));
  Object.assign(FIELD_LIMITS, { uploadBytes: 500_000 });
  const form = request(start + field("x".repeat(2_000_000)), 65_536);
  const error: unknown = await readMultipart(form)
    .then(textOf)
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "PAYLOAD_TOO_LARGE", status: 413 });
});

it.each([true, false])("a form that is cut off after its file is refused, too: %s", async (breaks) => {
  const upload = await readMultipart(
    request(`${HEAD}email\n\r\n--${BOUNDARY}\r\nContent-Disp`, 1000, breaks),
  );
  refused(await textOf(upload).catch((caught: unknown) => caught));
});
