import { isDatabaseDown } from "@/db/client";
import { type Answer, ask, type Question } from "@/db/question";
import { keyQuestion, resolveApiKey } from "@/lib/api-keys/resolve";
import { isApiKey } from "@/lib/api-keys/token";
import { apiBearerOf } from "@/lib/authorization";
import { within } from "@/lib/deadline";
import { env } from "@/lib/env";
import { ApiError, forbidden } from "@/lib/errors";
import { log } from "@/lib/log";
import { databaseSilent } from "@/lib/outage";
import { findRights } from "@/lib/workspaces/queries";
import { readRights } from "@/lib/workspaces/rights";
import { type Permission, permissionsOf, type Rights, type Role } from "@/lib/workspaces/roles";
import { getUserByToken, type IdentityUser, unavailable } from "./client";
import { type TokenSubject, verifyAccessToken } from "./embedded/access-tokens";
import { IdentityError } from "./embedded/errors";
import { noteSeen } from "./embedded/sessions";
import {
  isPlausible,
  membershipQuestion,
  readSession,
  readUnverified,
  rightsIn,
  sessionQuestion,
  workspaceOf,
} from "./token-questions";

/**
 * Who calls, for which workspace, and what they may do there: a member by their role, an API key by its scopes and its
 * creator's role.
 */
export interface Authentication {
  userId: string;
  email: string | null;
  workspaceId: string;
  role: Role;
  permissions: readonly Permission[];
  /** The API key's id. */
  keyId?: string;
  /** What the key was created for, whether or not its creator may do that now. */
  keyScopes?: readonly string[];
}

/** What a request says about its caller: the token, and which of the user's workspaces is meant if it is not the token's. */
export interface Credentials {
  authorization: string | null;
  /** As sent; null without the header. */
  workspace: string | null;
}

export function credentialsOf(headers: Headers): Credentials {
  const workspace = headers.get("x-workspace-id")?.toLowerCase() ?? null;
  return { authorization: headers.get("authorization"), workspace };
}

/**
 * What our own database is asked about the sender, so that this can be combined with counting the request. Nothing in
 * the result counts before `authenticate` has checked the token. Undefined for anything that is not a token.
 */
export function questionAbout({ authorization, workspace }: Credentials): Question | undefined {
  const token = apiBearerOf(authorization);
  if (!token) return undefined;
  if (isApiKey(token)) return keyQuestion(token);
  const said = readUnverified(token);
  if (!said) return undefined;
  const asked = workspace === null ? said.workspaceId : workspaceOf(workspace);
  return env().embedded.identity ? sessionQuestion(said, asked) : membershipQuestion(said, asked);
}

/**
 * Authenticates the caller of a request; `known` is the result of `questionAbout`, if it was asked. Throws
 * UNAUTHORIZED for each condition listed there, FORBIDDEN while the second factor has not been shown or when the
 * requested workspace is not one of the caller's, and SERVICE_UNAVAILABLE when the provider cannot be reached.
 */
export async function authenticate(
  credentials: Credentials | string | null,
  known?: Answer | undefined,
): Promise<Authentication> {
  const { authorization, workspace } =
    typeof credentials === "object" && credentials !== null
      ? credentials
      : { authorization: credentials, workspace: null };
  const token = bearerToken(authorization);
  if (isApiKey(token)) return authenticateKey(token, workspace, known);
  return env().embedded.identity
    ? authenticateSession(token, workspace, known)
    : authenticateHosted(token, workspace, known);
}

/** Whether the sender may still read that workspace; null while that is unknown. */
export async function isStillAllowed(credentials: Credentials, workspaceId: string): Promise<boolean | null> {
  try {
    const caller = await authenticate(credentials);
    return caller.workspaceId === workspaceId && caller.permissions.includes("read");
  } catch (error) {
    const isRefused = error instanceof ApiError && ["UNAUTHORIZED", "FORBIDDEN"].includes(error.code);
    return isRefused ? false : null;
  }
}

