import { decodeJwt } from "jose";
import { z } from "zod";
import type { Noted } from "@/lib/audit/event";
import { note } from "@/lib/audit/note";
import { bearerOf } from "@/lib/authorization";
import type { Incoming } from "./incoming";

const GRANTS: Record<string, string | undefined> = { password: "session.started", pkce: "session.started" };

const ACTIONS: Record<string, string | undefined> = {
  "POST signup": "account.signed_up",
  "POST verify": "session.started",
  "POST recover": "recovery.requested",
  "GET verify": "link.followed",
  "GET callback": "sso.answered",
  "POST reauthenticate": "account.proved",
  "POST factors": "factor.begun",
  "POST factors/:id/verify": "factor.verified",
  "DELETE factors/:id": "factor.removed",
  "POST passkeys/registration/options": "factor.begun",
  "POST passkeys/registration/verify": "factor.verified",
  "POST passkeys/authentication/verify": "session.started",
  "PATCH passkeys/:id": "factor.renamed",
  "DELETE passkeys/:id": "factor.removed",
  "POST factors/recovery-codes": "recovery_codes.made",
  "POST factors/recovery-codes/regenerate": "recovery_codes.made",
  "DELETE factors/recovery-codes": "recovery_codes.removed",
  "POST factors/recovery-codes/verify": "recovery_code.used",
  "POST user/identities/:id": "identity.linked",
  "DELETE user/identities/:id": "identity.unlinked",
  "POST logout": "session.ended",
  "DELETE sessions/:id": "session.ended",
  "POST admin/users": "admin.user_created",
  "POST admin/generate_link": "admin.link_made",
  "GET admin/users": "admin.users_read",
  "GET admin/users/:id": "admin.user_read",
  "PUT admin/users/:id": "admin.user_changed",
  "DELETE admin/users/:id": "admin.user_deleted",
  "GET admin/users/:id/factors": "admin.user_read",
  "DELETE admin/users/:id/factors/:id": "admin.factor_removed",
};

const sent = z.object({ email: z.string().max(320), password: z.string(), data: z.unknown() }).partial();

/** The security log's entry for a call; undefined for calls that are not logged. */
function actionOf(name: string, { url, body }: Incoming): string | undefined {
  if (name === "POST token") return GRANTS[url.searchParams.get("grant_type") ?? ""];
  if (name !== "PUT user") return ACTIONS[name];
  const asked = sent.safeParse(body).data;
  if (asked?.password) return "password.changed";
  return asked?.email ? "address.change_requested" : undefined;
}

/**
 * Records a call in the security log, with its outcome and the account it was about. Calls from inside the process
 * have no address: they are our own. Status 429 is left to the limiter.
 */
export async function noteCall(incoming: Incoming, name: string, answer: Response | number): Promise<void> {
  const status = typeof answer === "number" ? answer : answer.status;
  const action = actionOf(name, incoming);
  if (!action || incoming.address === null || status === 429 || status >= 500) return;
  const known = typeof answer === "number" ? null : await userOf(incoming, name, answer);
  const userId = known ?? incoming.about;
  const event: Noted = {
    action,
    outcome: status < 400 && !failedAway(answer) ? "success" : "failure",
    address: incoming.address,
    userId,
  };
  const email = sent.safeParse(incoming.body).data?.email;
  const requestId = incoming.request.headers.get("x-request-id");
  if (userId === null && email) event.claims = { email: email.trim().toLowerCase() };
  note({ ...event, requestId: requestId && /^[\w.-]{1,64}$/.test(requestId) ? requestId : null });
}

/** A followed link is answered by a redirect, which contains the error. */
function failedAway(answer: Response | number): boolean {
  return typeof answer !== "number" && /[#?&]error_code=/.test(answer.headers.get("location") ?? "");
}

const told = z.object({ id: z.uuid().optional(), user: z.object({ id: z.uuid() }).optional() });

/** The account that a call was about: named by the path or the answer, else the one whose token it carried. */
async function userOf(incoming: Incoming, name: string, answer: Response): Promise<string | null> {
  const named = /^admin\/users\/([0-9a-f-]{36})(?:\/|$)/i.exec(incoming.path)?.[1];
  if (named) return named.toLowerCase();
  if (ACTIONS[name] === "session.ended") {
    const token = bearerOf(incoming.request);
    return z.uuid().safeParse(token && decodeJwt(token).sub).data ?? null;
  }
  if (incoming.about) return incoming.about;
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return null;
  const { data } = told.safeParse(await answer.clone().json());
  return data?.user?.id ?? data?.id ?? null;
}
