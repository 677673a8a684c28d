import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as unknownPath from "@/app/api/[[...path]]/route";
import { limiter } from "@/lib/adapters/limiter";
import { otherMethods } from "@/lib/http/methods";
import { newWorkspace } from "@/lib/testing/workspace";
import { credentials, endpoints, handlerOf, METHODS, modules, send } from "./operations";

const folder = fileURLToPath(new URL("../../../app/api", import.meta.url));
const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, "{}");

/** Documented paths by the folders of app/api, without the catch-all. */
function pathsOf(files: string[]): string[] {
  return files
    .filter((file) => /(^|\/)route\.tsx?$/.test(file))
    .map((file) => `/api/${dirname(file)}`.replaceAll("[", "{").replaceAll("]", "}"))
    .filter((path) => !path.includes("{..."));
}

describe("every route", () => {
  it("is in app/api/routes.ts, and nothing else is", () => {
    const found = pathsOf(readdirSync(folder, { recursive: true, encoding: "utf8" }));
    expect(found.map(withoutNames).sort()).toEqual(Object.keys(modules).map(withoutNames).sort());
    const planted = pathsOf([
      "contacts/[id]/route.ts",
      "contacts/[id]/route.test.ts",
      "[[...path]]/route.ts",
    ]);
    expect(planted).toEqual(["/api/contacts/{id}"]);
  });

  it("names every path parameter as the document does", () => {
    for (const { path, described } of endpoints) {
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      const declared = described.parameters?.filter((one) => one.in === "path").map((one) => one.name) ?? [];
      expect(declared.sort(), path).toEqual(names.sort());
    }
  });
});

const authOf = (path: string) => endpoints.find((one) => one.path === path)?.auth ?? "bearer";
const verbsOf = (path: string) => endpoints.filter((one) => one.path === path).map((one) => one.method);

describe("every route answers all seven methods", () => {
  it.each(Object.entries(modules))(
    "%s: 405 with Allow, in JSON, counted by the limit",
    async (path, module) => {
      const headers = credentials(authOf(path), (await newWorkspace()).token);
      const own = verbsOf(path);
      for (const method of METHODS) {
        if (own.some((verb) => verb === method || (method === "HEAD" && verb === "GET"))) continue;
        const got = await send(handlerOf(module, method), { method, headers });
        expect(got.status, method).toBe(method === "OPTIONS" ? 204 : 405);
        expect(got.headers.get("x-ratelimit-limit")).toBe("100");
        const allowed = got.headers.get("allow")?.split(", ");
        expect(allowed).toEqual(expect.arrayContaining([...own, "OPTIONS"]));
        expect(allowed).not.toContain(method === "OPTIONS" ? "TRACE" : method);
        if (method !== "OPTIONS") expect(got.json).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
      }
    },
  );

  it.each(Object.entries(modules))("%s: the caller comes before the method", async (path, module) => {
    const isPublic = authOf(path) === "public";
    for (const method of METHODS) {
      const own = verbsOf(path).some((verb) => verb === method || (method === "HEAD" && verb === "GET"));
      if (own || method === "OPTIONS") continue;
      const { status, json } = await send(handlerOf(module, method), { method });
      const expected = isPublic ? [405, "METHOD_NOT_ALLOWED"] : [401, "UNAUTHORIZED"];
      expect([status, json.code], method).toEqual(expected);
    }
  });

  it("counts every method of every path before anything else", async () => {
    const address = "192.0.2.77";
    await Promise.all(
      Array.from({ length: 100 }, () => limiter().hit(`global:${address}`, { max: 100, windowMs: 60_000 })),
    );
    for (const module of [...Object.values(modules), unknownPath as Record<string, unknown>]) {
      for (const method of METHODS) {
        const { status, json } = await send(handlerOf(module, method), {
          method,
          headers: { "x-forwarded-for": address },
        });
        expect([status, json.code, json.message]).toEqual([429, "RATE_LIMITED", "Too many requests"]);
      }
    }
  });

  it("a planted module without its other methods is caught", () => {
    const { GET } = otherMethods({});
    expect(() => METHODS.map((method) => handlerOf({ GET }, method))).toThrow("no handler for POST");
  });
});

it("answers an unknown path with the documented 404 on every method", async () => {
  for (const method of METHODS) {
    const got = await send(handlerOf(unknownPath, method), { method });
    expect([got.status, got.json.code]).toEqual([404, "NOT_FOUND"]);
    expect(got.headers.get("x-ratelimit-remaining")).toBe("99");
  }
});
