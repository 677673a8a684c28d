import { randomUUID } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { allowedRedirect } from "./redirects";

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const HOME = "https://kith.example";

function configure(others = "") {
  vi.stubEnv("APP_URL", HOME);
  vi.stubEnv("AUTH_REDIRECT_ORIGINS", others);
  resetEnv();
}

it.each(["/", "/contacts", "/contacts?q=ada", `/contacts/${randomUUID()}`, "/auth/callback?next=%2Ftags"])(
  "leads to our own page %s",
  (page) => {
    configure();
    expect(allowedRedirect(`${HOME}${page}`)).toBe(`${HOME}${page}`);
    expect(allowedRedirect(page)).toBe(`${HOME}${page}`);
  },
);

it.each([
  `${HOME}/inbox`,
  `${HOME}/contacts/`,
  `${HOME}/contacts/ada`,
  `${HOME}/contacts/${randomUUID()}/x`,
  `${HOME}/auth/callback/../../evil`,
  `${HOME}/auth/callback/x`,
  `${HOME}//evil.example`,
  `${HOME}/%2e%2e/evil`,
  `${HOME}/Auth/Callback`,
  "https://kith.example.evil.example/auth/callback",
  "https://kith.example:444/auth/callback",
  "http://kith.example/auth/callback",
])("leads home instead of to %s", (target) => {
  configure();
  expect(allowedRedirect(target)).toBe(HOME);
});

it("leads to the same pages of other origins that are listed, and to whole addresses exactly", () => {
  configure("https://preview.example/, https://app.example/welcome");
  expect(allowedRedirect("https://preview.example/auth/callback?a=1")).toBe(
    "https://preview.example/auth/callback?a=1",
  );
  expect(allowedRedirect("https://app.example/welcome?code=1")).toBe("https://app.example/welcome?code=1");
  for (const other of [
    "https://preview.example/other",
    "https://app.example/",
    "https://app.example/welcome/x",
    "https://app.example/auth/callback",
  ])
    expect(allowedRedirect(other)).toBe(HOME);
});
