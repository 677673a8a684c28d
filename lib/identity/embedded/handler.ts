import { workAs } from "@/db/work";
import { log } from "@/lib/log";
import { outageOf } from "@/lib/outage";
import { UUIDS } from "@/lib/uuid";
import { changeAccount, logout, proveAgain, readAccount, reauthenticate } from "./account";
import { createUser, deleteUser, listUsers, readUser, updateUser } from "./admin";
import { noteCall } from "./audited";
import { errorResponse, IdentityError, notAdmin, unavailableFor } from "./errors";
import { deleteFactorOf, readFactorsOf } from "./factors/admin";
import { challengeFactor } from "./factors/challenges";
import { enroll } from "./factors/enroll";
import {
  askPasskey,
  beginPasskey,
  finishPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from "./factors/passkeys";
import {
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  unenrollRecoveryCodes,
  verifyRecoveryCode,
} from "./factors/recovery-codes";
import { unenroll } from "./factors/unenroll";
import { verifyFactor } from "./factors/verify";
import { generateLink } from "./generate-link";
import { token } from "./grants";
import { type Incoming, isAdmin, receive, requireApiKey, type Surroundings } from "./incoming";
import { deviceCookie } from "./known-devices";
import { otp, recover, resend } from "./mail-requests";
import { health, jwks, settings } from "./public";
import { endOwnSession, readSessions } from "./session-list";
import { signUp } from "./sign-up";
import { authorize, callback } from "./sso/endpoints";
import { linkAgain, readLinks, unlink } from "./sso/links";
import { followLink, verify } from "./verification";

/** With the ids in its path. */
type Endpoint = (incoming: Incoming, id: string, second: string) => Promise<Response>;

/** Called by browsers and key caches, which send no key. */
const open: Record<string, Endpoint> = {
  "GET verify": followLink,
  "GET authorize": authorize,
  "GET callback": callback,
  "GET .well-known/jwks.json": jwks,
};

const keyed: Record<string, Endpoint> = {
  "POST signup": signUp,
  "POST token": token,
  "POST otp": otp,
  "POST verify": verify,
  "POST recover": recover,
  "POST resend": resend,
  "GET user": readAccount,
  "PUT user": changeAccount,
  "GET user/identities": readLinks,
  "POST user/identities/:id": linkAgain,
  "DELETE user/identities/:id": unlink,
  "GET reauthenticate": reauthenticate,
  "POST reauthenticate": proveAgain,
  "POST factors": enroll,
  "POST factors/:id/challenge": challengeFactor,
  "POST factors/:id/verify": verifyFactor,
  "DELETE factors/:id": unenroll,
  "GET factors/recovery-codes": recoveryCodesStatus,
  "POST factors/recovery-codes": generateRecoveryCodes,
  "DELETE factors/recovery-codes": unenrollRecoveryCodes,
  "POST factors/recovery-codes/regenerate": regenerateRecoveryCodes,
  "POST factors/recovery-codes/verify": verifyRecoveryCode,
  "GET passkeys": readPasskeys,
  "PATCH passkeys/:id": renamePasskey,
  "DELETE passkeys/:id": removePasskey,
  "POST passkeys/registration/options": beginPasskey,
  "POST passkeys/registration/verify": finishPasskey,
  "POST passkeys/authentication/options": askPasskey,
  "POST passkeys/authentication/verify": signInByPasskey,
  "POST logout": logout,
  "GET sessions": readSessions,
  "DELETE sessions/:id": endOwnSession,
  "GET settings": settings,
  "GET health": health,
};

const admin: Record<string, Endpoint> = {
  "GET admin/users": listUsers,
  "POST admin/users": createUser,
  "POST admin/generate_link": generateLink,
  "GET admin/users/:id": readUser,
  "PUT admin/users/:id": updateUser,
  "DELETE admin/users/:id": deleteUser,
  "GET admin/users/:id/factors": readFactorsOf,
  "DELETE admin/users/:id/factors/:id": deleteFactorOf,
};

/**
 * The embedded identity provider: the part of Supabase Auth's protocol (GoTrue) that this product uses. Never throws;
 * failures are answers, and 5xx only for our own faults.
 */
export async function handleIdentity(request: Request, around: Surroundings = {}): Promise<Response> {
  let incoming: Incoming | undefined;
  try {
    return await workAs({ kind: "request" }, async () => {
      incoming = await receive(request, around);
      const response = await dispatch(incoming);
      if (incoming.signedIn) response.headers.append("Set-Cookie", deviceCookie(request, incoming.signedIn));
      await noteCall(incoming, nameOf(incoming), response);
      return response;
    });
  } catch (error) {
    if (error instanceof IdentityError) {
      if (incoming) await noteCall(incoming, nameOf(incoming), error.status);
      return errorResponse(error, request);
    }
    log().error({ err: error }, "identity provider failed");
    return errorResponse(failureOf(error), request);
  }
}

/** The answer to a fault of ours, or of the database: the SDK ends no session because of a 503. */
function failureOf(error: unknown): IdentityError {
  const outage = outageOf(error);
  return outage ? unavailableFor(outage) : new IdentityError(500, "unexpected_failure", "Unexpected failure");
}

function nameOf({ method, path }: Incoming): string {
  return `${method} ${path.replace(UUIDS, ":id")}`;
}

async function dispatch(incoming: Incoming): Promise<Response> {
  const [id = "", second = ""] = (incoming.path.match(UUIDS) ?? []).map((one) => one.toLowerCase());
  const name = nameOf(incoming);
  const unguarded = open[name];
  if (unguarded) return unguarded(incoming, id, second);
  requireApiKey(incoming);
  if (incoming.path.startsWith("admin/") && !isAdmin(incoming)) throw notAdmin();
  const endpoint = keyed[name] ?? admin[name];
  if (!endpoint) throw new IdentityError(404, "not_found", "No such endpoint");
  return endpoint(incoming, id, second);
}
