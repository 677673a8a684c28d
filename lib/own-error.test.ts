import { globSync, readFileSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, it, vi } from "vitest";
import { ApiError, unavailable } from "./errors";
import { UnexportableError } from "./exports/failure";
import { answer } from "./http/exchange";
import { divertLog, log } from "./log";

describe("an error of another copy of its module", () => {
  it("is answered with its own status", async () => {
    vi.resetModules();
    const copy = await import("./errors");
    expect(copy.ApiError).not.toBe(ApiError);
    const response = await answer(new Request("http://localhost/api"), "copied", async () => {
      throw copy.unavailable("The disk is nearly full", 300, { reason: "disk_full" });
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "300"]);
    expect(await response.json()).toMatchObject({ details: { reason: "disk_full" } });
  });

  it("is of its class and of no other", async () => {
    const error = unavailable("away", 1);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(UnexportableError);
    for (const other of [new Error("away"), { name: "ApiError" }, null, "ApiError"])
      expect(other).not.toBeInstanceOf(ApiError);
    expect([error.name, JSON.stringify(error).includes("kith.")]).toEqual(["ApiError", false]);
  });

  it("of a failed query is logged without its parameters", async () => {
    vi.resetModules();
    const copy = await import("drizzle-orm/errors?copy" as "drizzle-orm/errors");
    expect(copy.DrizzleQueryError).not.toBe(DrizzleQueryError);
    const lines: string[] = [];
    divertLog({ write: (line: string) => void lines.push(line) });
    log().error({ err: new copy.DrizzleQueryError("select $1", ["Lovelace"], new Error("away")) }, "failed");
    divertLog();
    expect(lines.join()).toContain("query failed");
    expect(lines.join()).not.toContain("Lovelace");
  });
});

/** Exported error classes that another file tests by `instanceof`, without being recognised between copies. */
function unbranded(files: { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/export class (\w+) extends Error\b/g)]
      .map(([, name = ""]) => name)
      .filter((name) =>
        files.some((other) => other.path !== path && other.text.includes(`instanceof ${name}`)),
      ),
  );
}

it("every error class that other modules test by instanceof is one of ours", () => {
  const files = globSync("{app,db,lib}/**/*.{ts,tsx}")
    .filter((path) => !/\.test\.|^lib\/(?:testing|client)\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
  expect(files.length).toBeGreaterThan(300);
  expect(unbranded(files)).toEqual([]);
  const planted = [
    { path: "a.ts", text: "export class Moon extends Error {}" },
    { path: "b.ts", text: "if (error instanceof Moon) return;" },
  ];
  expect(unbranded(planted)).toEqual(["Moon"]);
});
