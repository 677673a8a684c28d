import { z } from "zod";
import { openSession, type Session, sealSession } from "@/lib/confirmations/session";
import { own } from "@/lib/own";
import type { Caller } from "./confirmation";
import { Refusal } from "./refusal";

/** The stateless revision, and the previous one. */
const MODERN = "2026-07-28";
export const LEGACY = "2025-11-25";
export const SUPPORTED = [MODERN, LEGACY];
export const META = "io.modelcontextprotocol/";

const record = z.record(z.string(), z.unknown());

/** The client's revision, and whether it can show forms to a person. */
export interface Client {
  isModern: boolean;
  asks: boolean;
  /** In the previous revision: where it said so. */
  session: Session | null;
}

interface Message {
  method: string;
  params: Record<string, unknown>;
}

/** The stateless revision states it in each message. Its headers repeat the body, and must agree with it. */
export function clientOf({ method, params }: Message, { headers }: Request, caller: Caller): Client {
  const meta = record.safeParse(params._meta).data ?? {};
  const header = headers.get("mcp-protocol-version");
  const version = own(meta, `${META}protocolVersion`);
  if (version === undefined && header !== MODERN) {
    if (method === "initialize") return { isModern: false, asks: false, session: null };
    return withSession(headers, caller);
  }
  const { data: abilities } = record.safeParse(own(meta, `${META}clientCapabilities`));
  if (typeof version !== "string" || !abilities)
    throw new Refusal(-32602, "_meta lacks the protocol version or the client's capabilities", 400);
  if (header !== version) throw new Refusal(-32020, "MCP-Protocol-Version differs from the body", 400);
  if (version !== MODERN) throw unsupported(version);
  if (headers.get("mcp-method") !== method)
    throw new Refusal(-32020, "Mcp-Method differs from the body", 400);
  if (method === "tools/call" && headers.get("mcp-name") !== params.name)
    throw new Refusal(-32020, "Mcp-Name differs from the body", 400);
  return { isModern: true, asks: hasForms(abilities), session: null };
}

/**
 * A client of the previous revision; the stateless one has no sessions. Without a session nobody can be asked. Throws 404
 * for a session that is not this key's, or has expired: the client opens another one.
 */
export function withSession(headers: Headers, caller: Caller): Client {
  const version = headers.get("mcp-protocol-version");
  if (version === MODERN) return { isModern: true, asks: false, session: null };
  if (version !== null && version !== LEGACY) throw unsupported(version);
  const token = headers.get("mcp-session-id");
  const session = token === null ? null : openSession(caller, token);
  if (token !== null && !session)
    throw new Refusal(-32001, "Unknown or expired session: initialize again", 404);
  return { isModern: false, asks: session !== null, session };
}

/** The header with which a client of the previous revision can be asked, if it declared that. */
export function sessionFor(
  { capabilities }: Record<string, unknown>,
  caller: Caller,
): Record<string, string> {
  const token = hasForms(record.safeParse(capabilities).data ?? {}) ? sealSession(caller) : null;
  return token === null ? {} : { "Mcp-Session-Id": token };
}

/** An empty capability means forms, too. */
function hasForms(capabilities: Record<string, unknown>): boolean {
  const { data } = record.safeParse(own(capabilities, "elicitation"));
  return (
    data !== undefined && (Object.keys(data).length === 0 || record.safeParse(own(data, "form")).success)
  );
}

function unsupported(requested: string): Refusal {
  return new Refusal(-32022, "Unsupported protocol version", 400, { supported: SUPPORTED, requested });
}
