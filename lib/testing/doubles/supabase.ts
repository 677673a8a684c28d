import type { IncomingMessage, ServerResponse } from "node:http";
import { resetEnv } from "@/lib/env";
import { setDelivery } from "@/lib/identity/embedded/events";
import { handleIdentity } from "@/lib/identity/embedded/handler";
import { bodyOf, type ServiceDouble, serviceDouble } from "./http";
import { sendUserEvents } from "./supabase-events";

export interface SupabaseProject {
  /** Its own database, which the product never sees. */
  database: string;
  /** The site that mailed links lead to and that is notified of new users. */
  site: string;
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
}

/**
 * A Supabase project with its own origin: Auth's protocol, also for browsers of another origin, mails through the mail
 * provider of this process, and docs/supabase-webhook.sql, which notifies the site of its users. It answers with our
 * embedded provider, whose equivalence to the real one `lib/identity/contract*.test.ts` shows. One per process,
 * because it takes over the configuration.
 */
export async function supabaseDouble(project: SupabaseProject): Promise<ServiceDouble> {
  Object.assign(process.env, {
    DATABASE_URL: project.database,
    APP_URL: project.site,
    INTERNAL_URL: project.site,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    SUPABASE_SECRET_KEY: project.secretKey,
    WEBHOOK_SECRET: project.webhookSecret,
    AUTH_AUTOCONFIRM: "1", // the project's setting "Confirm email" is off
  });
  resetEnv();
  // Only the triggers send events.
  setDelivery(async () => undefined);
  const { database, site, webhookSecret } = project;
  const endEvents = await sendUserEvents(database, `${site}/api/webhooks`, webhookSecret);
  const service = await serviceDouble(async (request, response) => {
    allowOrigins(request, response);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const address = String(request.headers["x-forwarded-for"] ?? request.socket.remoteAddress);
    const answer = await handleIdentity(await toRequest(request), { address });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const { close } = service;
  return Object.assign(service, { close: () => Promise.all([endEvents(), close()]).then(() => undefined) });
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const { method = "GET" } = incoming;
  const body = await bodyOf(incoming);
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

/** As the hosted service does: any origin, never with cookies. */
function allowOrigins(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
  response.setHeader("access-control-expose-headers", "x-supabase-api-version");
  response.setHeader(
    "access-control-allow-headers",
    request.headers["access-control-request-headers"] ?? "*",
  );
}
