import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { newWorkspace } from "@/lib/testing/workspace";
import { newSecret } from "@/lib/webhook-endpoints/secrets";
import { diagnose } from "./lib/diagnosis.mjs";
import { lockFolder } from "./lib/lock.mjs";
import { freePort } from "./lib/ports.mjs";
import { generateSecrets } from "./lib/secrets.mjs";
import { diagnoseServices } from "./lib/services-diagnosis.mjs";
import { portOf, testDataDir } from "./testing/present.mjs";

/** @import { Finding } from "./lib/finding.mjs" */

/**
 * @param {Finding[]} findings
 * @param {string} name
 */
const stateOf = (findings, name) => findings.find((finding) => finding.name === name)?.state;

it("finds nothing broken in a healthy environment", async () => {
  process.env.PORT = String(await freePort());
  const findings = await diagnose();
  expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
  expect(stateOf(findings, "Database")).toBe("ok");
  expect(findings.find(({ name }) => name === "PostgreSQL")?.message).toMatch(/^17\.\d+/);
  expect(stateOf(findings, "Checksums")).toBe("ok");
});

it("finds nothing wrong with a data folder that the first start will make, nor with those above it", async () => {
  vi.stubEnv("DATA_DIR", join(tmpdir(), "kith-not-yet", "a", "data"));
  expect(stateOf(await diagnose(), "Data folder")).not.toBe("fail");
});

it("says what is missing of an embedded database that does not run", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-doctor-"));
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", dataDir);
  const database = async () => (await diagnose()).find(({ name }) => name === "Database");
  mkdirSync(join(dataDir, "postgres/data"), { recursive: true });
  writeFileSync(join(dataDir, "postgres/data/PG_VERSION"), "17");
  expect(await database()).toMatchObject({
    state: "warn",
    message: expect.stringContaining("password is missing"),
  });
  vi.stubEnv("ENCRYPTION_KEYS", "");
  expect(stateOf(await diagnose(), "Secrets")).toBe("fail");
  rmSync(join(dataDir, "postgres"), { recursive: true });
  expect(await database()).toMatchObject({ state: "ok" });
  writeFileSync(join(dataDir, "had-database"), "");
  expect(await database()).toMatchObject({
    state: "fail",
    message: expect.stringContaining("is missing, although"),
  });
  rmSync(dataDir, { recursive: true });
});

it("says when stored keys cannot be read with the keys there are", async () => {
  const keys = async () => (await diagnose()).find(({ name }) => name === "Stored keys");
  vi.stubEnv("ENCRYPTION_KEYS", generateSecrets().ENCRYPTION_KEYS);
  resetEnv();
  const acme = await newWorkspace();
  const { sealed } = newSecret(acme.id);
  await pg()`
    insert into webhook_endpoints (workspace_id, id, url, secret, created_by)
    values (${acme.id}, gen_random_uuid(), 'https://example.com', ${sealed}, gen_random_uuid())`;
  expect(await keys()).toMatchObject({ state: "ok" });
  vi.stubEnv("ENCRYPTION_KEYS", generateSecrets().ENCRYPTION_KEYS);
  resetEnv();
  expect(await keys()).toMatchObject({ state: "fail", message: expect.stringMatching(/^\d+ of \d+ cannot/) });
});

it("finds a taken port, open secrets and a database that is away, each with a way out, and tells no secret", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  process.env.PORT = String(portOf(other));
  const file = join(testDataDir(), "secrets.json");
  const secrets = generateSecrets();
  writeFileSync(file, JSON.stringify(secrets));
  chmodSync(file, 0o644);
  process.env.DATABASE_URL = `postgres://kith:hidden-word@127.0.0.1:${await freePort()}/kith`;
  const findings = await diagnose();
  const failures = findings.filter(({ state }) => state === "fail");
  expect(failures.map(({ name }) => name)).toEqual(["Secrets", "Port", "Database"]);
  expect(failures.every(({ fix }) => fix)).toBe(true);
  const said = JSON.stringify(findings);
  for (const secret of ["hidden-word", ...Object.values(secrets)]) expect(said).not.toContain(secret);
  other.close();
});

it("tells hosted services from embedded ones and from half-configured ones", () => {
  expect(diagnoseServices({}).every(({ state }) => state === "ok")).toBe(true);
  const half = diagnoseServices({
    SUPABASE_URL: "https://x.supabase.co",
    UPSTASH_REDIS_REST_TOKEN: "t",
    ENCRYPTION_KEYS: "k1:short",
  });
  expect([stateOf(half, "Identity"), stateOf(half, "Rate limits"), stateOf(half, "Encryption")]).toEqual([
    "fail",
    "warn",
    "fail",
  ]);
  const serverless = diagnoseServices({ VERCEL: "1", DATABASE_URL: "postgres://" });
  expect(stateOf(serverless, "Serverless")).toBe("fail");
});

it("tells single sign-on that works from half of it, and from one that a hosted project leaves unused", () => {
  const whole = { OIDC_ISSUER: "https://x", OIDC_CLIENT_ID: "kith", OIDC_CLIENT_SECRET: "s" };
  const state = (/** @type {Record<string, string>} */ env) =>
    stateOf(diagnoseServices(env), "Single sign-on");
  expect(state({})).toBeUndefined();
  expect(state(whole)).toBe("ok");
  expect(state({ ...whole, OIDC_CLIENT_SECRET: " " })).toBe("fail");
  expect(state({ ...whole, SUPABASE_URL: "https://x.supabase.co" })).toBe("warn");
});

