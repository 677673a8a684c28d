import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Contact, Tag } from "./api-types";
import { ChangedMeanwhile } from "./contact-state";
import { patchCached, useSaveContact } from "./contacts";

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

it("a value that was changed twice is saved although the first change has failed", async () => {
  const queries = new QueryClient();
  const save = saveOf(queries);
  const first = { company: "First", custom_fields: { plan: "silver" } };
  const failing = save({ before: stored, changes: first });
  const seen = { ...stored, ...first };
  const second = { company: "Second", custom_fields: { plan: "gold" } };
  const saving = save({ before: seen, changes: second });
  const third = save({ before: { ...seen, ...second }, changes: { company: "Third" } });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(500);
  await expect(failing).rejects.toThrow("Refused");
  for (const nth of [1, 2]) {
    await vi.waitFor(() => expect(answers).toHaveLength(nth + 1));
    answers[nth]?.(200);
  }
  await Promise.all([saving, third]);
  expect(stored).toMatchObject({ company: "Third", custom_fields: { plan: "gold" } });
});

it("a value that somebody else has changed meanwhile is not overwritten by the second change either", async () => {
  const save = saveOf(new QueryClient());
  const failing = save({ before: { ...stored, company: "Older" }, changes: { company: "First" } });
  const saving = save({ before: { ...stored, company: "First" }, changes: { company: "Second" } });
  await expect(failing).rejects.toBeInstanceOf(ChangedMeanwhile);
  await expect(saving).rejects.toBeInstanceOf(ChangedMeanwhile);
  expect(stored.company).toBe("Old");
});

/** A list with another contact and this one, of which changes are on their way. */
async function changing(changes: Parameters<Save>[0]["changes"]) {
  const queries = new QueryClient();
  const other: Contact = { ...stored, id: crypto.randomUUID() };
  const key = ["contacts", "list", "all"];
  queries.setQueryData(key, { pages: [{ data: [other, stored] }], pageParams: [null] });
  const saving = saveOf(queries)({ before: stored, changes });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const cached = () => queries.getQueryData<{ pages: { data: Contact[] }[] }>(key)?.pages[0]?.data;
  expect(cached()).toEqual([other, { ...stored, ...changes }]);
  const patch = (id: string, part: Partial<Contact>) =>
    patchCached(queries, new Set([id]), (contact) => ({ ...contact, ...part }));
  return { saving, other, cached, patch };
}

it("a refused change is reverted, and no change of another contact", async () => {
  const changes = { company: "New", phone: "123", custom_fields: { rank: "admiral" } };
  const { saving, other, cached, patch } = await changing(changes);
  patch(other.id, { company: "Other" });
  answers[0]?.(400);
  await expect(saving).rejects.toThrow();
  expect(cached()).toEqual([{ ...other, company: "Other" }, stored]);
});

it("a tag added while a change is being saved stays", async () => {
  const { saving, other, cached, patch } = await changing({ company: "New" });
  const tags = [{ id: "t" }] as Tag[];
  stored = { ...stored, tags: [] };
  patch(stored.id, { tags });
  answers[0]?.(200);
  await saving;
  expect(cached()).toEqual([other, { ...stored, company: "New", tags }]);
});
