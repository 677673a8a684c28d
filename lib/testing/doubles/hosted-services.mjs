import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { migrateDatabase } from "../../../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../../../scripts/lib/postgres.mjs";
import { generateSecrets } from "../../../scripts/lib/secrets.mjs";
import { startMailProvider } from "./mail-provider.ts";
import { modelDouble } from "./mapping-model.ts";
import { pgbouncerInstalled, startPgBouncer } from "./pgbouncer.ts";
import { supabaseDouble } from "./supabase.ts";
import { upstashDouble } from "./upstash.ts";
import { blobDouble } from "./vercel-blob.ts";

/**
 * `node --import ./scripts/ts-hooks.mjs lib/testing/doubles/hosted-services.mjs <address>` runs doubles of everything
 * that can be hosted, for the product that will be at this address: PostgreSQL behind PgBouncer in transaction mode
 * (if it is installed), Supabase Auth, Vercel Blob, Upstash, Resend and an OpenAI-compatible model. Prints one line of
 * JSON: the environment of the product and of the browser tests. Ends with its standard input. `npm test -- hosted`
 * does all of it.
 */
const site = process.argv[2] ?? "http://localhost:3000";
const secrets = generateSecrets();
process.env.ENCRYPTION_KEYS = generateSecrets().ENCRYPTION_KEYS; // the project's own, never the product's

const cluster = await startTemporaryPostgres();
const supabaseDatabase = await newDatabase("supabase");
const direct = await newDatabase("product");
// With hosted accounts there are none here: any code that looks for them in the product's database fails.
await run(direct, "drop schema identity cascade");
const pooler = pgbouncerInstalled() ? await startPgBouncer(direct, { connections: 10 }) : null;

const [blob, redis, model, mail] = await Promise.all([
  blobDouble(),
  upstashDouble("secret"),
  modelDouble({ "Where they work": "company" }),
  startMailProvider(),
]);
const mailUrl = process.env.RESEND_BASE_URL;
const supabase = await supabaseDouble({
  database: supabaseDatabase,
  site,
  publishableKey: secrets.SUPABASE_PUBLISHABLE_KEY ?? "",
  secretKey: secrets.SUPABASE_SECRET_KEY ?? "",
  webhookSecret: secrets.WEBHOOK_SECRET ?? "",
});

const delivery = fileURLToPath(new URL("blob-delivery.mjs", import.meta.url));
const product = {
  ...secrets,
  APP_URL: site,
  DATABASE_URL: pooler?.address ?? direct,
  SUPABASE_URL: supabase.url,
  BLOB_READ_WRITE_TOKEN: blob.token,
  VERCEL_BLOB_API_URL: blob.url,
  KITH_BLOB_DELIVERY: blob.url,
  NODE_OPTIONS: `--import ${delivery}`,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: "secret",
  OPENAI_API_KEY: "sk-double",
  OPENAI_BASE_URL: `${model.url}/v1`,
  RESEND_API_KEY: "re_double_0123456789",
  RESEND_BASE_URL: mailUrl,
  MAIL_FROM: "Kith <kith@example.com>",
};
console.log(JSON.stringify({ product, tests: { E2E_BLOB_API: blob.url, E2E_MAIL_API: mailUrl } }));

process.stdin.resume().once("end", async () => {
  await Promise.all([blob, redis, model, mail, supabase, pooler].map((double) => double?.close()));
  await cluster.stop();
  process.exit();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.stdin.emit("end"));

/** @param {string} name */
async function newDatabase(name) {
  await run(cluster.url, `create database ${name}`);
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  await migrateDatabase(url.href);
  return url.href;
}

/**
 * @param {string} url
 * @param {string} statement
 */
async function run(url, statement) {
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  await connection.unsafe(statement);
  await connection.end();
}
