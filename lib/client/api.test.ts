import { beforeEach, expect, it, vi } from "vitest";
import { callApi } from "./api";
import { serverGone } from "./connection";
import { acceptInvitation } from "./invitation";
import { showWorkspace } from "./workspace-choice";

vi.mock("./session", () => ({ accessToken: async () => "token" }));
const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ data: [] }));
  vi.stubGlobal("fetch", fetched);
});

it("puts a call together as its operation says", async () => {
  await callApi("POST /imports/{id}/dry-run", {
    path: { id: "a/b" },
    query: { errors_limit: null },
    body: { columnMapping: { Mail: "email" } },
  });
  await callApi("GET /contacts", { query: { search: "ä&b", cursor: null, limit: 0 } });
  expect(fetched.mock.calls.map(([url, init]) => [url, init?.method, init?.body])).toEqual([
    ["/api/imports/a%2Fb/dry-run", "POST", '{"columnMapping":{"Mail":"email"}}'],
    ["/api/contacts?search=%C3%A4%26b&limit=0", "GET", undefined],
  ]);
});

it("asks about the workspace of the page, of another one, or of the user where the page has none", async () => {
  const page = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
  const other = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11";
  showWorkspace(page);
  await callApi("GET /tags");
  await callApi("GET /tags", { headers: { "x-workspace-id": other } });
  await acceptInvitation("token");
  const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("x-workspace-id"));
  expect(sent).toEqual([page, other, null, null]);
});

it("takes no earlier request's answer for a sign that the server is back", async () => {
  const early = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(early.promise).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const waiting = callApi("GET /tags");
  await expect(callApi("GET /contacts")).rejects.toMatchObject({ code: "NETWORK" });
  early.resolve(Response.json({ data: [] }));
  await waiting;
  expect(serverGone.get()).toBe(true);
  await callApi("GET /tags");
  expect(serverGone.get()).toBe(false);
});

it("is held to the document by the compiler", async () => {
  const calls = [
    // @ts-expect-error: there is no such operation
    () => callApi("GET /contact"),
    // @ts-expect-error: the body is missing
    () => callApi("POST /tags"),
    // @ts-expect-error: the path is missing
    () => callApi("GET /tags/{id}", {}),
    // @ts-expect-error: no such parameter
    () => callApi("GET /contacts", { query: { serach: "a" } }),
    // @ts-expect-error: no such field
    () => callApi("POST /tags", { body: { name: "a", colour: "red" } }),
    // @ts-expect-error: the answer has no such field
    async () => (await callApi("GET /tags")).data[0]?.colour,
  ];
  expect(calls).toHaveLength(6);
});
