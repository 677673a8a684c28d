import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";

/** A person with an account at the provider, as its claims describe them. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: unknown;
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The visitor of its page, who signs in at once or refuses to. */
  visitor: Person | "refuses";
  close: () => Promise<void>;
}

/** A certified OpenID provider (`oidc-provider`) on a loopback port, whose page signs the visitor in without asking. */
export async function startOpenIdProvider(redirectUri: string, port = 0): Promise<OpenIdProvider> {
  const people = new Map<string, Person>();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  const double: OpenIdProvider = {
    issuer: `http://127.0.0.1:${address.port}`,
    clientId: "kith",
    clientSecret: randomUUID(),
    visitor: "refuses",
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const provider = new Provider(double.issuer, await optionsOf(double, redirectUri, people));
  const serve = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return serve(request, response);
    const { visitor } = double;
    if (visitor !== "refuses") people.set(visitor.sub, visitor);
    const result =
      visitor === "refuses"
        ? { error: "access_denied" }
        : { login: { accountId: visitor.sub, remember: false } };
    provider
      .interactionFinished(request, response, result)
      .catch((error: unknown) => response.destroy(Error(String(error))));
  });
  return double;
}

async function optionsOf(double: OpenIdProvider, redirectUri: string, people: Map<string, Person>) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "one" };
  const { clientId: client_id, clientSecret: client_secret } = double;
  return {
    clients: [{ client_id, client_secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [key] },
    adapter: createMemoryAdapter(0),
    cookies: { keys: [randomUUID()] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }),
    }),
    loadExistingGrant: async ({ oidc }: import("oidc-provider").Context) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
}
