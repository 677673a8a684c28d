import { fail, ok, warn } from "./finding.mjs";

/**
 * Which services are hosted and whether what each needs is there. A hosted service with half its settings is worse
 * than none, because the app would start and fail later.
 */
const services = [
  {
    name: "Identity",
    hostedBy: "SUPABASE_URL",
    needs: ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY", "WEBHOOK_SECRET"],
  },
  { name: "Files", hostedBy: "BLOB_READ_WRITE_TOKEN", needs: [] },
  { name: "Rate limits", hostedBy: "UPSTASH_REDIS_REST_URL", needs: ["UPSTASH_REDIS_REST_TOKEN"] },
  { name: "Mail", hostedBy: "RESEND_API_KEY", needs: ["MAIL_FROM", "APP_URL"] },
  { name: "Mapping", hostedBy: "OPENAI_API_KEY", needs: [] },
];

/** @returns {import("./finding.mjs").Finding[]} */
export function diagnoseServices(env) {
  const isSet = (name) => Boolean(env[name]?.trim());
  return [...services.map((service) => diagnose(service, isSet)), keys(env), ...serverless(isSet)];
}

function diagnose({ name, hostedBy, needs }, isSet) {
  const missing = needs.filter((need) => !isSet(need));
  if (!isSet(hostedBy)) {
    const orphans = needs.filter((need) => need.startsWith(hostedBy.split("_")[0]) && isSet(need));
    if (orphans.length === 0) return ok(name, "embedded");
    return warn(
      name,
      `embedded, although ${orphans.join(", ")} is set`,
      `Set ${hostedBy} too, or remove the rest`,
    );
  }
  if (missing.length === 0) return ok(name, `hosted (${hostedBy})`);
  return fail(
    name,
    `hosted, but without ${missing.join(", ")}`,
    "See .env.example for where each comes from",
  );
}

function keys(env) {
  const ring = env.ENCRYPTION_KEYS?.trim();
  if (!ring) return ok("Encryption", "with the key of the data folder");
  const isKey = (entry) => /^[A-Za-z0-9_-]+:[A-Za-z0-9+/]{43}=$/.test(entry.trim());
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

/** Where nothing stays between requests, nothing can be embedded. */
function serverless(isSet) {
  if (!isSet("VERCEL")) return [];
  const hosted = [
    ...services.slice(0, 3).map(({ hostedBy }) => hostedBy),
    "DATABASE_URL",
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
