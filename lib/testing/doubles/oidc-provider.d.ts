/** The parts that our tests use; the package has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Account {
    accountId: string;
    claims: () => Promise<Record<string, unknown>>;
  }

  interface Grant {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  }

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }

  interface Options {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
    adapter: object;
    jwks: { keys: object[] };
    cookies: { keys: string[] };
    claims: Record<string, string[]>;
    features: { devInteractions: { enabled: boolean } };
    interactions: { url: (context: unknown, interaction: { uid: string }) => string };
    findAccount: (context: unknown, sub: string) => Account;
    loadExistingGrant: (context: Context) => Promise<Grant>;
    ttl: Record<string, number>;
  }

  export default class Provider {
    constructor(issuer: string, options: Options);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
  }
}

declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  /** The default one, without its warning that it keeps data in memory only. */
  export function createMemoryAdapter(toleranceS: number): object;
}
