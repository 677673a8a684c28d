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
    removeItem: (key: string) => void kept.delete(key),
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
  expect(readAccess(jar.cookie.split("kith-access=")[1], undefined)).toEqual(access(A));
  const said = (value: unknown) => readAccess(encodeURIComponent(JSON.stringify(value)), undefined);
  expect(said([A, "root", "read", "x"])).toBeNull();
  expect(said({ id: A })).toBeNull();
  expect(said(["x", "viewer", "read.root", "x"])).toMatchObject({ id: null, permissions: ["read"] });
  for (const value of [undefined, "", "%", "{"]) expect(readAccess(value, undefined)).toBeNull();
});

it("is that of the page for as long as it is open, even if the user has left it since", () => {
  tab().use();
  keepAccess(access(B));
  showWorkspace(A);
  showWorkspace(B);
  forgetWorkspace();
  expect(workspaceHeader()).toEqual({ "x-workspace-id": A });
});

/** The module as a newly loaded page has it. */
async function newPage(requested: Access | null) {
  vi.resetModules();
  vi.stubGlobal("window", new EventTarget());
  const page = await import("./workspace-choice");
  page.noteRequested(requested);
  return page;
}

it("is that of the tab in use for the tabs opened from it, even if they load once another is in use", async () => {
  const [first, second, opened] = [tab(), tab(), tab()];
  Object.assign(document, { visibilityState: "visible" });
  first.use();
  (await newPage(null)).keepWhileInUse(access(A));
  const firstWindow = window;
  second.use();
  (await newPage(access(A))).keepWhileInUse(access(B));
  expect(jar.cookie).toContain(B);
  first.use();
  firstWindow.dispatchEvent(new Event("pointerdown"));
  expect(jar.cookie).toContain(A);
  const requested = readAccess(jar.cookie.split("kith-access=")[1], undefined);
  second.use();
  window.dispatchEvent(new Event("focus"));
  expect(jar.cookie).toContain(B);
  opened.use();
  const page = await newPage(requested);
  expect(page.workspaceHeader()).toEqual({ "x-workspace-id": A });
  Object.assign(document, { visibilityState: "hidden" });
  page.keepWhileInUse(access(A));
  expect(jar.cookie).toContain(B);
});

it("stays that of the tab in use when another one has loaded", async () => {
  const [first, second] = [tab(), tab()];
  Object.assign(document, { visibilityState: "visible" });
  first.use();
  (await newPage(null)).keepWhileInUse(access(A));
  const firstWindow = window;
  second.use();
  keepAccess(access(B));
  const loading = await newPage(access(B));
  first.use();
  firstWindow.dispatchEvent(new Event("pointerdown"));
  second.use();
  loading.keepWhileInUse(access(B));
  expect(jar.cookie).toContain(A);
  window.dispatchEvent(new Event("keydown"));
  expect(jar.cookie).toContain(B);
});

it("is no longer made that of new tabs once the user has left it", async () => {
  tab().use();
  Object.assign(document, { visibilityState: "visible" });
  const page = await newPage(null);
  page.keepWhileInUse(access(A));
  page.forgetWorkspace();
  window.dispatchEvent(new Event("keydown"));
  expect(jar.cookie).toBe("other=1");
});

/** A token of that user, as far as a page reads it. */
const tokenOf = (sub: string) => `.${btoa(JSON.stringify({ sub }))}.`;

it("is nobody else's: what a forgotten tab of another user writes is not taken over", async () => {
  const [ada, bob] = [tab(), tab()];
  Object.assign(document, { visibilityState: "visible" });
  ada.use();
  const old = await newPage(null);
  (await import("./page-owner")).ofOwner(tokenOf("ada"));
  old.keepWhileInUse(access(A));
  const adas = window;
  bob.use();
  const page = await newPage(null);
  (await import("./page-owner")).ofOwner(tokenOf("bob"));
  ada.use();
  adas.dispatchEvent(new Event("pointerdown"));
  expect(jar.cookie).toContain(A);
  expect(readAccess(jar.cookie.split("kith-access=")[1], "bob")).toBeNull();
  bob.use();
  expect(page.workspaceHeader()).toEqual({});
  ada.use();
  expect(page.workspaceHeader(), "bob signed in in ada's tab").toEqual({});
});

it("is the tab's own while another tab's is in the cookie, and its name is said when the user has left it", async () => {
  tab().use();
  keepAccess(access(A));
  const page = await newPage(access(B));
  expect(page.ownAccess()).toEqual(access(A));
  expect(page.workspaceHeader()).toEqual({ "x-workspace-id": A });
  page.noteLeft();
  page.forgetWorkspace();
  expect([page.takeLeft(), page.takeLeft()]).toEqual(["Größe & Söhne; 50 %", null]);
});
