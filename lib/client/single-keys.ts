import { createKeptStore } from "./store";

/** Whether single-key shortcuts are on; it must be possible to switch them off (WCAG 2.1.4). */
export const singleKeys = createKeptStore("kith-single-keys", true, {
  read: (text) => text !== "off",
  write: (on) => (on ? "on" : "off"),
});
