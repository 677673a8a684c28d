import { expect, it, vi } from "vitest";
import { heldFile, holdFile } from "./handed-file";

it("keeps a file that waits, and lets the browser ask before the tab loses it", () => {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const isAsked = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const waiting = { file: new File(["email"], "people.csv"), sheet: undefined, until: 1000 };
  holdFile(waiting);
  expect([heldFile(), isAsked()]).toEqual([waiting, true]);
  holdFile(null);
  expect([heldFile(), isAsked()]).toEqual([null, false]);
});
