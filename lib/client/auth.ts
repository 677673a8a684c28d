import type { Session } from "@supabase/supabase-js";
import type { MessageKey } from "./messages/catalogue";
import { secondFactorPage } from "./second-factor-page";
import { identity, ownIdentity, provisionWorkspace } from "./session";
import { SSO_PROVIDER } from "./sso";
import { claimOf } from "./token-claims";

/** What the SDK reports about a failure: its own, the browser's or the provider's. */
export interface SdkError {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/** A refusal by the identity provider or by us, with the reason in the user's language. */
export class Refusal extends Error {
  readonly says: MessageKey;
  readonly code: string;

  constructor(says: MessageKey, { message, code }: Pick<SdkError, "message" | "code"> = { message: says }) {
    super(message);
    this.says = says;
    this.code = code ?? "";
  }
}

/** Why a call to the identity provider failed. */
export function sayRefusal(error: unknown): MessageKey {
  return error instanceof Refusal ? error.says : "auth.error.network";
}

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
  mfa_factor_unreadable: "auth.error.factorUnreadable",
  mfa_challenge_expired: "auth.error.factorCode",
  mfa_recovery_codes_locked: "auth.error.tooMany",
  insufficient_aal: "auth.second.missing",
  over_email_send_rate_limit: "auth.error.tooMany",
  over_request_rate_limit: "auth.error.tooMany",
};

/** Why the identity provider refused. */
export function reasonOf({ code, name, status }: SdkError): MessageKey {
  if (name === "AuthSessionMissingError") return "auth.error.session";
  const known = REASONS[code ?? ""] ?? (status === 503 ? "auth.error.busy" : undefined);
  if (known) return known;
  if (status === 429) return "auth.error.tooMany";
  return status === 400 || status === 422 ? "auth.error.invalid" : "auth.error.network";
}

export type Answer = { data: unknown; error: SdkError | null };
export type Told<A extends Answer> = Extract<A, { error: null }>["data"];

/** The data of an answer. Throws Refusal. */
export function told<A extends Answer>({ data, error }: A, reason = reasonOf): Told<A> {
  if (error) throw new Refusal(reason(error), error);
  return data as Told<A>;
}

/** The target of a mailed link: our page, which then continues to `next`. */
function returnTo(next: string): string {
  if (!window.isSecureContext) throw new Refusal("auth.error.insecure");
  return `${window.location.origin}/auth/callback?next=${encodeURIComponent(next)}`;
}

const auth = async () => (await identity()).auth;

/** A session, or null: a mail is on its way. */
export type Attempt = Promise<Session | null>;

export async function signIn(email: string, password: string): Promise<Session> {
  return told(await (await auth()).signInWithPassword({ email, password })).session;
}

/** With a passkey alone, which the browser asks for. */
export async function signInByPasskey(): Attempt {
  const reason = (error: SdkError) => (isCeremony(error) ? "factors.error.passkey" : reasonOf(error));
  return told(await (await auth()).signInWithPasskey(), reason).session;
}

/** A failure of browser or authenticator, not of the provider: cancelled, timed out, not allowed. */
export function isCeremony(error: SdkError): boolean {
  return error.name !== "AuthApiError" && error.name !== "AuthRetryableFetchError";
}

export async function signUp(email: string, password: string): Attempt {
  const options = { emailRedirectTo: returnTo("/"), data: { language: document.documentElement.lang } };
  return told(await (await auth()).signUp({ email, password, options })).session;
}

/** Mails a link and a code. The result is the same for known and unknown addresses. */
export async function mailLink(email: string, next: string): Promise<null> {
  const options = { emailRedirectTo: returnTo(next), data: { language: document.documentElement.lang } };
  told(await (await auth()).signInWithOtp({ email, options }));
  return null;
}

/** Goes to the OpenID provider of this server, which returns to `next`. Never resolves: the browser is navigating. */
export async function signInByProvider(next: string): Attempt {
  const queryParams = { ui_locales: document.documentElement.lang };
  const options = { redirectTo: returnTo(next), queryParams };
  // A user who returns by the browser's Back button finds the page as it was left: waiting.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  told(await (await auth()).signInWithOAuth({ provider: SSO_PROVIDER, options }));
  return new Promise(() => {});
}

