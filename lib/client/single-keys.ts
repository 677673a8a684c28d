import { createStore, type Store } from "./store";

const KEY = "kith-single-keys";

function read(): boolean {
  try {
    return typeof localStorage === "undefined" || localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

const value = createStore(true);
if (typeof window !== "undefined") value.set(read());

/** Whether single-key shortcuts are on; they must be possible to switch off (WCAG 2.1.4). */
export const singleKeys: Store<boolean> = {
  ...value,
  set: (on) => {
    value.set(on);
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // Without storage the choice lives as long as the page.
    }
  },
};
