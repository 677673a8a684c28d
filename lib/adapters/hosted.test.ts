import { put as clientPut } from "@vercel/blob/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as listContacts } from "@/app/api/contacts/route";
import { GET as download } from "@/app/api/exports/[id]/download/route";
import { POST as startExport } from "@/app/api/exports/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { DELETE as removeImport } from "@/app/api/imports/[id]/route";
import { POST as upload } from "@/app/api/imports/route";
import { POST as uploadToken } from "@/app/api/imports/upload-token/route";
import { closeDatabase } from "@/db/client";
import { env, resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import type { ServiceDouble } from "@/lib/testing/doubles/http";
import { type Pooler, pgbouncerInstalled, startPgBouncer } from "@/lib/testing/doubles/pgbouncer";
import { upstashDouble } from "@/lib/testing/doubles/upstash";
import { type BlobDouble, blobDouble } from "@/lib/testing/doubles/vercel-blob";
import { newWorkspace } from "@/lib/testing/workspace";
import { resetBlobStore } from "./blob";
import { resetLimiter } from "./limiter";

/**
 * The product on hosted services, by configuration alone: the real SDKs against doubles of Vercel Blob and Upstash,
 * and a transaction-mode pooler in front of the database if one is installed.
 */
describe("the product on hosted services", { timeout: 60_000 }, () => {
  let blob: BlobDouble;
  let redis: ServiceDouble;
  let pooler: Pooler | undefined;

  beforeAll(async () => {
    blob = await blobDouble();
    redis = await upstashDouble("secret");
    pooler = pgbouncerInstalled() ? await startPgBouncer(env().DATABASE_URL ?? "") : undefined;
  });
  beforeEach(() => {
    vi.stubEnv("VERCEL_BLOB_API_URL", blob.url);
    vi.stubEnv("BLOB_READ_WRITE_TOKEN", blob.token);
    vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
    vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "secret");
    if (pooler) vi.stubEnv("DATABASE_URL", pooler.address);
    forget();
  });
  afterEach(() => {
    redis.fault = undefined;
    vi.unstubAllEnvs();
    forget();
  });
  afterAll(async () => {
    await closeDatabase();
    await Promise.all([blob.close(), redis.close(), pooler?.close()]);
  });

  it("imports an uploaded file and exports it again", async () => {
    const acme = await newWorkspace();
    const received = await acme.call(
      upload,
      csv("email,first_name\nada@example.com,Ada\nzoe@example.com,Zoë\n"),
    );
    expect(received.status, JSON.stringify(received.body)).toBe(201);
    expect([...blob.blobs.keys()]).toEqual([expect.stringMatching(`^imports/${acme.id}/`)]);
    await confirmAll(acme, received.body);
    const { body } = await acme.call(listContacts);
    expect(body.total).toBe(2);
    const started = await acme.call(startExport, { body: {} });
    expect(started.status).toBe(202);
    await settleBackground();
    const file = await acme.call(download, { params: { id: started.body.exportId } });
    expect(file.status).toBe(200);
    expect(await file.response.text()).toContain("zoe@example.com,Zoë");
  });

  it("imports a file that the browser stored directly, and only from the workspace's own path", async () => {
    const acme = await newWorkspace();
    const text = "email,first_name\ndirect@example.com,Dora\n";
    const file = { filename: "people.csv", bytes: text.length, contentType: "text/csv" };
    const { body } = await acme.call(uploadToken, { body: file });
    const options = { access: "private", token: body.upload.token, contentType: "text/csv" } as const;
    await clientPut(body.upload.pathname, text, options);
    const stored = { pathname: body.upload.pathname, filename: "people.csv" };

    const stranger = await newWorkspace();
    expect((await stranger.call(upload, { body: stored })).status).toBeGreaterThanOrEqual(400);
    const elsewhere = { ...stored, pathname: `https://example.com/${body.upload.pathname}` };
    expect((await acme.call(upload, { body: elsewhere })).status).toBeGreaterThanOrEqual(400);

    const received = await acme.call(upload, { body: stored });
    expect(received.status, JSON.stringify(received.body)).toBe(201);
    await confirmAll(acme, received.body);
    expect((await acme.call(listContacts)).body.data).toMatchObject([{ email: "direct@example.com" }]);
    await acme.call(removeImport, { params: { id: received.body.importId } });
    expect(blob.blobs.has(body.upload.pathname)).toBe(false);
  });

  it("limits by Upstash, with true headers", async () => {
    const acme = await newWorkspace();
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const answer = await acme.call(listContacts, { headers });
    expect(answer.headers.get("x-ratelimit-limit")).toBe("100");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("99");
    expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now());
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await acme.call(upload, csv("email\na@example.com\n"))).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it("goes on without Upstash, but takes no uploads", async () => {
    const acme = await newWorkspace();
    redis.fault = "error 500";
    const listed = await acme.call(listContacts);
    expect([listed.status, listed.headers.get("x-ratelimit-remaining")]).toEqual([200, "99"]);
    const refused = await acme.call(upload, csv("email\na@example.com\n"));
    expect([refused.status, refused.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

function csv(text: string) {
  return {
    body: Buffer.from(text),
    headers: { "content-type": "text/csv" },
    query: { filename: "people.csv" },
  };
}

async function confirmAll(
  workspace: Workspace,
  preview: { importId: string; suggestions: { header: string; field: string }[] },
) {
  const columnMapping = Object.fromEntries(preview.suggestions.map(({ header, field }) => [header, field]));
  const params = { id: preview.importId };
  expect((await workspace.call(confirm, { params, body: { columnMapping } })).status).toBe(202);
  await settleBackground();
}

/** Everything that was chosen by the configuration. */
function forget(): void {
  resetEnv();
  resetLimiter();
  resetBlobStore();
}