async function authenticateKey(
  token: string,
  workspace: string | null,
  known: Answer | undefined,
): Promise<Authentication> {
  const identity = await resolveApiKey(token, known);
  if (!identity) throw unauthorized("Invalid or expired token");
  if (workspace !== null && workspace !== identity.workspaceId) throw otherWorkspace();
  return identity;
}

/** The result of the embedded provider's GET /user, and the membership: one signature check, and one statement. */
async function authenticateSession(
  token: string,
  workspace: string | null,
  known: Answer | undefined,
): Promise<Authentication> {
  const subject = isPlausible(token) ? await verify(token) : null;
  const said = subject && readUnverified(token);
  if (!subject || !said) throw unauthorized("Invalid or expired token");
  const asked = workspace === null ? said.workspaceId : workspaceOf(workspace);
  const answer = known === undefined ? await askInTime(sessionQuestion(said, asked)) : known;
  const state = readSession(answer, subject);
  if (!state) throw unauthorized("Invalid or expired token");
  if (subject.refreshCounter > (state.seen_counter ?? 0))
    await noteSeen(subject.sessionId, subject.refreshCounter);
  if (state.is_secured && subject.aal !== "aal2") throw secondFactorMissing();
  const { userId } = subject;
  return member({ userId, email: state.email }, workspaceOf(state.named_workspace), workspace, (wanted) => {
    // A token from before the workspace was created names none: until it is renewed, the membership needs a lookup of
    // its own.
    if (asked !== wanted) return findRights(wanted, userId);
    return state.member_of === wanted ? readRights(state.rights) : null;
  });
}

/** Admits a user to the workspace of their metadata, or to the one requested, if `rightsIn` finds them a member. */
async function member(
  user: { userId: string; email: string | null },
  named: string | null,
  chosen: string | null,
  rightsIn: (workspaceId: string) => Promise<Rights | null> | Rights | null,
): Promise<Authentication> {
  // Required even if another one is chosen: the contract demands one in the metadata.
  if (!named) throw withoutWorkspace();
  const workspaceId = chosen === null ? named : workspaceOf(chosen);
  const rights = workspaceId ? await rightsIn(workspaceId) : null;
  if (workspaceId && rights) {
    return { ...user, workspaceId, role: rights.role, permissions: permissionsOf(rights) };
  }
  throw chosen === null ? withoutWorkspace() : otherWorkspace();
}

/** Callers that get no response from the database are told so in time. */
const LIMIT_MS = 5_000;

function askInTime(question: Question): Promise<Answer> {
  return within(LIMIT_MS, ask(question), databaseSilent);
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

async function authenticateHosted(
  token: string,
  workspace: string | null,
  known: Answer | undefined,
): Promise<Authentication> {
  const user = await identify(token);
  if (user.isHalf) throw secondFactorMissing();
  const said = readUnverified(token);
  const asked = said && { ...said, ...(workspace !== null && { workspaceId: workspaceOf(workspace) }) };
  const named = workspaceOf(user.userMetadata?.workspace_id);
  return member({ userId: user.id, email: user.email }, named, workspace, async (wanted) => {
    const found = rightsIn(known, asked, user.id, wanted);
    return found === undefined ? findRights(wanted, user.id) : found;
  });
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
  const token = apiBearerOf(authorization);
  if (!token) throw unauthorized("Authorization header malformed: expected `Bearer <token>`");
  return token;
}

function secondFactorMissing(): ApiError {
  const message = "This account has a second factor: verify it, then use the new access token";
  return forbidden("second_factor", message);
}

/** The same answer for a workspace of others, one that never existed and an invalid id. */
function otherWorkspace(): ApiError {
  const message = "X-Workspace-Id names no workspace that this caller belongs to";
  return forbidden("workspace", message);
}

/** The error for a user without a workspace, or whose workspace has just been deleted. */
export function withoutWorkspace(): ApiError {
  return unauthorized("This user has no workspace");
}

function unauthorized(message: string): ApiError {
  return new ApiError("UNAUTHORIZED", message, undefined, { "WWW-Authenticate": "Bearer" });
}
