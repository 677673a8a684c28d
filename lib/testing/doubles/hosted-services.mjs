import { fileURLToPath } from "node:url";
import { upstashDouble } from "./upstash.ts";
import { blobDouble } from "./vercel-blob.ts";

/**
 * `node --import ./scripts/ts-hooks.mjs lib/testing/doubles/hosted-services.mjs` runs the doubles of Vercel Blob and
 * Upstash until it is ended, and prints the environment with which `npm start` uses them. The browser tests then need
 * E2E_BLOB_API set to the printed VERCEL_BLOB_API_URL (e2e/hosted.ts).
 */
const [blob, redis] = await Promise.all([blobDouble(), upstashDouble("secret")]);
const preload = fileURLToPath(new URL("blob-delivery.mjs", import.meta.url));
const environment = {
  BLOB_READ_WRITE_TOKEN: blob.token,
  VERCEL_BLOB_API_URL: blob.url,
  KITH_BLOB_DELIVERY: blob.url,
  NODE_OPTIONS: `--import ${preload}`,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: "secret",
};
for (const [name, value] of Object.entries(environment)) console.log(`export ${name}='${value}'`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await Promise.all([blob.close(), redis.close()]);
    process.exit();
  });
}
