import type { AuthError, Session } from "@supabase/supabase-js";
import type { MessageKey } from "./messages/catalogue";
import { secondFactorPage } from "./second-factor-page";
import { identity, provisionWorkspace } from "./session";

/** What a sign-in attempt came to: a session, a mail on its way, or a reason in the user's words. */
export type Outcome =
  | { kind: "session"; session: Session }
  | { kind: "sent" }
  | { kind: "error"; message: MessageKey };

const REASONS: Record<string, MessageKey | undefined> = {
  invalid_credentials: "auth.error.invalid",
  email_not_confirmed: "auth.error.unconfirmed",
  weak_password: "auth.error.weak",
  user_already_exists: "auth.error.exists",
  email_exists: "auth.error.exists",
  same_password: "auth.error.same",
  signup_disabled: "auth.error.closed",
  email_address_not_authorized: "auth.error.domain",
  overloaded: "auth.error.busy",
  current_password_invalid: "auth.error.current",
  reauthentication_needed: "auth.error.proof",
  reauthentication_not_valid: "auth.error.code",
  otp_expired: "auth.error.code",
  webauthn_verification_failed: "factors.error.passkey",
  webauthn_challenge_expired: "factors.error.passkey",
  mfa_verification_failed: "auth.error.factorCode",
  mfa_challenge_expired: "auth.error.factorCode",
  mfa_recovery_codes_locked: "auth.error.tooMany",
  insufficient_aal: "auth.second.missing",
  over_email_send_rate_limit: "auth.error.tooMany",
  over_request_rate_limit: "auth.error.tooMany",
};

