import { isDatabaseDown } from "@/db/client";
import { type Answer, ask, type Question } from "@/db/question";
import { keyQuestion, resolveApiKey } from "@/lib/api-keys/resolve";
import { isApiKey } from "@/lib/api-keys/token";
import { within } from "@/lib/deadline";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { log } from "@/lib/log";
import { isMember } from "@/lib/workspaces/queries";
import { getUserByToken, type IdentityUser, unavailable } from "./client";
import { type TokenSubject, verifyAccessToken } from "./embedded/access-tokens";
import { IdentityError } from "./embedded/errors";
import { noteSeen } from "./embedded/sessions";
import {
  isPlausible,
  membershipQuestion,
  readSession,
  readUnverified,
  saysMember,
  sessionQuestion,
  workspaceOf,
} from "./token-questions";

/** Who calls, and for which workspace. `scopes` limits an API key; a signed-in user has none and may do all. */
export interface Authentication {
  userId: string;
  email: string | null;
  workspaceId: string;
  scopes?: readonly string[];
  /** The API key's id. */
  keyId?: string;
}

/**
 * What our own database can say of whoever sends this header, so that it may be asked while the request is counted. Nothing of
 * the answer counts before `authenticate` has checked the token. Undefined for what is no token.
 */
export function questionAbout(authorization: string | null): Question | undefined {
  const token = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (!token) return undefined;
  if (isApiKey(token)) return keyQuestion(token);
  const said = readUnverified(token);
  if (!said) return undefined;
  return env().embedded.identity ? sessionQuestion(said) : membershipQuestion(said);
}

/**
 * Authenticates the caller of a request; `known` is the answer to `questionAbout`, where it was asked. Throws UNAUTHORIZED for
 * each condition listed there, FORBIDDEN while the second factor has not been shown, and SERVICE_UNAVAILABLE when the provider
 * cannot be reached.
 */
export async function authenticate(
  authorization: string | null,
  known?: Answer | undefined,
): Promise<Authentication> {
  const token = bearerToken(authorization);
  if (isApiKey(token)) return authenticateKey(token, known);
  return env().embedded.identity ? authenticateSession(token, known) : authenticateHosted(token, known);
}

/** Whether whoever sent this header may still read that workspace; null while nobody can say. */
export async function isStillAllowed(
  authorization: string | null,
  workspaceId: string,
): Promise<boolean | null> {
  try {
    return (await authenticate(authorization)).workspaceId === workspaceId;
  } catch (error) {
    const isRefused = error instanceof ApiError && ["UNAUTHORIZED", "FORBIDDEN"].includes(error.code);
    return isRefused ? false : null;
  }
}

async function authenticateKey(token: string, known: Answer | undefined): Promise<Authentication> {
  const identity = await resolveApiKey(token, known);
  if (!identity) throw unauthorized("Invalid or expired token");
  return identity;
}

/** What the embedded provider's GET /user would say, and the membership: a signature that was checked, and one statement. */
async function authenticateSession(token: string, known: Answer | undefined): Promise<Authentication> {
  const subject = isPlausible(token) ? await verify(token) : null;
  const said = subject && readUnverified(token);
  if (!subject || !said) throw unauthorized("Invalid or expired token");
  const answer = known === undefined ? await askInTime(sessionQuestion(said)) : known;
  const state = readSession(answer, subject);
  if (!state) throw unauthorized("Invalid or expired token");
  if (subject.refreshCounter > (state.seen_counter ?? 0))
    await noteSeen(subject.sessionId, subject.refreshCounter);
  if (state.is_secured && subject.aal !== "aal2") throw secondFactorMissing();
  const workspaceId = workspaceOf(state.named_workspace);
  if (!workspaceId) throw withoutWorkspace();
  // A token from before the workspace was made names none: until it is renewed, the membership takes a look of its own.
  const belongs =
    said.workspaceId === workspaceId
      ? state.member_of === workspaceId
      : await isMember(workspaceId, subject.userId);
  if (!belongs) throw withoutWorkspace();
  return { userId: subject.userId, email: state.email, workspaceId };
}

/** Whoever hears nothing from the database is told so in time. */
const LIMIT_MS = 5_000;

function askInTime(question: Question): Promise<Answer> {
  return within(LIMIT_MS, ask(question), () => unavailable(null));
}

/** Null for a token that the provider would refuse. */
async function verify(token: string): Promise<TokenSubject | null> {
  try {
    return await verifyAccessToken(token);
  } catch (error) {
    if (error instanceof IdentityError && error.code === "bad_jwt") return null;
    if (isDatabaseDown(error)) throw error;
    log().error({ err: error }, "access tokens cannot be verified");
    throw unavailable(null);
  }
}

async function authenticateHosted(token: string, known: Answer | undefined): Promise<Authentication> {
  const user = await identify(token);
  if (user.isHalf) throw secondFactorMissing();
  const workspaceId = workspaceOf(user.userMetadata?.workspace_id);
  if (!workspaceId) throw withoutWorkspace();
  const said = readUnverified(token);
  const belongs = saysMember(known, said, user.id, workspaceId) ?? (await isMember(workspaceId, user.id));
  if (!belongs) throw withoutWorkspace();
  return { userId: user.id, email: user.email, workspaceId };
}

/** The user of the access token, whether or not there is a workspace yet, or a second factor shown. Throws UNAUTHORIZED and SERVICE_UNAVAILABLE. */
export async function identifyUser(authorization: string | null): Promise<IdentityUser> {
  return identify(bearerToken(authorization));
}

async function identify(token: string): Promise<IdentityUser> {
  const user = isPlausible(token) ? await getUserByToken(token) : null;
  if (!user) throw unauthorized("Invalid or expired token");
  return user;
}

/** The value must start with `Bearer `, the space included; exactly that, and nothing after the token. */
function bearerToken(authorization: string | null): string {
  if (!authorization) throw unauthorized("Authorization header missing");
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (!token) throw unauthorized("Authorization header malformed: expected `Bearer <token>`");
  return token;
}

function secondFactorMissing(): ApiError {
  const message = "This account has a second factor: verify it, then use the new access token";
  return new ApiError("FORBIDDEN", message, { reason: "second_factor" });
}

/** The error for a user without a workspace, or whose workspace has just been deleted. */
export function withoutWorkspace(): ApiError {
  return unauthorized("This user has no workspace");
}

function unauthorized(message: string): ApiError {
  return new ApiError("UNAUTHORIZED", message, undefined, { "WWW-Authenticate": "Bearer" });
}
