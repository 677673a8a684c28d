import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Access, readAccess } from "./access-cookie";
import { forgetWorkspace, keepAccess, showWorkspace, workspaceHeader } from "./workspace-choice";

const A = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
const B = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11";
const access = (id: string | null): Access => ({
  id,
  name: "Größe & Söhne; 50 %",
  role: "editor",
  permissions: ["read", "write", "belong"],
});

/** A browser's cookie, shared by its tabs, each with a storage of its own. */
const jar = { cookie: "" };
const tab = () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { use: () => vi.stubGlobal("sessionStorage", storage) };
};

beforeEach(() => {
  jar.cookie = "other=1";
  vi.stubGlobal("document", {
    get cookie() {
      return jar.cookie;
    },
    set cookie(text: string) {
      jar.cookie = /max-age=0/.test(text) ? "other=1" : `other=1; ${text.split(";")[0]}`;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("is each tab's own: a new one begins with the last choice, and keeps it whatever others choose", () => {
  const [first, second, third] = [tab(), tab(), tab()];
  first.use();
  expect(workspaceHeader()).toEqual({});
  second.use();
  keepAccess(access(A));
  first.use();
  expect(workspaceHeader()).toEqual({});
  third.use();
  expect(workspaceHeader()).toEqual({ "x-workspace-id": A });
  keepAccess(access(B));
  second.use();
  expect(workspaceHeader()).toEqual({ "x-workspace-id": A });
  third.use();
  expect(workspaceHeader()).toEqual({ "x-workspace-id": B });
  forgetWorkspace();
  expect([workspaceHeader(), jar.cookie]).toEqual([{}, "other=1"]);
});

it("keeps what the user may do there, and believes no other cookie", () => {
  tab().use();
  keepAccess(access(A));
  expect(readAccess(jar.cookie.split("kith-access=")[1])).toEqual(access(A));
  const said = (value: unknown) => readAccess(encodeURIComponent(JSON.stringify(value)));
  expect(said([A, "root", "read", "x"])).toBeNull();
  expect(said({ id: A })).toBeNull();
  expect(said(["x", "viewer", "read.root", "x"])).toMatchObject({ id: null, permissions: ["read"] });
  for (const value of [undefined, "", "%", "{"]) expect(readAccess(value)).toBeNull();
});

it("is that of the page for as long as it is open, even if the user has left it since", () => {
  tab().use();
  keepAccess(access(B));
  showWorkspace(A);
  showWorkspace(B);
  forgetWorkspace();
  expect(workspaceHeader()).toEqual({ "x-workspace-id": A });
});
