import * as ssr from "@supabase/ssr";
import { afterEach, expect, it, vi } from "vitest";
import { browserCookies, identity } from "./session";

afterEach(() => vi.unstubAllGlobals());

it("writes the session's cookies as the server does, and takes them away", async () => {
  const written: string[] = [];
  vi.stubGlobal("document", {
    get cookie() {
      return "__Host-kith-auth.0=a%20b; theme=dark";
    },
    set cookie(line: string) {
      written.push(line);
    },
  });
  const { getAll, setAll } = browserCookies(ssr, { name: "__Host-kith-auth", secure: true, maxAge: 60 });
  expect(await getAll?.()).toEqual([
    { name: "__Host-kith-auth.0", value: "a b" },
    { name: "theme", value: "dark" },
  ]);
  const options = { path: "/", sameSite: "lax", secure: true, maxAge: 34_560_000 } as const;
  await setAll?.(
    [
      { name: "__Host-kith-auth.0", value: "new", options },
      { name: "__Host-kith-auth.1", value: "", options: { ...options, maxAge: 0 } },
    ],
    {},
  );
  expect(written).toEqual([
    "__Host-kith-auth.0=new; Max-Age=60; Path=/; Secure; SameSite=Lax",
    "__Host-kith-auth.1=; Max-Age=0; Path=/; Secure; SameSite=Lax",
  ]);
});

it("loads the SDK again after it could not be loaded", async () => {
  vi.doMock("@supabase/ssr", () => {
    throw new Error("no answer");
  });
  await expect(identity()).rejects.toThrow();
  vi.doUnmock("@supabase/ssr");
  await expect(identity()).rejects.toThrow("configureSession was not called");
});
