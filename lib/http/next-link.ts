import { z } from "zod";
import type { Operation } from "./operation";

const page = z.object({
  nextCursor: z.union([z.string(), z.number()]).nullish(),
  nextAfter: z.number().nullish(),
});
/** Longer ones could exceed a proxy's header limit; the cursor is in the body in any case. */
const MAX_LENGTH = 4_000;

/** `Link` to the next page of a list with the parameters that the operation declares (RFC 8288), or null at the end. */
export function nextLink(operation: Operation, { method, url }: Request, body: unknown): string | null {
  const { data } = page.safeParse(body);
  const next = data?.nextCursor ?? data?.nextAfter;
  if (next === undefined || next === null || method !== "GET") return null;
  const known = new Set(operation.query instanceof z.ZodObject ? Object.keys(operation.query.shape) : []);
  const name = data?.nextCursor === undefined ? "after" : "cursor";
  if (!known.has(name)) return null;
  const { pathname, searchParams } = new URL(url);
  const kept = [...searchParams].filter(([key]) => known.has(key) && key !== name);
  const query = new URLSearchParams([...kept, [name, String(next)]]);
  const link = `<${pathname}?${query}>; rel="next"`;
  return link.length > MAX_LENGTH ? null : link;
}