/** What the SDK says of a failure, its own, the browser's or the provider's. */
export interface Refusal {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/** Why the identity provider said no. */
export function refused(error: Pick<Refusal, "code" | "status">): Extract<Outcome, { kind: "error" }> {
  const known = REASONS[error.code ?? ""] ?? (error.status === 503 ? "auth.error.busy" : undefined);
  if (known) return { kind: "error", message: known };
  if (error.status === 429) return { kind: "error", message: "auth.error.tooMany" };
  return {
    kind: "error",
    message: error.status === 400 || error.status === 422 ? "auth.error.invalid" : "auth.error.network",
  };
}

function outcome(result: { data: { session: Session | null }; error: AuthError | null }): Outcome {
  if (result.error) return refused(result.error);
  return result.data.session ? { kind: "session", session: result.data.session } : { kind: "sent" };
}

const INSECURE: Outcome = { kind: "error", message: "auth.error.insecure" };

/** Browsers give WebCrypto, without which a link cannot be bound to this browser, to https and to this machine only. */
function canProve(): boolean {
  return window.isSecureContext;
}

/** Where a mailed link leads: our page, which then goes on to `next`. */
function returnTo(next: string): string {
  return `${window.location.origin}/auth/callback?next=${encodeURIComponent(next)}`;
}

export async function signIn(email: string, password: string): Promise<Outcome> {
  return outcome(await (await identity()).auth.signInWithPassword({ email, password }));
}

/** By a passkey alone, which the browser asks for. */
export async function signInByPasskey(): Promise<Outcome> {
  const { data, error } = await (await identity()).auth.signInWithPasskey();
  if (error) return isCeremony(error) ? { kind: "error", message: "factors.error.passkey" } : refused(error);
  return outcome({ data, error: null });
}

/** A failure of browser or authenticator, not of the provider: taken back, timed out, not allowed. */
export function isCeremony(error: Refusal): boolean {
  return error.name !== "AuthApiError" && error.name !== "AuthRetryableFetchError";
}

export async function signUp(email: string, password: string): Promise<Outcome> {
  if (!canProve()) return INSECURE;
  const sdk = await identity();
  return outcome(await sdk.auth.signUp({ email, password, options: { emailRedirectTo: returnTo("/") } }));
}

/** Mails a link and a code. Says the same for known and unknown addresses. */
export async function mailLink(email: string, next: string): Promise<Outcome> {
  if (!canProve()) return INSECURE;
  const sdk = await identity();
  const { error } = await sdk.auth.signInWithOtp({ email, options: { emailRedirectTo: returnTo(next) } });
  return error ? refused(error) : { kind: "sent" };
}

export async function signInWithCode(email: string, code: string): Promise<Outcome> {
  return outcome(await (await identity()).auth.verifyOtp({ email, token: code, type: "email" }));
}

export async function mailRecovery(email: string): Promise<Outcome> {
  if (!canProve()) return INSECURE;
  const sdk = await identity();
  const { error } = await sdk.auth.resetPasswordForEmail(email, { redirectTo: returnTo("/reset-password") });
  return error ? refused(error) : { kind: "sent" };
}

/**
 * Confirms a sign-up by the digits of its mail. Where somebody else tried to sign the same address up, the provider
 * keeps nobody's password; this form knows its own, and sets it again.
 */
export async function confirmSignUp(email: string, code: string, password: string): Promise<Outcome> {
  const entered = await signInWithCode(email, code);
  if (entered.kind === "session") await (await identity()).auth.updateUser({ password });
  return entered;
}

export async function recoverWithCode(email: string, code: string): Promise<Outcome> {
  return outcome(await (await identity()).auth.verifyOtp({ email, token: code, type: "recovery" }));
}

/** How a user proves anew who they are: by the present password, or by the code of a mail. */
export interface Proof {
  current_password?: string;
  nonce?: string;
}

export async function choosePassword(password: string, proof: Proof = {}): Promise<Outcome> {
  const sdk = await identity();
  const { error } = await sdk.auth.updateUser({ password, ...proof });
  if (error) return refused(error);
  return outcome({ ...(await sdk.auth.getSession()), error: null });
}

/** Mails the code that stands in for the present password. */
export async function mailProof(): Promise<Outcome> {
  const { error } = await (await identity()).auth.reauthenticate();
  return error ? refused(error) : { kind: "sent" };
}

/**
 * Where the page of a mailed link sends the browser that asked for it: the provider answers there with a code that
 * only this browser can exchange. Null for a link of another kind. `elsewhere`: this is not that browser; the link is
 * left alone, so that it works in the right one. `hosted`: the provider's origin, where it is not this site's.
 */
export function flowLink(
  parameters: URLSearchParams,
  cookie: string,
  hosted?: { provider: string; site: string },
): string | "elsewhere" | null {
  const token = parameters.get("token_hash");
  if (!token?.startsWith("pkce_")) return null;
  const next = safeNext(parameters.get("next"));
  const callback = next.startsWith("/auth/callback?")
    ? next
    : `/auth/callback?next=${encodeURIComponent(next)}`;
  const flow = new URL(callback, "http://here").searchParams.get("sb_flow_id");
  // A hosted provider takes such a link from any browser, by `verifyOtp`.
  if (!cookie.includes(flow ? `-flow-${flow}-code-verifier` : "-code-verifier"))
    return hosted ? null : "elsewhere";
  const redirect_to = hosted ? new URL(callback, hosted.site).href : callback;
  const query = { token, type: parameters.get("type") ?? "", redirect_to };
  return `${hosted?.provider ?? ""}/auth/v1/verify?${new URLSearchParams(query)}`;
}

const LINK_TYPES = ["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const;

/** Redeems a mailed link: `token_hash` and `type`, or the `code` of a PKCE flow begun in this browser. */
export async function redeemLink(parameters: URLSearchParams): Promise<Outcome> {
  const { auth } = await identity();
  const tokenHash = parameters.get("token_hash");
  const type = LINK_TYPES.find((known) => known === parameters.get("type")) ?? "email";
  const code = parameters.get("code");
  // Creating the client already exchanges a code it finds in the address; a second exchange would fail.
  const { data } = await auth.getSession();
  if (!tokenHash && data.session) return { kind: "session", session: data.session };
  if (tokenHash) return outcome(await auth.verifyOtp({ token_hash: tokenHash, type }));
  if (code) return outcome(await auth.exchangeCodeForSession(code));
  return { kind: "error", message: "auth.error.code" };
}

/** A path of this site to go to after sign-in; anything else becomes the start page (no open redirect). */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || /^\/[/\\]/.test(next) || /[\r\n\t]/.test(next)) return "/";
  return next;
}

/** Whether its user has a second factor that this session has not shown. */
export function needsSecondFactor({ access_token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === "verified")) return false;
  const payload = access_token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  const claims: unknown = JSON.parse(
    new TextDecoder().decode(Uint8Array.from(atob(payload), (c) => c.charCodeAt(0))),
  );
  return typeof claims !== "object" || claims === null || Reflect.get(claims, "aal") !== "aal2";
}

/**
 * Sets the workspace up where that is still to be done, then loads `next` with the new session, by way of the second
 * factor where there is one.
 */
export async function enter(session: Session, next: string): Promise<Outcome | null> {
  const ready = await provisionWorkspace(session.access_token).catch(() => false);
  if (!ready) return { kind: "error", message: "auth.error.provision" };
  const target = safeNext(next);
  window.location.assign(needsSecondFactor(session) ? secondFactorPage(target) : target);
  return null;
}
