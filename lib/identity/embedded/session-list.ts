import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { sessions } from "@/db/identity-schema";
import { sessionsAnswer } from "../answers";
import { requireRecentProof, requireWholeUser } from "./caller";
import { IdentityError, json, NO_STORE } from "./errors";
import type { Incoming } from "./incoming";

/** Where a user is signed in, and ending it. Supabase's protocol has no such calls: these are our own. */

/** GET /sessions: the user's sessions, the most recently used first. `current` is the caller's. */
export async function readSessions(incoming: Incoming): Promise<Response> {
  const { user, sessionId } = await requireWholeUser(incoming);
  const lastUsed = sql`coalesce(${sessions.refreshed_at}, ${sessions.created_at})`;
  const rows = await db()
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, user.id))
    .orderBy(desc(lastUsed), desc(sessions.id));
  const sessionRows = rows.map(({ id, method, aal, user_agent, address, created_at, refreshed_at }) => ({
    ...{ id, method, aal, user_agent, address, created_at },
    last_used_at: refreshed_at ?? created_at,
    current: id === sessionId,
  }));
  return json(sessionsAnswer.parse({ sessions: sessionRows }));
}

/**
 * DELETE /sessions/:id: its refresh token and access tokens stop working at once. Ending another session requires
 * reauthentication: at an unlocked machine a stranger could otherwise sign its owner out. Throws `session_not_found` and
 * `reauthentication_needed`.
 */
export async function endOwnSession(incoming: Incoming, id: string): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  if (id !== caller.sessionId) requireRecentProof(caller);
  const ended = await db()
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, caller.user.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new IdentityError(404, "session_not_found", "No such session");
  return new Response(null, { status: 204, headers: NO_STORE });
}
