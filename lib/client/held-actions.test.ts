import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushHeldActions, hiddenContacts, holdDelete, leave } from "./held-actions";
import { keepOpenUntil } from "./pending-saves";
import { configureSession } from "./session";

/** The outside effects in their order: requests, the end of the session, the navigation to another page. */
const events: string[] = [];
let token = "";
let answers: (() => void)[] = [];

vi.mock("@supabase/ssr", () => ({
  createBrowserClient: () => ({
    auth: {
      getSession: async () => ({ data: { session: null } }),
      signOut: async () => void events.push("session ended"),
    },
  }),
}));

const untold = { sent: () => undefined, settled: () => undefined };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `id-${n}`);

function request(_: string, { body, headers }: { body: string; headers: Headers }): Promise<Response> {
  const isSignedIn = headers.get("authorization") === `Bearer ${token}`;
  events.push(`${JSON.parse(body).ids.length} ids${isSignedIn ? "" : " without a session"}`);
  return new Promise((resolve) => answers.push(() => resolve(Response.json({}))));
}

beforeEach(() => {
  events.length = 0;
  answers = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", request);
  const location = { origin: "http://localhost", assign: (to: string) => events.push(`on to ${to}`) };
  vi.stubGlobal("window", { location });
  token = crypto.randomUUID();
  const handed = { value: token, expiresAt: Date.now() / 1000 + 3600 };
  const sessionCookie = { name: "kith-auth", secure: false, maxAge: 60 };
  configureSession({ identityUrl: null, publishableKey: "k", sessionCookie, token: handed });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what is held back", () => {
  it("is sent whole when the page goes away, which sees no answer any more", async () => {
    holdDelete(ids(1200), untold);
    void flushHeldActions();
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(["500 ids", "500 ids", "200 ids"]);
  });

  it("is sent one batch after the other while the page is there", async () => {
    const settled = vi.fn();
    holdDelete(ids(501), { ...untold, settled });
    await vi.advanceTimersByTimeAsync(5000);
    expect(events).toEqual(["500 ids"]);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([events.length, settled.mock.calls]).toEqual([2, [[]]]);
  });

  it("is not sent when it was taken back", async () => {
    holdDelete(ids(1), untold)();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([events, hiddenContacts.get().has("id-0")]).toEqual([[], false]);
  });
});

describe("signing out", () => {
  it("waits for what was held back, which needs the session", async () => {
    holdDelete(ids(1), untold);
    void leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(events).toEqual(["1 ids"]);
    answers[0]?.();
    await vi.runAllTimersAsync();
    await vi.waitFor(() => expect(events.slice(1)).toEqual(["session ended", "on to /sign-in"]));
  });

  it("waits for what is being saved, and the browser asks before the page is closed meanwhile", async () => {
    const asking = new EventTarget();
    Object.assign(window, {
      addEventListener: asking.addEventListener.bind(asking),
      removeEventListener: asking.removeEventListener.bind(asking),
    });
    const isAsked = () => !asking.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const saves = [1, 2].map(() => Promise.withResolvers<void>());
    for (const { promise } of saves) void keepOpenUntil(promise).catch(() => undefined);
    void leave();
    saves[0]?.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    expect([events, isAsked()]).toEqual([[], true]);
    saves[1]?.reject(new Error("refused"));
    await vi.waitFor(() => expect(events).toEqual(["session ended", "on to /sign-in"]));
    expect(isAsked()).toBe(false);
  });

  it("does not wait for ever", async () => {
    holdDelete(ids(1), untold);
    void leave();
    await vi.advanceTimersByTimeAsync(3000);
    await vi.waitFor(() => expect(events.slice(1)).toEqual(["session ended", "on to /sign-in"]));
  });
});
