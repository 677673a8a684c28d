import { afterEach, expect, it, vi } from "vitest";
import {
  countRequest,
  isOffline,
  isServerReached,
  noteAnswered,
  noteOffline,
  serverGone,
} from "./connection";

const answer = (status: number) => vi.stubGlobal("fetch", async () => new Response(null, { status }));
const noAnswer = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
const network = (onLine: boolean) => vi.stubGlobal("navigator", { onLine });

afterEach(() => {
  vi.unstubAllGlobals();
  serverGone.set(false);
});

it("does not take a proxy that is alone for the server", async () => {
  for (const status of [502, 503, 504]) {
    answer(status);
    expect(await isServerReached(), String(status)).toBe(false);
  }
  noAnswer();
  expect(await isServerReached()).toBe(false);
  answer(200);
  expect(await isServerReached()).toBe(true);
});

it("needs no network for a server on the same machine", async () => {
  network(false);
  answer(200);
  await noteOffline();
  expect([serverGone.get(), isOffline()]).toEqual([false, false]);
});

it("is offline once the server does not answer without a network, and only until there is one", async () => {
  noAnswer();
  network(true);
  await noteOffline();
  expect(serverGone.get(), "nothing was asked").toBe(false);
  network(false);
  await noteOffline();
  expect([serverGone.get(), isOffline()]).toEqual([true, true]);
  network(true);
  expect(isOffline()).toBe(false);
});

it("stays offline when an earlier request is answered late, until a later one is", async () => {
  noAnswer();
  network(false);
  const early = countRequest();
  await noteOffline();
  noteAnswered(early);
  expect(serverGone.get()).toBe(true);
  noteAnswered(countRequest());
  expect(serverGone.get()).toBe(false);
});
