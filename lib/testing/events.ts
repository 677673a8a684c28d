import { GET } from "@/app/api/events/route";
import { callRoute } from "./workspace";

export interface Heard {
  event: string;
  id: string | null;
  data: { changed?: string[]; kind?: string; id?: string; fields?: Record<string, unknown> };
  at: number;
}

/** Opens a stream with a user's token or an API key, and keeps reading it. */
export async function openEvents(
  token: string,
  sent: { lastId?: string; query?: Record<string, string> } = {},
) {
  const headers = {
    accept: "text/event-stream",
    authorization: `Bearer ${token}`,
    ...(sent.lastId && { "last-event-id": sent.lastId }),
  };
  const { status, body, response } = await callRoute(GET, { headers, query: sent.query ?? {} });
  const heard: Heard[] = [];
  let text = "";
  let isOver = false;
  let arrived = () => {};
  const reader = response.body && !response.bodyUsed ? response.body.getReader() : null;
  const ended = (async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      text += new TextDecoder().decode(value);
      heard.splice(0, heard.length, ...parse(text, heard));
      arrived();
    }
    isOver = true;
    arrived();
  })();
  /** The first matching event, already received or still to come. Throws if the stream ends before. */
  const until = async (fits: (one: Heard) => boolean, ms = 5000): Promise<Heard> => {
    for (const end = performance.now() + ms; ; ) {
      const found = heard.find(fits);
      if (found) return found;
      const left = end - performance.now();
      if (isOver || left <= 0) throw new Error(`not told${isOver ? ", the stream is over" : ""}:\n${text}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        arrived = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  return {
    status,
    body,
    headers: response.headers,
    heard,
    until,
    ended,
    said: () => text,
    forget: () => {
      text = "";
      heard.splice(0);
    },
    close: () => reader?.cancel(),
  };
}

/** Complete events; those that were read before keep the time of their arrival. */
function parse(text: string, before: Heard[]): Heard[] {
  const blocks = text.split("\n\n").slice(0, -1);
  const events = blocks.flatMap((block) => {
    const line = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? null;
    const [event, data] = [line("event"), line("data")];
    return event && data ? [{ event, id: line("id"), data: JSON.parse(data) }] : [];
  });
  return events.map((one, at) => ({ ...one, at: before[at]?.at ?? performance.now() }));
}

/** For `until`: something of this kind changed. */
export const changed = (kind: string) => (one: Heard) => one.data.changed?.includes(kind) ?? false;
