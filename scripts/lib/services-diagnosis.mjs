import { Failure } from "./failure.mjs";
import { fail, ok, warn } from "./finding.mjs";
import { isKeyRing } from "./secrets.mjs";
import { hostsOf, SERVICES } from "./services.mjs";

/**
 * Which services are hosted and whether what each needs is there: with half its settings the app would start, and fail
 * later. The database has a separate diagnosis.
 *
 * @returns {import("./finding.mjs").Finding[]}
 * @param {import("./types.ts").Env} env
 */
export function diagnoseServices(env) {
  const isSet = (/** @type {string} */ name) => Boolean(env[name]?.trim());
  const services = SERVICES.filter(({ name }) => name !== "database");
  return [
    ...services.map((service) => diagnose(service, isSet)),
    keys(env),
    ...connections(env),
    ...webhookSecret(env),
    ...singleSignOn(isSet),
    ...guessable(env),
    ...sampler(env),
    ...serverless(isSet),
  ];
}

/**
 * Throws a Failure that names every fault, which would show only later otherwise.
 * @param {import("./types.ts").Env} env
 */
export function requireUsable(env) {
  const faults = diagnoseServices(env).filter(({ state }) => state === "fail");
  const lines = faults.map(({ name, message, fix }) => `  ${name}: ${message}. ${fix}`);
  if (lines.length > 0) throw new Failure("The configuration is not usable.", lines.join("\n"));
}

/** @param {import("./types.ts").Env} env */
function webhookSecret({ WEBHOOK_SECRET: secrets = "" }) {
  const isSecret = (/** @type {string} */ one) => /^(v1,)?whsec_[A-Za-z0-9+/_-]{16,}={0,2}$/.test(one.trim());
  if (secrets.trim() === "" || secrets.split("|").every(isSecret)) return [];
  return [fail("Auth webhook", "WEBHOOK_SECRET is malformed", "v1,whsec_ and base64: see .env.example")];
}

/** @param {import("./types.ts").Env} env */
function connections({ DATABASE_POOL_SIZE: wish = "" }) {
  if (wish.trim() === "" || (Number.isInteger(Number(wish)) && Number(wish) >= 2)) return [];
  return [fail("Connections", `DATABASE_POOL_SIZE is "${wish}"`, "A whole number from 2 on")];
}

/**
 * @param {import("./services.mjs").Service} subject
 * @param {(name: string) => boolean} isSet
 */
function diagnose(subject, isSet) {
  const { label } = subject;
  const [host, second] = hostsOf(subject).filter(({ hostedBy }) => isSet(hostedBy));
  if (!host) return orphaned(subject, isSet);
  if (second)
    return fail(
      label,
      `hosted by ${host.hostedBy} and ${second.hostedBy}`,
      "Remove one: nobody looks for a file in both",
    );
  const missing = host.needs.filter((need) => !isSet(need));
  if (missing.length === 0) return ok(label, `hosted (${host.hostedBy}); whether it answers was not tried`);
  return fail(
    label,
    `hosted, but without ${missing.join(", ")}`,
    "See .env.example for where each comes from",
  );
}

/**
 * Parts that run here although there are settings of a service that would replace them.
 * @param {import("./services.mjs").Service} subject
 * @param {(name: string) => boolean} isSet
 */
function orphaned(subject, isSet) {
  for (const { hostedBy, needs } of hostsOf(subject)) {
    const orphans = needs.filter((need) => need.startsWith(hostedBy.split("_", 1).join()) && isSet(need));
    if (orphans.length > 0)
      return warn(
        subject.label,
        `embedded, although ${orphans.join(", ")} is set`,
        `Set ${hostedBy} too, or remove the rest`,
      );
  }
  return ok(subject.label, "embedded");
}

/** @param {import("./types.ts").Env} env */
function keys(env) {
  const ring = env.ENCRYPTION_KEYS?.trim();
  if (!ring) return ok("Encryption", "with the key of the data folder");
  const entries = ring.split(",");
  if (isKeyRing(ring))
    return ok(
      "Encryption",
      `${entries.length === 1 ? "1 key" : `${entries.length} keys`} in ENCRYPTION_KEYS`,
    );
  return fail(
    "Encryption",
    "ENCRYPTION_KEYS is malformed",
    "name:base64 of 32 bytes, separated by commas: see .env.example",
  );
}

/**
 * The OpenID provider, if one is configured.
 * @param {(name: string) => boolean} isSet
 */
function singleSignOn(isSet) {
  const needed = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];
  const missing = needed.filter((name) => !isSet(name));
  if (missing.length === needed.length) return [];
  if (missing.length > 0)
    return [fail("Single sign-on", `without ${missing.join(", ")}`, "See docs/single-sign-on.md")];
  if (!isSet("SUPABASE_URL")) return [ok("Single sign-on", "configured")];
  return [
    warn(
      "Single sign-on",
      "not used: SUPABASE_URL is set",
      "Set the provider up in the hosted project, and remove OIDC_ISSUER and the rest",
    ),
  ];
}

/**
 * Secrets of the embedded parts that somebody chose, and that can be guessed.
 * @param {import("./types.ts").Env} env
 */
function guessable(env) {
  const names = ["CRON_SECRET", "INBOX_SECRET", ...(env.SUPABASE_URL?.trim() ? [] : ["SUPABASE_SECRET_KEY"])];
  const short = names.filter((name) => env[name]?.trim() && (env[name]?.trim().length ?? 0) < 16);
  if (short.length === 0) return [];
  return [warn("Short secrets", `${short.join(", ")} can be guessed`, "Use 16 random characters or more")];
}

const SAMPLER = /^(?:parentbased_)?(?:always_on|always_off|traceidratio)$/;

/**
 * OpenTelemetry wants an unknown sampler to be ignored, not refused.
 * @param {import("./types.ts").Env} env
 */
function sampler({ OTEL_TRACES_SAMPLER: name = "" }) {
  if (name.trim() === "" || SAMPLER.test(name.trim())) return [];
  return [warn("Traces", `OTEL_TRACES_SAMPLER is "${name}": every trace is kept`, "See .env.example")];
}

/**
 * On a platform where nothing persists between requests, nothing can be embedded.
 * @param {(name: string) => boolean} isSet
 */
function serverless(isSet) {
  if (!isSet("VERCEL")) return [];
  const needed = SERVICES.filter(({ serverless }) => serverless).map((service) =>
    hostsOf(service).map(({ hostedBy }) => hostedBy),
  );
  const missing = [...needed, ["ENCRYPTION_KEYS"], ["CRON_SECRET"]]
    .filter((names) => !names.some(isSet))
    .map((names) => names.join(" or "));
  if (missing.length === 0) return [ok("Serverless", "everything is hosted")];
  return [
    fail(
      "Serverless",
      `without ${missing.join(", ")}`,
      "A function keeps no files and no processes: host these",
    ),
  ];
}
