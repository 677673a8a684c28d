import type { Answer } from "@/db/question";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { type Authentication, authenticate, credentialsOf } from "@/lib/identity/authenticate";
import { verifyWebhook } from "@/lib/webhooks/verify";
import { readCapped } from "./body";
import type { Auth } from "./operation";
import { isOwnCall } from "./own-calls";

/** Bytes of a signed body that are read from a caller who has proved nothing yet. */
const MAX_SIGNED_BYTES = 256 * 1024;

/**
 * Whether a request comes from an authenticated machine; checked before rate limiting, because a burst of sign-ups is
 * as many webhooks from one address. Does not consume the body.
 */
export async function isProven(auth: Auth, request: Request): Promise<boolean> {
  return isOwnCall(request) || (auth === "webhook" && (await isWebhook(request)));
}

/** Called before a request is counted and again when it is let in; its signature is checked once. */
const webhooks = new WeakMap<Request, Promise<boolean>>();

function isWebhook(request: Request): Promise<boolean> {
  const known = webhooks.get(request) ?? provesWebhook(request);
  webhooks.set(request, known);
  return known;
}

async function provesWebhook(request: Request): Promise<boolean> {
  try {
    const body = request.headers.has("webhook-signature")
      ? await readCapped(request.clone(), MAX_SIGNED_BYTES, { preventCancel: true })
      : new Uint8Array();
    verifyWebhook(request.headers, body, env().WEBHOOK_SECRET);
    return true;
  } catch {
    return false;
  }
}

/**
 * Authenticates a request for this kind of operation and returns its caller; `known` is what our database has already
 * returned about its token. Throws 401 otherwise.
 */
export async function admit(
  auth: Auth,
  request: Request,
  known: Answer | undefined,
): Promise<Authentication | undefined> {
  if (auth === "bearer") return authenticate(credentialsOf(request.headers), known);
  if (auth === "cron" && !isOwnCall(request))
    throw new ApiError("UNAUTHORIZED", "Send the cron secret as `Authorization: Bearer <CRON_SECRET>`");
  if (auth === "webhook" && !(await isWebhook(request)))
    throw new ApiError("UNAUTHORIZED", "The webhook's signature is missing or not valid");
  return undefined;
}
