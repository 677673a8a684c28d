import { decodeJwt } from "jose";
import { z } from "zod";
import type { Answer, Question } from "@/db/question";
import { OWN_UUID } from "@/lib/uuid";
import { IS_ADMITTED, RIGHTS, readRights } from "@/lib/workspaces/rights";
import type { Rights } from "@/lib/workspaces/roles";

/** Three base64url parts; the last is empty in an unsigned token, which the provider then refuses. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const MAX_TOKEN_LENGTH = 16 * 1024;

/**
 * Whether it could be an access token: otherwise there is no point in asking the provider, and a header that cannot be
 * sent would look like an outage.
 */
export function isPlausible(token: string): boolean {
  return token.length <= MAX_TOKEN_LENGTH && JWT.test(token);
}

/** Users can write their own user metadata: anything but a UUID counts as absent. */
export function workspaceOf(value: unknown): string | null {
  return typeof value === "string" && OWN_UUID.test(value) ? value : null;
}

/**
 * A token's unverified claims. Anybody can write one: they may be used for a lookup, and are trusted once the token is
 * verified.
 */
interface Said {
  userId: string;
  sessionId: string | null;
  workspaceId: string | null;
}

const uuid = z.string().regex(OWN_UUID);
const claims = z.object({
  sub: uuid,
  session_id: uuid.nullable().catch(null),
  user_metadata: z.object({ workspace_id: z.unknown() }).catch({ workspace_id: null }),
});

/** Null for anything that is not a token, or names no user. */
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

const IS_MEMBER = `m.workspace_id = $2 and m.user_id = $1 and ${IS_ADMITTED}`;

const MEMBERSHIP = `select m.workspace_id, m.user_id, ${RIGHTS} as rights from memberships m where ${IS_MEMBER}`;

/**
 * Everything the embedded provider checks about a session: the user, whether the session still exists, a ban, second
 * factors, and the membership in the requested workspace.
 */
const SESSION = `
  select u.id as user_id, u.email, u.raw_user_meta_data -> 'workspace_id' as named_workspace,
    coalesce(u.banned_until > now(), false) as is_banned, s.id as session_id, s.seen_counter,
    exists (select from identity.mfa_factors f where f.user_id = u.id and f.status = 'verified') as is_secured,
    m.workspace_id as member_of, ${RIGHTS} as rights
  from identity.users u
  left join identity.sessions s on s.id = $3 and s.user_id = u.id
  left join memberships m on ${IS_MEMBER}
  where u.id = $1`;

/** About the membership in that workspace, by default the one that the token names. */
export function membershipQuestion({ userId, workspaceId }: Said, chosen = workspaceId): Question {
  return { text: MEMBERSHIP, parameters: [userId, chosen] };
}

export function sessionQuestion({ userId, workspaceId, sessionId }: Said, chosen = workspaceId): Question {
  return { text: SESSION, parameters: [userId, chosen, sessionId] };
}

const membership = z.object({ workspace_id: z.string(), user_id: z.string(), rights: z.unknown() });

/**
 * What this user may do in this workspace according to the result, null for a non-member; undefined when it is about
 * others, or was not asked.
 */
export function rightsIn(
  answer: Answer | undefined,
  asked: { userId: string; workspaceId: string | null } | null,
  userId: string,
  workspaceId: string,
): Rights | null | undefined {
  if (answer === undefined || asked?.userId !== userId || asked.workspaceId !== workspaceId) return undefined;
  const { data } = membership.safeParse(answer);
  const isTheirs = data?.user_id === userId && data.workspace_id === workspaceId;
  return isTheirs ? readRights(data.rights) : null;
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
  rights: z.unknown(),
});
type SessionState = z.output<typeof session>;

/** Null when there is no such user, or the session has ended, or the user is banned. */
export function readSession(
  answer: Answer,
  { userId, sessionId }: { userId: string; sessionId: string },
): SessionState | null {
  const { data } = session.safeParse(answer);
  const isTheirs = data?.user_id === userId && data.session_id === sessionId;
  return data && isTheirs && !data.is_banned ? data : null;
}
