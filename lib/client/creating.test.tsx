import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCreateContact } from "./contacts";
import { useCreateExport } from "./exports";
import { useCreateField } from "./fields";
import { useSaveSegment } from "./segments";
import { useSaveTag } from "./tags";

vi.mock("./session", () => ({ accessToken: async () => "token" }));

/** The keys of the requests, whose first answer is lost. */
const keys: (string | null)[] = [];

beforeEach(() => {
  keys.length = 0;
  vi.stubGlobal("window", { location: { origin: "http://localhost" } });
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get("idempotency-key"));
    if (keys.length === 1) throw new TypeError("lost");
    return Response.json({});
  });
});
afterEach(() => void vi.unstubAllGlobals());

type Use<Input> = () => { mutateAsync: (input: Input) => Promise<unknown> };

/** Presses the button of a form twice. */
async function pressTwice<Input>(use: Use<Input>, input: Input): Promise<void> {
  let create: (input: Input) => Promise<unknown> = Promise.reject;
  function Form() {
    create = use().mutateAsync;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  await expect(create(input)).rejects.toThrow();
  await create(input);
}

it.each<[string, () => Promise<void>]>([
  ["export", () => pressTwice(useCreateExport, {})],
  ["contact", () => pressTwice(useCreateContact, { email: "ada@example.com", first_name: "Ada" })],
  ["tag", () => pressTwice(() => useSaveTag(), { name: "Customer" })],
  ["field", () => pressTwice(useCreateField, { name: "Size", type: "text" })],
  ["segment", () => pressTwice(useSaveSegment, { id: null, body: { name: "All", filter: {} } })],
])("asks for a new %s under the same key until it is answered", async (_, press) => {
  await press();
  expect(keys).toEqual([expect.stringMatching(/^\w{16,}$/), keys[0]]);
});
