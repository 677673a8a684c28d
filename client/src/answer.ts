import { ANSWERS } from "./declared.js";
import { cutOff, notOurs, parsed } from "./failure.js";

/** The JSON of a success; undefined where the operation answers with none. Throws KithError for what is not Kith's. */
export async function jsonOf(operation: string, response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw cutOff(cause);
  });
  const members = ANSWERS[operation];
  if (!members && text === "") return undefined;
  const body = parsed(text);
  if (!members || !isAnswer(body, members)) throw notOurs(response, text);
  return body;
}

/** Members may be missing from the answer of an older server, but never all, nor the items of a list. */
function isAnswer(body: unknown, members: readonly string[]): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  if (members.includes("data") && !Array.isArray(Reflect.get(body, "data"))) return false;
  return members.length === 0 || members.some((name) => Object.hasOwn(body, name));
}

/** A success that is a file. Its body fails with a KithError when it is cut off. */
export async function fileOf(response: Response, signal?: AbortSignal): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (!body || /^text\/html\b/i.test(headers.get("content-type") ?? ""))
    throw notOurs(response, await response.text().catch(() => ""));
  const reader = body.getReader();
  const whole = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(signal?.aborted ? signal.reason : cutOff(cause));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(whole, { status, statusText, headers });
}
