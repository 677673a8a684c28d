import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Contact } from "./api-types";
import { useSaveContact } from "./contacts";

vi.mock("./session", () => ({ accessToken: async () => "token" }));

type Save = ReturnType<typeof useSaveContact>["mutateAsync"];

/** What the server has, and its answers to changes, each once it is called. */
let stored: Contact;
let answers: ((status: number) => void)[] = [];

async function serve(_: string, { method, body }: { method: string; body?: string }): Promise<Response> {
  if (method === "GET") return Response.json(stored);
  const status = await new Promise<number>((resolve) => answers.push(resolve));
  if (status === 200) stored = { ...stored, ...JSON.parse(body ?? "{}") };
  return Response.json(status === 200 ? stored : { code: "INTERNAL", message: "Refused" }, { status });
}

function saveOf(queries: QueryClient): Save {
  let save: Save = Promise.reject;
  function Fields() {
    save = useSaveContact(stored.id).mutateAsync;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Fields />
    </QueryClientProvider>,
  );
  return save;
}

const location = { origin: "http://localhost" };

beforeEach(() => {
  answers = [];
  stored = { id: crypto.randomUUID(), company: "Old", phone: null, custom_fields: {} } as Contact;
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  vi.stubGlobal("fetch", serve);
});
afterEach(() => void vi.unstubAllGlobals());

it("the browser asks before a page is closed whose values are not saved yet, also those that wait", async () => {
  const save = saveOf(new QueryClient());
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsked()).toBe(false);
  const saving = [{ company: "New" }, { phone: "123" }].map((changes) => save({ before: stored, changes }));
  for (const nth of [0, 1]) {
    await vi.waitFor(() => expect(answers).toHaveLength(nth + 1));
    expect(isAsked()).toBe(true);
    answers[nth]?.(200);
    await saving[nth];
  }
  expect(isAsked()).toBe(false);
});
