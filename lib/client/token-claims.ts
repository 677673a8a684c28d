/** A claim of an access token; undefined if it has none, or cannot be read, which only the server can judge. */
export function claimOf(token: string, name: string): unknown {
  try {
    const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const bytes = Uint8Array.from(atob(payload), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? Reflect.get(claims, name) : undefined;
  } catch {
    return undefined;
  }
}
