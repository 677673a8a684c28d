import { QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { callApi } from "./api";
import { ApiFailure } from "./failure";
import { SpeechProvider } from "./i18n";
import { type ChangeDraft, type ImportDraft, useChangeDraft, useImportPreview } from "./import-draft";
import { type ImportPreview, importKeys } from "./imports";
import { en } from "./messages/en";
import { createQueryClient } from "./query-client";

vi.mock("./api", () => ({ callApi: vi.fn() }));

interface Asked {
  operation: string;
  body: { draftVersion?: number } | undefined;
  /** Answers with what was stored when it was asked, or refuses. */
  answer: (failure?: ApiFailure) => Promise<void>;
}

const draft = {
  ...{ version: 1, columnMapping: {}, columnTypes: {}, questions: [], dialect: {} },
  options: { rules: {}, optOutValues: {}, leaveOut: { rows: [], kinds: [] } },
  corrections: { version: 0, rows: 0, rules: [] },
} as unknown as ImportDraft;
const previewOf = (columnMapping: Record<string, string>, headers = ["a", "b"], version = 1) =>
  ({ importId: "i", preview: { headers }, draft: { ...draft, version, columnMapping } }) as ImportPreview;

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const refused = new ApiFailure({ status: 500, code: "INTERNAL", message: "" });
let stored: ImportPreview;
let asked: Asked[];
const next = (method: string) => {
  const at = asked.findIndex(({ operation }) => operation.startsWith(method));
  const [one] = asked.splice(at, at < 0 ? 0 : 1);
  if (!one) throw new Error(`No ${method} was sent`);
  return one;
};

beforeEach(() => {
  asked = [];
  stored = previewOf({});
  vi.mocked(callApi as (...args: unknown[]) => unknown).mockImplementation((operation, sent) => {
    const then = stored;
    return new Promise((resolve, reject) => {
      const answer = async (failure?: ApiFailure) => {
        if (failure) reject(failure);
        else resolve(String(operation).startsWith("PATCH") ? { draft: stored.draft } : then);
        await settled();
      };
      asked.push({ operation: String(operation), body: Reflect.get(Object(sent), "body"), answer });
    });
  });
});

/** The page of an import that has been read once. */
async function open() {
  const queries = createQueryClient();
  let change: ChangeDraft = () => undefined;
  function Page() {
    useImportPreview("i");
    change = useChangeDraft("i").change;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SpeechProvider catalogue={en} language="en" locale="en-GB">
        <Page />
      </SpeechProvider>
    </QueryClientProvider>,
  );
  const query = queries.getQueryCache().find<ImportPreview>({ queryKey: importKeys.preview("i") });
  if (!query) throw new Error("No preview was asked for");
  const observer = new QueryObserver(queries, { ...query.options, staleTime: 0 } as never);
  observer.subscribe(() => undefined);
  await next("GET").answer();
  return {
    change: async (part: Parameters<ChangeDraft>[0]) => {
      change(part);
      await settled();
    },
    look: async () => {
      void queries.invalidateQueries({ queryKey: importKeys.preview("i") });
      await settled();
    },
    mapping: () => query.state.data?.draft.columnMapping,
    headers: () => query.state.data?.preview.headers,
  };
}

it("another reading is shown although a change follows before it has been read", async () => {
  const page = await open();
  await page.change({ dialect: { delimiter: ";" } });
  stored = previewOf({}, ["c", "d"], 2);
  await next("PATCH").answer();
  await page.change({ columnMapping: { c: "email" } });
  stored = previewOf({ c: "email" }, ["c", "d"], 3);
  next("GET");
  await next("PATCH").answer();
  await next("GET").answer();
  expect([page.headers(), page.mapping()]).toEqual([["c", "d"], { c: "email" }]);
  expect(asked).toEqual([]);
});

it("what was read before a change is not shown after it, and read again", async () => {
  const page = await open();
  await page.change({ columnMapping: { a: "email" } });
  await page.look();
  stored = previewOf({ a: "email" }, ["a", "b"], 2);
  await next("PATCH").answer();
  await next("GET").answer();
  expect(page.mapping()).toEqual({ a: "email" });
  await next("GET").answer();
  expect(page.mapping()).toEqual({ a: "email" });
});

it("what is read while changes are being saved has these changes", async () => {
  const page = await open();
  await page.change({ columnMapping: { a: "email" } });
  await page.change({ columnMapping: { b: "phone" } });
  await page.look();
  await next("GET").answer();
  expect(page.mapping()).toEqual({ a: "email", b: "phone" });
});

it("a refused change is not shown any more, also when it is the only one", async () => {
  const page = await open();
  await page.change({ columnMapping: { a: "email" } });
  await next("PATCH").answer(refused);
  await next("GET").answer();
  expect(page.mapping()).toEqual({});
});

it("what another tab has stored meanwhile does not let a change pass that was decided before", async () => {
  const page = await open();
  await page.change({ columnMapping: { a: "email" } });
  await page.change({ columnMapping: { b: "phone" } });
  stored = previewOf({ b: "company" }, ["a", "b"], 2);
  await page.look();
  await next("GET").answer();
  await next("PATCH").answer(refused);
  expect(next("PATCH").body?.draftVersion).toBe(1);
});