async function enterCode(email: string, token: string, type: "email" | "recovery"): Attempt {
  return told(await (await auth()).verifyOtp({ email, token, type })).session;
}

export const signInWithCode = (email: string, code: string) => enterCode(email, code, "email");
export const recoverWithCode = (email: string, code: string) => enterCode(email, code, "recovery");

export async function mailRecovery(email: string): Promise<null> {
  const redirectTo = returnTo("/reset-password");
  told(await (await auth()).resetPasswordForEmail(email, { redirectTo }));
  return null;
}

/**
 * Confirms a sign-up with the code from its mail. If somebody else tried to sign up with the same address, the
 * provider keeps neither password; this form knows its own and sets it again.
 */
export async function confirmSignUp(email: string, code: string, password: string): Attempt {
  const session = await signInWithCode(email, code);
  if (session) await (await auth()).updateUser({ password });
  return session;
}

/** How a user reauthenticates: by the current password, or by a mailed code. */
export interface Proof {
  current_password?: string;
  nonce?: string;
}

export async function choosePassword(password: string, proof: Proof = {}): Attempt {
  const { auth: sdk } = await ownIdentity();
  told(await sdk.updateUser({ password, ...proof }));
  return told(await sdk.getSession()).session;
}

/** Mails a code that replaces the current password. */
export async function mailProof(): Promise<void> {
  told(await (await ownIdentity()).auth.reauthenticate());
}

/**
 * Where the page of a mailed link sends the browser that requested it: the provider answers there with a code that
 * only this browser can exchange. Null for a link of another kind. `elsewhere`: this is not that browser; the link is
 * left alone, so that it works in the right one. `hosted`: the provider's origin, if it is not this site's.
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
  // A hosted provider accepts such a link from any browser, by `verifyOtp`.
  if (!cookie.includes(flow ? `-flow-${flow}-code-verifier` : "-code-verifier"))
    return hosted ? null : "elsewhere";
  const redirect_to = hosted ? new URL(callback, hosted.site).href : callback;
  const query = { token, type: parameters.get("type") ?? "", redirect_to };
  return `${hosted?.provider ?? ""}/auth/v1/verify?${new URLSearchParams(query)}`;
}

const LINK_TYPES = ["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const;

/** Redeems a mailed link: `token_hash` and `type`, or the `code` of a PKCE flow begun in this browser. */
export async function redeemLink(parameters: URLSearchParams): Attempt {
  const sdk = await auth();
  const token_hash = parameters.get("token_hash");
  const type = LINK_TYPES.find((known) => known === parameters.get("type")) ?? "email";
  const code = parameters.get("code");
  // Creating the client already exchanges a code it finds in the URL, and removes it there; a second exchange would
  // fail. A session from before survives a refusal, and is not what the link was to bring.
  const { error } = await sdk.initialize();
  if (error) throw new Refusal("auth.error.code", error);
  const isExchanged = !new URLSearchParams(window.location.search).has("code");
  const { data } = await sdk.getSession();
  if (!token_hash && isExchanged && data.session) return data.session;
  if (token_hash) return told(await sdk.verifyOtp({ token_hash, type })).session;
  if (code) return told(await sdk.exchangeCodeForSession(code)).session;
  throw new Refusal("auth.error.code");
}

/** The address of the user whose session this browser has. */
export async function signedInAs(): Promise<string | null> {
  const { data } = await (await auth()).getSession();
  return data.session?.user.email ?? null;
}

/** A path of this site to go to after sign-in; anything else becomes the start page (no open redirect). */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || /^\/[/\\]/.test(next) || /[\r\n\t]/.test(next)) return "/";
  return next;
}

/** Whether the user has a second factor that this session has not shown. */
export function needsSecondFactor({ access_token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === "verified")) return false;
  return claimOf(access_token, "aal") !== "aal2";
}

/**
 * Sets the workspace up if that is still to be done, then loads `next` with the new session, after the second factor
 * if there is one. Never resolves: the browser is navigating. Throws Refusal.
 */
export async function enter(session: Session, next: string): Promise<never> {
  const ready = await provisionWorkspace(session.access_token).catch(() => false);
  if (!ready) throw new Refusal("auth.error.provision");
  const target = safeNext(next);
  window.location.assign(needsSecondFactor(session) ? secondFactorPage(target) : target);
  return new Promise(() => {});
}
