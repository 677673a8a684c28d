import { resolveApiKey } from "@/lib/api-keys/queries";
import { isApiKey } from "@/lib/api-keys/token";
import { ApiError } from "@/lib/errors";
import { isMember } from "@/lib/workspaces/queries";
import { getUserByToken, type IdentityUser } from "./client";

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
 * Authenticates the caller of a request. Throws UNAUTHORIZED for each condition listed there, FORBIDDEN while the
 * second factor has not been shown, and SERVICE_UNAVAILABLE when the provider cannot be reached.
 */
export async function authenticate(authorization: string | null): Promise<Authentication> {
  const token = bearerToken(authorization);
  if (isApiKey(token)) return authenticateKey(token);
  const user = await identifyUser(authorization);
  if (user.isHalf) {
    const message = "This account has a second factor: verify it, then use the new access token";
    throw new ApiError("FORBIDDEN", message, { reason: "second_factor" });
  }
  const workspaceId = workspaceOf(user.userMetadata);
  if (!workspaceId || !(await isMember(workspaceId, user.id))) {
    throw withoutWorkspace();
  }
  return { userId: user.id, email: user.email, workspaceId };
}

async function authenticateKey(token: string): Promise<Authentication> {
  const identity = await resolveApiKey(token);
  if (!identity) throw unauthorized("Invalid or expired token");
  return identity;
}

/** Three base64url parts; the last is empty in an unsigned token, which the provider then refuses. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const MAX_TOKEN_LENGTH = 16 * 1024;

/** The user of the access token, whether or not there is a workspace yet, or a second factor shown. Throws UNAUTHORIZED and SERVICE_UNAVAILABLE. */
export async function identifyUser(authorization: string | null): Promise<IdentityUser> {
  const token = bearerToken(authorization);
  // Not worth asking the provider; and a header that cannot be sent would look like an outage.
  const plausible = JWT.test(token) && token.length <= MAX_TOKEN_LENGTH;
  const user = plausible ? await getUserByToken(token) : null;
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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** User metadata is the user's own to write: anything but a UUID counts as absent. */
function workspaceOf(metadata: Record<string, unknown> | undefined): string | null {
  const value = metadata?.workspace_id;
  return typeof value === "string" && UUID.test(value) ? value : null;
}

/** The error for a user without a workspace, or whose workspace has just been deleted. */
export function withoutWorkspace(): ApiError {
  return unauthorized("This user has no workspace");
}

function unauthorized(message: string): ApiError {
  return new ApiError("UNAUTHORIZED", message, undefined, { "WWW-Authenticate": "Bearer" });
}
