import { z } from "zod";
import { isLanguage } from "@/lib/client/messages/catalogue";
import { SSO_PROVIDER } from "@/lib/client/sso";
import { env } from "@/lib/env";
import { IdentityError, invalid, NO_STORE } from "../errors";
import { issueAuthCode, rememberChallenge } from "../flows";
import { limitAddress } from "../guess-limits";
import { challenge, type Incoming, parse } from "../incoming";
import { issueToken } from "../one-time-tokens";
import { allowedRedirect, homeOf } from "../redirects";
import { isBanned } from "../users";
import { accountOf } from "./accounts";
import { askProvider, personOf } from "./provider";
import { SsoRefusal } from "./refusal";
import { forget, keep, kept, type Transaction } from "./transaction";

/** PKCE always: without it the session itself would be in the URL. */
const asked = z.object({
  ...challenge,
  code_challenge: challenge.code_challenge.unwrap().unwrap(),
  ui_locales: z.string().refine(isLanguage).optional().catch(undefined),
});

/** GET /authorize: redirects to the provider's page, or back to the sign-in page with the reason why not. */
export async function authorize(incoming: Incoming): Promise<Response> {
  const query = incoming.url.searchParams;
  if (!env().oidc || query.get("provider") !== SSO_PROVIDER) {
    throw invalid("Unsupported provider: provider is not enabled");
  }
  const wanted = parse(asked, { ...incoming, body: Object.fromEntries(query) });
  const redirect = allowedRedirect(query.get("redirect_to"));
  const home = atHome(incoming.url, redirect);
  if (home) return leadTo(home);
  const language = wanted.ui_locales;
  try {
    await limitAddress(incoming, "sso");
    const { url, asked } = await askProvider(language);
    const transaction = { ...asked, challenge: wanted.code_challenge, redirect, language };
    return leadTo(url, keep(transaction));
  } catch (error) {
    return leadTo(signInPage(redirect, error));
  }
}

/**
 * The same request under APP_URL, when the calling page uses another name of ours (127.0.0.1 for localhost): the
 * provider returns to APP_URL, where the cookie must be.
 */
function atHome({ searchParams }: URL, redirect: string): URL | null {
  const isHere = new URL(redirect).origin === new URL(env().APP_URL).origin || searchParams.has("at_home");
  if (isHere) return null;
  const query = new URLSearchParams([...searchParams, ["at_home", "1"]]);
  return new URL(`${env().APP_URL}/auth/v1/authorize?${query}`);
}

/**
 * GET /callback: the provider's answer, in the browser that started the sign-in. Redirects with a code that the
 * calling page exchanges for a session, as after a mailed link.
 */
export async function callback(incoming: Incoming): Promise<Response> {
  if (!env().oidc) throw invalid("Unsupported provider: provider is not enabled");
  const transaction = kept(incoming.request, incoming.url.searchParams.get("state"));
  // The cookie stays: a forged answer must not end a sign-in in progress.
  if (!transaction) return leadTo(signInPage(env().APP_URL, new SsoRefusal("sso_expired")));
  try {
    await limitAddress(incoming, "sso");
    return leadTo(await signedIn(incoming, transaction), forget());
  } catch (error) {
    return leadTo(signInPage(transaction.redirect, error), forget());
  }
}

async function signedIn(incoming: Incoming, transaction: Transaction): Promise<URL> {
  const person = await personOf(incoming.url.search, transaction);
  const user = await accountOf(incoming, person, transaction.language);
  incoming.about = user.id;
  if (isBanned(user)) throw new IdentityError(403, "user_banned", "User is banned");
  const flowId = await rememberChallenge(user.id, { code_challenge: transaction.challenge });
  if (!flowId) throw new SsoRefusal("sso_failed");
  await issueToken({ userId: user.id, type: "oauth", email: user.email, purpose: "oauth", flowId });
  const target = new URL(transaction.redirect);
  target.searchParams.set("code", await issueAuthCode(flowId));
  return target;
}

/** The sign-in page under the name that the caller knows, with the reason. Rethrows what is not a refusal. */
function signInPage(redirect: string, error: unknown): URL {
  if (!(error instanceof SsoRefusal || error instanceof IdentityError)) throw error;
  const page = new URL("/sign-in", homeOf(redirect));
  page.searchParams.set("error_code", error.code);
  const next = new URL(redirect).searchParams.get("next");
  if (next) page.searchParams.set("next", next);
  return page;
}

function leadTo(target: URL, cookie?: string): Response {
  const headers = new Headers({ ...NO_STORE, Location: target.href });
  if (cookie) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
