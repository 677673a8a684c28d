import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { POST as webhook } from "@/app/api/webhooks/route";
import { pg } from "@/db/client";
import { SSO_PROVIDER } from "@/lib/client/sso";
import { handleMail } from "@/lib/email/embedded/handler";
import { resetEnv } from "@/lib/env";
import { handleIdentity } from "@/lib/identity/embedded/handler";
import { authBrowser } from "./auth-browser";
import { type OpenIdProvider, type Person, startOpenIdProvider } from "./doubles/openid-provider";
import { type InternalServer, startInternalServer } from "./internal-server";

/** Our own endpoints over HTTP, next to a provider whose users sign in to us. */
export interface SingleSignOn {
  app: InternalServer;
  provider: OpenIdProvider;
}

/** For a whole test file. */
export function singleSignOn(): SingleSignOn {
  const parts: Partial<SingleSignOn> = {};
  beforeAll(async () => {
    const address = "203.0.113.7";
    parts.app = await startInternalServer({
      "/auth/v1/": (request) => handleIdentity(request, { address }),
      "/api/webhooks": (request) => webhook(request),
      "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
    });
    parts.provider = await startOpenIdProvider(`${parts.app.url}/auth/v1/callback`);
  });
  beforeEach(async () => {
    await pg()`delete from rate_limits`;
    const { issuer, clientId, clientSecret } = parts.provider ?? {};
    setEnv({
      APP_URL: parts.app?.url ?? "",
      OIDC_ISSUER: issuer ?? "",
      OIDC_CLIENT_ID: clientId ?? "",
      OIDC_CLIENT_SECRET: clientSecret ?? "",
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    resetEnv();
  });
  afterAll(async () => {
    await parts.provider?.close();
    await parts.app?.close();
  });
  const started = <T>(part: T | undefined): T => {
    if (!part) throw new Error("not started yet");
    return part;
  };
  return {
    get app() {
      return started(parts.app);
    },
    get provider() {
      return started(parts.provider);
    },
  };
}

/** Until the end of the test. */
export function setEnv(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  resetEnv();
}

/** A browser that keeps cookies by site and follows redirects up to one of our pages. */
export function newBrowser(home: string) {
  const jars = new Map<string, Map<string, string>>();
  const isPage = ({ origin, pathname }: URL) => origin === home && !pathname.startsWith("/auth/v1/");
  const jarOf = ({ origin }: URL) => jars.get(origin) ?? jars.set(origin, new Map()).get(origin) ?? new Map();

  async function step(url: URL): Promise<{ status: number; target: URL; set: string[] }> {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    await response.arrayBuffer();
    const set = response.headers.getSetCookie();
    for (const one of set) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      value ? jar.set(name, value) : jar.delete(name);
    }
    return { status: response.status, target: new URL(response.headers.get("location") ?? url, url), set };
  }

  return {
    jarOf,
    step,
    /** Every address on the way, the last one being a page of ours. */
    async visit(address: string | URL): Promise<URL[]> {
      const way = [new URL(address)];
      for (let at = way[0]; at && !isPage(at); at = way.at(-1)) {
        const { status, target } = await step(at);
        if (status < 300 || status > 399) throw new Error(`${at.pathname} answered ${status}`);
        way.push(target);
      }
      return way;
    },
  };
}

/** A browser on our sign-in page, with the address that its button leads to. */
export async function atSignIn({ app }: SingleSignOn, next = "/tags", origin = app.url) {
  const sdk = authBrowser();
  const redirectTo = `${origin}/auth/callback?next=${encodeURIComponent(next)}`;
  const options = { redirectTo, skipBrowserRedirect: true, queryParams: { ui_locales: "de" } };
  const { data } = await sdk.signInWithOAuth({ provider: SSO_PROVIDER, options });
  return { sdk, browser: newBrowser(app.url), url: data.url ?? "" };
}

/** Signs in through the provider; `failed` is the error that the sign-in page gets instead. */
export async function signInAs(sso: SingleSignOn, visitor: Person | "refuses", next?: string) {
  sso.provider.visitor = visitor;
  const { sdk, browser, url } = await atSignIn(sso, next);
  const way = await browser.visit(url);
  const page = way.at(-1) ?? new URL(url);
  const failed = page.searchParams.get("error_code");
  const code = page.searchParams.get("code");
  const { data } = code ? await sdk.exchangeCodeForSession(code) : { data: null };
  return { sdk, browser, way, page, failed, session: data?.session ?? null, user: data?.user ?? null };
}
