/** The value of a cookie that a request sends, or null. */
export function cookieOf({ headers }: Pick<Request, "headers">, name: string): string | null {
  const prefix = `${name}=`;
  const sent = (headers.get("cookie") ?? "").split(/;\s*/).find((one) => one.startsWith(prefix));
  return sent?.slice(prefix.length) ?? null;
}
