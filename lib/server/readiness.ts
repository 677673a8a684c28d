import { pg } from "@/db/client";
import { databaseKind } from "@/db/distributed";
import { blobStore } from "@/lib/adapters/blob";
import { limiter } from "@/lib/adapters/limiter";
import { within } from "@/lib/deadline";
import { env } from "@/lib/env";
import { identityFetch, identityUrl, publishableKey } from "@/lib/identity/client";

/** `engine`: the kind of database; null while it does not answer. */
interface DatabaseCheck extends Check {
  engine: "postgresql" | "citus" | null;
}

interface Check {
  status: "ok" | "error";
  mode: "embedded" | "hosted";
  ms: number;
}

export interface Readiness {
  status: "ready" | "degraded" | "unavailable";
  checks: { database: DatabaseCheck; identity: Check; blob: Check; limiter: Check };
}

const LIMIT_MS = 3000;
const FRESH_MS = 5000;
/** A failing part may recover in a moment, so its state is not cached for long. */
const FRESH_FAILURE_MS = 500;
let last: { until: number; result: Promise<Readiness> } | undefined;

/** Checks every part this service depends on, at most every five seconds, or twice a second while one of them fails. */
export function checkReadiness(): Promise<Readiness> {
  if (!last || performance.now() > last.until) {
    const look = { until: performance.now() + FRESH_MS, result: checkAll() };
    look.result.then(({ status }) => {
      if (status !== "ready") look.until = performance.now() + FRESH_FAILURE_MS;
    });
    last = look;
  }
  return last.result;
}

async function checkAll(): Promise<Readiness> {
  const { embedded } = env();
  const [database, identity, blob, limits] = await Promise.all([
    checkDatabase(embedded.database),
    check(embedded.identity, askIdentity),
    check(embedded.blob, async () => blobStore().head("health/probe")),
    check(embedded.limiter, async () =>
      limiter().hit("health", { max: 1_000_000, windowMs: 1000, onOutage: "refuse" }),
    ),
  ]);
  const checks = { database, identity, blob, limiter: limits };
  const failed = Object.values(checks).some((one) => one.status === "error");
  const status = database.status === "error" ? "unavailable" : failed ? "degraded" : "ready";
  return { status, checks };
}

/** A distributed database under whose settings undo or counts would be wrong counts as failing. */
async function checkDatabase(isEmbedded: boolean): Promise<DatabaseCheck> {
  let engine: DatabaseCheck["engine"] = null;
  const result = await check(isEmbedded, async () => {
    const kind = await databaseKind(pg());
    engine = kind.isDistributed ? "citus" : "postgresql";
    if (kind.wrong.length > 0) throw new Error(`${kind.wrong.join(", ")} not as undo and counts need it`);
  });
  return { ...result, engine };
}

async function askIdentity(): Promise<void> {
  const headers = { apikey: publishableKey() };
  const response = await identityFetch(`${identityUrl()}/auth/v1/health`, { headers });
  if (!response.ok) throw new Error(`identity provider answered ${response.status}`);
}

async function check(isEmbedded: boolean, ask: () => Promise<unknown>): Promise<Check> {
  const started = performance.now();
  const mode = isEmbedded ? ("embedded" as const) : ("hosted" as const);
  const status = await within(LIMIT_MS, ask()).then(
    () => "ok" as const,
    () => "error" as const,
  );
  return { status, mode, ms: Math.round(performance.now() - started) };
}
