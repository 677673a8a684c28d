import { env } from "@/lib/env";
import { carries } from "@/lib/http/own-calls";
import { scrape } from "@/lib/server/metrics";

/** For Prometheus, with `Authorization: Bearer <METRICS_TOKEN>`. Without a configured token the page does not exist. */
export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };
  const token = env().METRICS_TOKEN;
  if (!token) return new Response("Not found\n", { status: 404, headers });
  if (!carries(request, token))
    return new Response("Unauthorized\n", {
      status: 401,
      headers: { ...headers, "WWW-Authenticate": "Bearer" },
    });
  return new Response(await scrape(), { headers });
}
