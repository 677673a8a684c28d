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

const YEAR_S = 31_536_000;

/** Switches at once, and stores the choice in a cookie, so that the server's first paint already has it. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = `kith-theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  themeStore.set(theme);
}
