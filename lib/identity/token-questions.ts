import { decodeJwt } from "jose";
import { z } from "zod";
import type { Answer, Question } from "@/db/question";

/** Three base64url parts; the last is empty in an unsigned token, which the provider then refuses. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const MAX_TOKEN_LENGTH = 16 * 1024;

/** Whether it could be an access token: not worth asking the provider otherwise, and a header that cannot be sent would look like an outage. */
export function isPlausible(token: string): boolean {
  return token.length <= MAX_TOKEN_LENGTH && JWT.test(token);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** User metadata is the user's own to write: anything but a UUID counts as absent. */
export function workspaceOf(value: unknown): string | null {
  return typeof value === "string" && UUID.test(value) ? value : null;
}

/** What a token says of itself. Anybody can write one: it may be used to look something up, and is believed once it is verified. */
interface Said {
  userId: string;
  sessionId: string | null;
  workspaceId: string | null;
}

const uuid = z.string().regex(UUID);
const claims = z.object({
  sub: uuid,
  session_id: uuid.nullable().catch(null),
  user_metadata: z.object({ workspace_id: z.unknown() }).catch({ workspace_id: null }),
});

/** Null for what is no token, or names no user. */
export function readUnverified(token: string): Said | null {
  if (!isPlausible(token)) return null;
  try {
    const { success, data } = claims.safeParse(decodeJwt(token));
    if (!success) return null;
    const workspaceId = workspaceOf(data.user_metadata.workspace_id);
    return { userId: data.sub, sessionId: data.session_id, workspaceId };
  } catch {
    return null;
  }
}

const IS_MEMBER = `m.workspace_id = $2 and m.user_id = $1
  and (m.suspended_until is null or m.suspended_until <= now())`;

const MEMBERSHIP = `select m.workspace_id, m.user_id from memberships m where ${IS_MEMBER}`;

/**
 * The embedded provider's whole judgement on a session: the user, whether the session is there still, a ban, second factors,
 * and the membership in the workspace that the token names.
 */
const SESSION = `
  select u.id as user_id, u.email, u.raw_user_meta_data -> 'workspace_id' as named_workspace,
    coalesce(u.banned_until > now(), false) as is_banned, s.id as session_id, s.seen_counter,
    exists (select from identity.mfa_factors f where f.user_id = u.id and f.status = 'verified') as is_secured,
    m.workspace_id as member_of
  from identity.users u
  left join identity.sessions s on s.id = $3 and s.user_id = u.id
  left join memberships m on ${IS_MEMBER}
  where u.id = $1`;

export function membershipQuestion({ userId, workspaceId }: Said): Question {
  return { text: MEMBERSHIP, parameters: [userId, workspaceId] };
}

export function sessionQuestion({ userId, workspaceId, sessionId }: Said): Question {
  return { text: SESSION, parameters: [userId, workspaceId, sessionId] };
}

const membership = z.object({ workspace_id: z.string(), user_id: z.string() });

/** Whether the answer says that this user belongs to this workspace; null when it is about others, or was not asked. */
export function saysMember(
  answer: Answer | undefined,
  said: Said | null,
  userId: string,
  workspaceId: string,
): boolean | null {
  if (answer === undefined || said?.userId !== userId || said.workspaceId !== workspaceId) return null;
  const { data } = membership.safeParse(answer);
  return data?.user_id === userId && data.workspace_id === workspaceId;
}

const session = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  named_workspace: z.unknown(),
  is_banned: z.boolean(),
  session_id: z.string().nullable(),
  seen_counter: z.number().nullable(),
  is_secured: z.boolean(),
  member_of: z.string().nullable(),
});
export type SessionState = z.output<typeof session>;

/** Null when there is no such user, or the session has ended, or the user is banned. */
export function readSession(
  answer: Answer,
  { userId, sessionId }: { userId: string; sessionId: string },
): SessionState | null {
  const { data } = session.safeParse(answer);
  const isTheirs = data?.user_id === userId && data.session_id === sessionId;
  return data && isTheirs && !data.is_banned ? data : null;
}
