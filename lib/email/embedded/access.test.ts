import { randomBytes } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { inboxLink } from "../../../scripts/lib/inbox-link.mjs";
import { ACCESS_SECONDS, hasInboxAccess, redeemInboxLink } from "./access";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  resetEnv();
});

const secret = () => process.env.INBOX_SECRET ?? "";
const link = (INBOX_SECRET = secret()) => inboxLink("http://localhost:3000", { INBOX_SECRET });
const keyOf = (url: string) => new URL(url).searchParams.get("key") ?? "";

it("opens the inbox by a link that npm start made, once", async () => {
  const url = link();
  expect(url).toMatch(/^http:\/\/localhost:3000\/inbox\/open\?key=[\w.-]+$/);
  const tries = await Promise.all(Array.from({ length: 10 }, () => redeemInboxLink(keyOf(url))));
  const [access, ...more] = tries.filter((one) => one !== null);
  expect(more).toEqual([]);
  expect(hasInboxAccess(access)).toBe(true);
  expect(await redeemInboxLink(keyOf(url))).toBeNull();
  expect(await redeemInboxLink(keyOf(link()))).not.toBeNull();
});

it("does not open it by a forged link, and a forgery uses none up", async () => {
  const [expires, nonce, proof = ""] = keyOf(link()).split(".");
  const forged = [
    "",
    "..",
    keyOf(link(randomBytes(24).toString("base64url"))),
    `${Number(expires) + 1}.${nonce}.${proof}`,
    `${expires}.${nonce}x.${proof}`,
    `${expires}.${nonce}.${proof.slice(1)}`,
    `${expires}.${nonce}.`,
  ];
  expect(await Promise.all(forged.map(redeemInboxLink))).toEqual(forged.map(() => null));
  expect(await redeemInboxLink(`${expires}.${nonce}.${proof}`)).not.toBeNull();
});

it("ends a link after a day and access after a week", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const late = keyOf(link());
  const access = (await redeemInboxLink(keyOf(link()))) ?? "";
  vi.advanceTimersByTime((24 * 60 * 60 + 1) * 1000);
  expect(await redeemInboxLink(late)).toBeNull();
  expect(hasInboxAccess(access)).toBe(true);
  vi.advanceTimersByTime(ACCESS_SECONDS * 1000);
  expect(hasInboxAccess(access)).toBe(false);
});

it("is not opened by what merely looks like access, a link among it", async () => {
  const access = (await redeemInboxLink(keyOf(link()))) ?? "";
  const [until, proof] = access.split(".");
  const [expires, nonce, signed] = keyOf(link()).split(".");
  const wrong = [
    undefined,
    "",
    ".",
    `${until}.`,
    `${Number(until) + 1}.${proof}`,
    `${expires}.${signed}`,
    nonce,
  ];
  expect(wrong.map(hasInboxAccess)).toEqual(wrong.map(() => false));
});

it("is closed to everybody where there is no secret", async () => {
  vi.stubEnv("INBOX_SECRET", "");
  resetEnv();
  expect(await redeemInboxLink(keyOf(link("")))).toBeNull();
  expect(hasInboxAccess(`9999999999.`)).toBe(false);
});
