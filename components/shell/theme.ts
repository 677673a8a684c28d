import { setCookie } from "@/lib/client/cookie";
import { createStore } from "@/lib/client/store";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export function isTheme(value: string): value is Theme {
  return themes.some((theme) => theme === value);
}

function current(): Theme {
  if (typeof document === "undefined") return "system";
  const chosen = document.documentElement.dataset.theme ?? "";
  return isTheme(chosen) ? chosen : "system";
}

export const themeStore = createStore<Theme>(current());

/** Switches at once, and stores the choice in a cookie, so that the server's first paint already has it. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  setCookie("kith-theme", theme);
  themeStore.set(theme);
}
