const YEAR_S = 31_536_000;

/** Keeps a choice, for a year unless told: the next page from the server uses it. */
export function setCookie(name: string, value: string, { path = "/", maxAge = YEAR_S } = {}): void {
  if (typeof document === "undefined") return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = `${name}=${value}; path=${path}; max-age=${maxAge}; samesite=lax`;
}