it("does not vouch for a hosted service that it has not asked", () => {
  const [files] = diagnoseServices({ BLOB_READ_WRITE_TOKEN: "wrong" }).filter(({ name }) => name === "Files");
  expect(files).toMatchObject({ state: "ok", message: expect.stringContaining("was not tried") });
});

it.each([
  ["APP_URL", "kith.example.com", "Variables"],
  ["LOG_LEVEL", "loud", "Variables"],
  ["METRICS_TOKEN", "short", "Variables"],
  ["MAIL_FROM", "Kith", "Variables"],
  ["IMPORT_BATCH_ROWS", "0", "Variables"],
  ["JOB_LEASE_MS", "0", "Variables"],
  ["AUTH_REDIRECT_ORIGINS", "https://a.example, b.example", "Variables"],
  ["WEBHOOK_ALLOWED_HOSTS", "http://hooks.internal/x", "Variables"],
  ["BACKUP_SCHEDULE", "every day", "Backups"],
  ["BACKUP_SCHEDULE", "0 0 31 2 *", "Backups"],
  ["BACKUP_KEEP", "0", "Backups"],
  ["PORT", "6000", "Port"],
  ["PORT", "many", "Port"],
  ["HOST", "0.0.0.0", "Port"],
  ["WEB_CONCURRENCY", "x", "Processes"],
])("calls %s=%s broken, once, as the start does", async (name, value, finding) => {
  vi.stubEnv("DATA_DIR", mkdtempSync(join(tmpdir(), "kith-doctor-")));
  for (const unset of ["DATABASE_URL", "APP_URL", "HOST", "PORT"]) vi.stubEnv(unset, "");
  vi.stubEnv("PORT", String(await freePort()));
  vi.stubEnv(name, value);
  const broken = (await diagnose()).filter(({ state }) => state === "fail");
  expect(broken.map((one) => one.name)).toEqual([finding]);
  expect(`${broken[0]?.message} ${broken[0]?.fix}`).toContain(name);
});

it("calls a PORT and a HOST broken with which the next start would be refused, also while Kith runs", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-doctor-"));
  vi.stubEnv("DATA_DIR", dataDir);
  for (const unset of ["APP_URL", "HOST", "PORT"]) vi.stubEnv(unset, "");
  const lock = lockFolder(dataDir, { url: "http://localhost:3000", internalUrl: "http://127.0.0.1:1" });
  try {
    expect(stateOf(await diagnose(), "Port")).toBe("ok");
    vi.stubEnv("PORT", "many");
    expect(stateOf(await diagnose(), "Port")).toBe("fail");
    vi.stubEnv("PORT", "");
    vi.stubEnv("HOST", "0.0.0.0");
    expect(stateOf(await diagnose(), "Port")).toBe("fail");
  } finally {
    lock.release();
  }
});

it("calls a passphrase broken that each scheduled backup would be refused", async () => {
  vi.stubEnv("BACKUP_SCHEDULE", "0 3 * * *");
  vi.stubEnv("BACKUP_PASSPHRASE", "short");
  expect((await diagnose()).find(({ name }) => name === "Backups")).toMatchObject({
    state: "fail",
    message: expect.stringContaining("passphrase"),
  });
});

it("takes what the app takes", async () => {
  vi.stubEnv("MAIL_FROM", "Kith & Co. <kith@example.com>");
  vi.stubEnv("AUTH_REDIRECT_ORIGINS", "https://a.example/, https://b.example/welcome,");
  vi.stubEnv("WEBHOOK_ALLOWED_HOSTS", "hooks.internal, 10.0.0.1:8080, [fd00::1]:80");
  expect(stateOf(await diagnose(), "Variables")).toBe("ok");
});

it("says that a folder is a file", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "kith-doctor-")), "file");
  writeFileSync(file, "");
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", file);
  expect((await diagnose()).find(({ name }) => name === "Data folder")).toMatchObject({
    state: "fail",
    message: `${file} is a file`,
  });
});

it("says that files are refused while there is too little space for them", async () => {
  vi.stubEnv("DISK_FLOOR_BYTES", String(Number.MAX_SAFE_INTEGER));
  expect((await diagnose()).find(({ name }) => name === "Data folder")).toMatchObject({
    state: "warn",
    message: expect.stringContaining("files are refused"),
  });
});

it("warns of secrets that can be guessed, and of a sampler that nobody knows", () => {
  const states = (/** @type {Record<string, string>} */ env) =>
    diagnoseServices(env).flatMap(({ name, state }) => (state === "warn" ? [name] : []));
  expect(states({ CRON_SECRET: "secret", OTEL_TRACES_SAMPLER: "alwayson" })).toEqual([
    "Short secrets",
    "Traces",
  ]);
  expect(states({ CRON_SECRET: "x".repeat(16), OTEL_TRACES_SAMPLER: "parentbased_traceidratio" })).toEqual(
    [],
  );
});
