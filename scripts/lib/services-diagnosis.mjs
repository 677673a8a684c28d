import { fail, ok, warn } from "./finding.mjs";
import { SERVICES } from "./services.mjs";

/**
 * Which services are hosted and whether what each needs is there: with half its settings the app would start, and fail
 * later. The database has a diagnosis of its own.
 *
 * @returns {import("./finding.mjs").Finding[]}
 * @param {import("./types.ts").Env} env
 */
export function diagnoseServices(env) {
  const isSet = (/** @type {string} */ name) => Boolean(env[name]?.trim());
  const services = SERVICES.filter(({ name }) => name !== "database");
  return [...services.map((service) => diagnose(service, isSet)), keys(env), ...serverless(isSet)];
}

/**
 * @param {import("./services.mjs").Service} subject
 * @param {(name: string) => boolean} isSet
 */
function diagnose({ label, hostedBy, needs }, isSet) {
  const missing = needs.filter((/** @type {string} */ need) => !isSet(need));
  if (!isSet(hostedBy)) {
    const orphans = needs.filter(
      (/** @type {string} */ need) => need.startsWith(hostedBy.split("_", 1).join()) && isSet(need),
    );
    if (orphans.length === 0) return ok(label, "embedded");
    return warn(
      label,
      `embedded, although ${orphans.join(", ")} is set`,
      `Set ${hostedBy} too, or remove the rest`,
    );
  }
  if (missing.length === 0) return ok(label, `hosted (${hostedBy})`);
  return fail(
    label,
    `hosted, but without ${missing.join(", ")}`,
    "See .env.example for where each comes from",
  );
}

/** @param {import("./types.ts").Env} env */
function keys(env) {
  const ring = env.ENCRYPTION_KEYS?.trim();
  if (!ring) return ok("Encryption", "with the key of the data folder");
  const isKey = (/** @type {string} */ entry) => /^[A-Za-z0-9_-]+:[A-Za-z0-9+/]{43}=$/.test(entry.trim());
  const entries = ring.split(",");
  if (entries.every(isKey))
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
 * Where nothing stays between requests, nothing can be embedded.
 * @param {(name: string) => boolean} isSet
 */
function serverless(isSet) {
  if (!isSet("VERCEL")) return [];
  const hosted = [
    ...SERVICES.filter(({ serverless }) => serverless).map(({ hostedBy }) => hostedBy),
    "ENCRYPTION_KEYS",
    "CRON_SECRET",
  ];
  const missing = hosted.filter((name) => !isSet(name));
  if (missing.length === 0) return [ok("Serverless", "everything is hosted")];
  return [
    fail(
      "Serverless",
      `without ${missing.join(", ")}`,
      "A function keeps no files and no processes: host these",
    ),
  ];
}
