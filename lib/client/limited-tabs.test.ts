import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { DELETE as removeMember } from "@/app/api/members/[userId]/route";
import { apiRoutes } from "@/app/api/routes";
import { pg } from "@/db/client";
import { startEvents, stopEvents } from "@/lib/events/hub";
import type { RouteHandler } from "@/lib/http/operation";
import { newMember, newWorkspace } from "@/lib/testing/workspace";
import { callApi } from "./api";
import { follow } from "./follow";
import { createQueryClient } from "./query-client";
import { configureSession } from "./session";
import { keepAccess } from "./workspace-choice";

// Each test has a user of its own, and is a page of its own.
vi.mock(import("./page-owner"), async (original) => ({ ...(await original()), ofOwner: (token) => token }));

const routes = apiRoutes as unknown as Record<string, Record<string, RouteHandler>>;

/** The limit that counts both tabs, and every other client at this address. */
let address = "";
let refused: string[] = [];
let ends: (() => void)[] = [];
const left = vi.fn();

beforeEach(() => {
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  refused = [];
  left.mockClear();
  startEvents();
  const kept = new Map<string, string>();
  const page = { hidden: false, cookie: "", readyState: "complete" };
  vi.stubGlobal("document", Object.assign(new EventTarget(), page));
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { assign: left } }));
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("fetch", ask);
});
afterEach(async () => {
  for (const end of ends) end();
  ends = [];
  await stopEvents();
  // The browser's globals stay: unfinished work of the tabs ends later, and this file has a process of its own.
});

/** The network between the tabs and the routes. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  const request = new Request(`http://localhost${path}`, init);
  request.headers.set("x-forwarded-for", address);
  const { pathname } = new URL(request.url);
  const handler = routes[pathname]?.[request.method];
  if (!handler) throw new Error(`no route for ${pathname}`);
  const response = await handler(request, { params: Promise.resolve({}) });
  if (response.status === 429) refused.push(pathname);
  return response;
}

/** A tab that shows contacts and the user's workspaces, and follows changes. */
function openTab() {
  const queries: QueryClient = createQueryClient();
  const contacts = new QueryObserver(queries, {
    queryKey: ["contacts"],
    queryFn: ({ signal }) => callApi("GET /contacts", { query: {}, signal }),
  });
  const workspaces = new QueryObserver(queries, {
    queryKey: ["workspaces"],
    queryFn: ({ signal }) => callApi("GET /workspaces", { signal }),
  });
  let wrong = 0;
  ends.push(contacts.subscribe(({ isError }) => (wrong += Number(isError))));
  ends.push(workspaces.subscribe(() => undefined));
  ends.push(follow(queries));
  return { count: () => contacts.getCurrentResult().data?.data.length, wrong: () => wrong };
}

function signIn(token: string): void {
  const expiresAt = Date.now() / 1000 + 3600;
  const sessionCookie = { name: "session", secure: false, maxAge: 1 };
  configureSession({
    identityUrl: null,
    publishableKey: "",
    sessionCookie,
    token: { value: token, expiresAt },
  });
}

/** Another client uses up the address's limit, until this many requests were refused. The limit ends a second later. */
async function busyUntil(isEnough: () => boolean): Promise<void> {
  const { length } = ends;
  while (!isEnough() && ends.length === length) {
    await pg()`
      insert into rate_limits (key, hits, expires_at)
      values (${`global:${address}`}, array_fill(clock_timestamp() - interval '59 s', array[100]), now() + interval '1 min')
      on conflict (key) do update set hits = excluded.hits`;
    await sleep(100);
  }
}

const refusals = (path: string) => refused.filter((one) => one === path).length;

it("two tabs at the limit of requests show nothing wrong, and later what changed meanwhile", async () => {
  const acme = await newWorkspace();
  signIn(acme.token);
  const tabs = [openTab(), openTab()];
  await expect.poll(() => tabs.map((tab) => tab.count())).toEqual([0, 0]);
  await sleep(500); // their streams are open
  const busy = busyUntil(() => refusals("/api/contacts") > 8);
  await sleep(200);
  await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
  await busy;
  await expect.poll(() => tabs.map((tab) => tab.count()), { timeout: 20_000 }).toEqual([1, 1]);
  expect(tabs.map((tab) => tab.wrong())).toEqual([0, 0]);
}, 60_000);

it("a tab whose stream is refused opens it when it may, and misses nothing", async () => {
  const acme = await newWorkspace();
  signIn(acme.token);
  const tab = openTab();
  await expect.poll(() => tab.count()).toBe(0);
  const busy = busyUntil(() => refusals("/api/events") >= 4);
  await sleep(200);
  await stopEvents();
  startEvents();
  await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
  await busy;
  await expect.poll(() => tab.count(), { timeout: 20_000 }).toBe(1);
}, 60_000);

it("who is removed from a workspace at the limit is told as soon as they may ask", async () => {
  const acme = await newWorkspace();
  const guest = await newMember(acme.id, { role: "viewer" });
  signIn(guest.token);
  keepAccess({ id: acme.id, name: "acme", role: "viewer", permissions: [] });
  const tab = openTab();
  await expect.poll(() => tab.count()).toBe(0);
  await sleep(500);
  const busy = busyUntil(() => refusals("/api/workspaces") > 3);
  await sleep(200);
  await acme.call(removeMember, { method: "DELETE", params: { userId: guest.user.id } });
  await busy;
  await expect.poll(() => left.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
}, 60_000);
