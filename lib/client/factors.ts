import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type Answer,
  isCeremony,
  type Proof,
  Refusal,
  reasonOf,
  type SdkError,
  told as toldOf,
} from "./auth";
import type { MessageKey } from "./messages/catalogue";
import { forgetToken, identityCall, ownIdentity } from "./session";

/** Second factors, by the SDK's own calls: the same at the embedded provider and at a hosted project. */

const KEY = ["factors"] as const;

const NOT_OFFERED = /_not_enabled$/;
const WORDS: Record<string, MessageKey | undefined> = {
  mfa_factor_name_conflict: "factors.error.name",
  too_many_enrolled_mfa_factors: "factors.error.many",
  validation_failed: "auth.error.factorCode",
  reauthentication_needed: "factors.proof.body",
  email_not_confirmed: "factors.proof.mailbox",
  single_identity_not_deletable: "settings.ways.last",
  identity_already_exists: "settings.ways.elsewhere",
};

function reason(error: SdkError): MessageKey {
  if (isCeremony(error)) return "factors.error.passkey";
  if (NOT_OFFERED.test(error.code ?? "")) return "factors.notOffered";
  return WORDS[error.code ?? ""] ?? reasonOf(error);
}

/** Whether the provider requires reauthentication; `mail`: by a mailed code only. */
export function proofWanted(error: unknown): "any" | "mail" | null {
  if (!(error instanceof Refusal)) return null;
  if (error.code === "email_not_confirmed") return "mail";
  return error.code === "reauthentication_needed" ? "any" : null;
}

const told = <A extends Answer>(answer: A) => toldOf(answer, reason);

const mfa = async () => (await ownIdentity()).auth.mfa;

/** The user's factors, and how many recovery codes are left: null if there are none, undefined if not offered. */
export function useFactors() {
  return useQuery({ queryKey: KEY, queryFn: readFactors });
}

async function readFactors() {
  const api = await mfa();
  const { all } = told(await api.listFactors());
  const verified = all.filter(({ status }) => status === "verified");
  const factors = verified.filter(({ factor_type }) => factor_type !== "recovery_code");
  return { factors, codesLeft: factors.length > 0 ? await countCodes(api) : undefined };
}

async function countCodes(api: Awaited<ReturnType<typeof mfa>>): Promise<number | null | undefined> {
  const { data, error } = await api.recoveryCodes.getStatus();
  if (data) return data.remaining;
  return error?.code === "mfa_factor_not_found" ? null : undefined;
}

interface Way {
  id: string;
  friendly_name?: string;
}

/** The ways in which the user can show a second factor. */
export interface Factors {
  apps: Way[];
  passkeys: Way[];
  hasCodes: boolean;
}

/** The other factor that the user of a session with one factor may show. */
export async function listWays(): Promise<Factors> {
  const { all } = told(await (await mfa()).listFactors());
  const verified = all.filter(({ status }) => status === "verified");
  const hasCodes = verified.some(({ factor_type }) => factor_type === "recovery_code");
  const ofType = (type: string) => verified.filter(({ factor_type }) => factor_type === type);
  return { apps: ofType("totp"), passkeys: ofType("webauthn"), hasCodes };
}

/** Starts enrolling an authenticator app. An unfinished enrolment with the same name is removed first. */
export async function beginApp(friendlyName: string) {
  const api = await mfa();
  await forgetBegun(friendlyName);
  const { id, totp } = told(await api.enroll({ factorType: "totp", friendlyName, issuer: "Kith" }));
  return { id, picture: totp.qr_code, secret: totp.secret };
}

async function forgetBegun(friendlyName: string): Promise<void> {
  const api = await mfa();
  const { all } = told(await api.listFactors());
  const left = all.filter((one) => one.status === "unverified" && one.friendly_name === friendlyName);
  for (const { id } of left) await api.unenroll({ factorId: id });
}

/**
 * Creates a passkey, which the browser asks for, and names it. Not by `mfa.webauthn.register`, which would accept only
 * an external security key. The session has new tokens afterwards.
 */
export async function addPasskey(friendlyName: string): Promise<void> {
  const { auth } = await ownIdentity();
  const { id } = told(await auth.registerPasskey());
  await auth.refreshSession();
  forgetToken();
  await renamePasskey(id, friendlyName);
}

/** Shows a passkey, which the browser asks for. */
export async function showPasskey(factorId: string): Promise<void> {
  told(await (await mfa()).webauthn.authenticate({ factorId }));
  forgetToken();
}

/** Renames a passkey. */
export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  told(await (await ownIdentity()).auth.passkey.update({ passkeyId, friendlyName }));
}

/** Shows the code of an app; the session has new tokens afterwards. */
export async function showCode(factorId: string, code: string): Promise<void> {
  told(await (await mfa()).challengeAndVerify({ factorId, code: code.replace(/\s/g, "") }));
  forgetToken();
}

export async function showRecoveryCode(code: string): Promise<void> {
  told(await (await mfa()).recoveryCodes.verify({ code }));
  forgetToken();
}

/** New recovery codes; null if the project offers none. */
export async function makeRecoveryCodes(replace: boolean): Promise<string[] | null> {
  const { recoveryCodes } = await mfa();
  const answer = await (replace ? recoveryCodes.regenerate() : recoveryCodes.generate());
  const { code = "", status } = answer.error ?? {};
  if (NOT_OFFERED.test(code) || (status === 404 && !replace)) return null;
  return told(answer).codes;
}

/** Removes a factor; with the last one also the recovery codes, which cannot exist alone. */
async function removeFactor({ id, last }: { id: string; last: boolean }): Promise<void> {
  const api = await mfa();
  if (last && (await countCodes(api)) != null) told(await api.recoveryCodes.unenroll());
  told(await api.unenroll({ factorId: id }));
  // The session's copy of the user still has it.
  await (await ownIdentity()).auth.refreshSession();
  forgetToken();
}

export function useRemoveFactor() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: removeFactor, onSettled: () => factorsChanged(queries) });
}

/** To be called when factors have changed: factors, sessions and the log must be fetched again. */
export async function factorsChanged(queries: QueryClient): Promise<void> {
  await Promise.all(
    [KEY, ["sessions"], ["audit"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}

/** Calls the embedded provider for what the SDK does not support. Throws Refusal. */
export async function callProvider(path: string, method: string, body?: unknown): Promise<Response> {
  const response = await identityCall(path, method, body);
  if (response.ok) return response;
  const said: unknown = await response.json().catch(() => null);
  const code = typeof said === "object" && said !== null ? String(Reflect.get(said, "error_code")) : "";
  const error = { name: "AuthApiError", message: `HTTP ${response.status}`, code, status: response.status };
  throw new Refusal(reason(error), error);
}

/** Reauthenticates with the embedded provider; a hosted one does not require it. */
export async function proveAgain(proof: Proof): Promise<void> {
  await callProvider("reauthenticate", "POST", proof);
}
