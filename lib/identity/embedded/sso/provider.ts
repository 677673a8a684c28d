import type { ClientAuth, Configuration } from "openid-client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { subject, vouchedAddress } from "./claims";
import { SsoRefusal } from "./refusal";

/** For each call to the provider; a sign-in makes four at most. */
const TIMEOUT_S = 5;
/** Providers change their endpoints rarely, and keys are fetched again when an unknown one signs. */
const DISCOVERED_MS = 60 * 60 * 1000;

type Library = typeof import("openid-client");
type Oidc = NonNullable<ReturnType<typeof env>["oidc"]>;

interface Discovered {
  settings: Oidc;
  at: number;
  found: Promise<Configuration>;
}

const holder = globalThis as typeof globalThis & { kithOidc?: Discovered | undefined };

/** What the provider's answer must match, stored in the browser that started the sign-in (transaction.ts). */
export interface Asked {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who signed in there. */
export interface Person {
  issuer: string;
  subject: string;
  /** The address that the provider vouches for, or null. May call the provider. Throws SsoRefusal. */
  address: () => Promise<string | null>;
}

/** Registered with the provider; the path is the one that Supabase's projects have. */
const redirectUri = () => `${env().APP_URL}/auth/v1/callback`;

/** The provider's sign-in page, with PKCE, state and nonce. Throws SsoRefusal. */
export function askProvider(language: string | undefined): Promise<{ url: URL; asked: Asked }> {
  return speaking(async (oidc, config) => {
    const asked = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(),
      scope: "openid email",
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: "S256",
      ...(language && { ui_locales: language }),
    });
    return { url, asked };
  });
}

/**
 * Exchanges the code of the provider's answer, and checks the result (OpenID Connect Core 1.0, 3.1.3.7): issuer,
 * audience, times, nonce, and the signature. Throws SsoRefusal.
 */
export function personOf(search: string, { state, nonce, verifier }: Asked): Promise<Person> {
  return speaking(async (oidc, config) => {
    const answer = new URL(redirectUri());
    answer.search = search;
    const tokens = await oidc.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const sub = subject.safeParse(claims?.sub).data;
    if (!claims || !sub) throw new SsoRefusal("sso_failed");
    const { userinfo_endpoint } = config.serverMetadata();
    const further = () => speaking(() => oidc.fetchUserInfo(config, tokens.access_token, sub));
    const address = async () =>
      vouchedAddress(claims.iss, claims) ??
      (userinfo_endpoint ? vouchedAddress(claims.iss, await further()) : null);
    return { issuer: claims.iss, subject: sub, address };
  });
}

/** Work with the provider, whose failures are its own or those of the network, never ours. */
async function speaking<T>(work: (oidc: Library, config: Configuration) => Promise<T>): Promise<T> {
  const oidc = await import("openid-client");
  try {
    return await work(oidc, await discovered(oidc));
  } catch (error) {
    if (error instanceof SsoRefusal) throw error;
    const refusal = refusalOf(oidc, error);
    log().warn({ reason: refusal.code, ...saidOf(error) }, "single sign-on failed");
    throw refusal;
  }
}

/** For the log: only words. The other properties of the library's errors contain codes, tokens and claims. */
function saidOf(error: unknown) {
  const { code, error: said, message, cause } = Object(error);
  const away = Object(cause);
  const words = { code, error: said, message, cause: away.code ?? away.cause?.code };
  const short = Object.entries(words).map(([name, value]) => [name, value && String(value).slice(0, 200)]);
  return Object.fromEntries(short);
}

/** Discovers the provider's endpoints, once an hour; a failure is not cached. */
async function discovered(oidc: Library): Promise<Configuration> {
  const settings = env().oidc;
  if (!settings) throw new SsoRefusal("sso_unavailable");
  const known = holder.kithOidc;
  if (known?.settings === settings && Date.now() - known.at < DISCOVERED_MS) return known.found;
  const found = discover(oidc, settings);
  holder.kithOidc = { settings, at: Date.now(), found };
  found.catch(() => {
    if (holder.kithOidc?.found === found) holder.kithOidc = undefined;
  });
  return found;
}

function discover(oidc: Library, { issuer, clientId, clientSecret }: Oidc): Promise<Configuration> {
  const address = new URL(issuer);
  // env.ts accepts http on this machine only.
  const plain = address.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
  return oidc.discovery(address, clientId, clientSecret, authentication(oidc, clientSecret), {
    timeout: TIMEOUT_S,
    execute: [...plain, oidc.enableNonRepudiationChecks],
  });
}

/** `client_secret_basic`, the default for providers that declare nothing (OpenID Connect Discovery 1.0, 3), else in the body. */
function authentication(oidc: Library, secret: string): ClientAuth {
  const basic = oidc.ClientSecretBasic(secret);
  const post = oidc.ClientSecretPost(secret);
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    (taken.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

/** The library's errors for no answer, or an invalid one. */
const AWAY = new Set<unknown>([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

function refusalOf(oidc: Library, error: unknown): SsoRefusal {
  const options = { cause: error };
  if (error instanceof oidc.AuthorizationResponseError) return new SsoRefusal("sso_denied", options);
  const { code, error: said } = Object(error);
  // `fetch` fails with a TypeError. A provider that does not know this app (401, RFC 6749, 5.2) is for the operator to
  // fix.
  const isUnknown = error instanceof oidc.WWWAuthenticateChallengeError || said === "invalid_client";
  const isAway = error instanceof TypeError || AWAY.has(code) || isUnknown;
  return new SsoRefusal(isAway ? "sso_unavailable" : "sso_failed", options);
}
