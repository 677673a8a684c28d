import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildClient, DECLARED, declaredText } from "@/lib/testing/checks/client-package";
import { Kith, KithError } from "./dist/index.js";
import { type Answered, refusal, startStub } from "./stub";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

async function clientOf(
  answers: (Answered | null)[],
  options: { maxWaitMs?: number; retries?: number } = {},
) {
  const stub = await startStub((_asked, count) => answers[count - 1] as Answered | null);
  const kith = new Kith({ url: `${stub.url}/`, token: "kith_secret", ...options });
  return { kith, asked: stub.asked };
}
const failure = (promise: Promise<unknown>): Promise<KithError> =>
  promise.then(
    () => expect.fail("it should have been refused"),
    (error: KithError) => error,
  );
const AT_ONCE = { "retry-after": "0" };
const streamOf = (content: string) => new Blob([content]).stream();

describe("the published files", () => {
  it("are those of client/src and of the document: if not, `npm run build:client`", () => {
    expect(read(DECLARED)).toBe(declaredText());
    const made = mkdtempSync(join(tmpdir(), "kith-dist-"));
    onTestFinished(() => rmSync(made, { recursive: true }));
    buildClient(root, made);
    expect(filesIn(join(root, "client/dist"))).toEqual(filesIn(made));
  });

  it("need no package and nothing of Node's, and have the product's version", () => {
    const { version, dependencies } = JSON.parse(read("client/package.json"));
    expect({ version, dependencies }).toEqual({ version: JSON.parse(read("package.json")).version });
    const scripts = filesIn(join(root, "client/dist")).filter(([name]) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(4);
    for (const [name, text] of scripts) {
      expect(text, name).not.toMatch(
        /\b(?:from|import\() ?"(?!\.\/)|\b(?:process|Buffer|require|__dirname)\b/,
      );
    }
  });
});

describe("a request", () => {
  it("carries the token and is typed", async () => {
    const { kith, asked } = await clientOf([{ body: { id: "1", name: "acme" } }]);
    const workspace = await kith.call("GET /workspace");
    expect(workspace.name).toBe("acme");
    expect(asked).toMatchObject([
      { operation: "GET /workspace", headers: { authorization: "Bearer kith_secret" } },
    ]);
    // @ts-expect-error there is no such operation
    const unknown = () => kith.call("GET /nothing");
    // @ts-expect-error the body is missing
    const incomplete = () => kith.call("POST /tags");
    expect([unknown, incomplete]).toHaveLength(2);
  });

  it("is repeated with one key when the operation honours it", async () => {
    const { kith, asked } = await clientOf([
      null,
      refusal(503, "SERVICE_UNAVAILABLE", AT_ONCE),
      refusal(409, "IDEMPOTENCY_CONFLICT", AT_ONCE),
      { status: 201, body: { id: "1" } },
    ]);
    expect(await kith.call("POST /tags", { body: { name: "a" } })).toEqual({ id: "1" });
    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(Array(4).fill(keys[0]));
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  });

  it("waits for its first try, whose answer was lost, as long as for anything else", async () => {
    const running = refusal(409, "IDEMPOTENCY_CONFLICT", AT_ONCE);
    const { kith, asked } = await clientOf([
      null,
      refusal(503, "SERVICE_UNAVAILABLE", AT_ONCE),
      ...Array(15).fill(running),
      { status: 201, body: { id: "1" } },
    ]);
    expect(await kith.call("POST /tags", { body: { name: "a" } })).toEqual({ id: "1" });
    expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    const impatient = await clientOf(Array(15).fill(running), { maxWaitMs: 10 });
    const error = await failure(impatient.kith.call("POST /tags", { body: { name: "a" } }));
    expect(error.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(impatient.asked).toHaveLength(12);
  });

  it.each([
    ["no answer", null, "NETWORK"],
    ["a service that is away", refusal(503, "SERVICE_UNAVAILABLE", AT_ONCE), "SERVICE_UNAVAILABLE"],
    ["a proxy's page", { status: 504, body: "gateway" }, "UNEXPECTED"],
  ])("that could do its work twice is not repeated after %s", async (_, answer, code) => {
    const { kith, asked } = await clientOf([answer]);
    const error = await failure(kith.call("POST /imports/{id}/undo", { path: { id: "1" } }));
    expect(error).toBeInstanceOf(KithError);
    expect([error.code, asked.length]).toEqual([code, 1]);
  });

  it.each([
    ["PUT /tags/{id}", [refusal(412, "PRECONDITION_FAILED")]],
    ["DELETE /tags/{id}", [refusal(404, "NOT_FOUND")]],
    ["DELETE /tags/{id}", [refusal(503, "SERVICE_UNAVAILABLE", AT_ONCE), refusal(404, "NOT_FOUND")]],
  ] as const)(
    "whose answer was lost does not take its work for that of others: %s",
    async (operation, then) => {
      const { kith, asked } = await clientOf([null, ...then]);
      const sent = { path: { id: "1" }, body: { name: "a" }, ifMatch: '"one"' };
      const error = await failure(kith.call(operation, sent));
      expect(error).toMatchObject({ code: "NETWORK", status: 0 });
      expect(error.message).toMatch(/^It is not known whether this was done: .+ \(said /);
      expect(asked.length).toBe(then.length + 1);
    },
  );

  it("is repeated by Retry-After when it was only refused, but nobody waits ten minutes unasked", async () => {
    const { kith, asked } = await clientOf([
      refusal(429, "RATE_LIMITED", AT_ONCE),
      refusal(429, "RATE_LIMITED", { "retry-after": "600", "x-request-id": "r1" }),
    ]);
    const error = await failure(kith.call("POST /imports/{id}/undo", { path: { id: "1" } }));
    expect(error).toMatchObject({ status: 429, code: "RATE_LIMITED", retryAfterS: 600, requestId: "r1" });
    expect(asked).toHaveLength(2);
  });

  it("names each bad field", async () => {
    const details = [{ path: ["email"], code: "invalid", message: "must be an address" }];
    const body = { code: "VALIDATION_ERROR", message: "email: must be an address", details };
    const { kith } = await clientOf([{ status: 400, body }]);
    const error = await failure(kith.call("POST /contacts", { body: { email: "x", first_name: "X" } }));
    expect(error.problems).toEqual(details);

    const odd = [null, "email", { path: "email" }, ...details];
    const proxy = await clientOf([{ status: 400, body: { ...body, details: odd } }]);
    expect((await failure(proxy.kith.call("GET /tags"))).problems).toEqual(details);
  });

  it("follows no redirect, which could take the token elsewhere", async () => {
    const other = await startStub(() => ({ body: {} }));
    const { kith, asked } = await clientOf([{ status: 302, headers: { location: `${other.url}/api/tags` } }]);
    const error = await failure(kith.call("GET /tags"));
    expect(error).toMatchObject({ code: "UNEXPECTED", status: 302 });
    expect(error.message).toContain(` redirects to ${other.url}/api/tags, `);
    expect(asked).toHaveLength(1);
    expect(other.asked).toEqual([]);
  });

  it("does not quote a token that cannot be sent", async () => {
    for (const token of ["kith_secret\nb", "kith_\u201csecret", "kith_secret\0"]) {
      const kith = new Kith({ url: "http://localhost:1", token });
      const { name, message } = await failure(kith.call("GET /tags"));
      expect([name, message]).toEqual(["TypeError", "token must be one line of ASCII characters"]);
    }
  });

  it("cannot become one for another path by an id", async () => {
    const { kith, asked } = await clientOf([{ body: { id: "1" } }]);
    await kith.call("GET /tags/{id}", { path: { id: "../account?x" } });
    expect(asked[0]?.operation).toBe("GET /tags/..%2Faccount%3Fx");
    for (const [id, said] of [
      ["..", 'path.id must not be ".."'],
      [".", 'path.id must not be "."'],
      ["", "path.id is missing"],
    ] as const) {
      const { name, message } = await failure(kith.call("DELETE /tags/{id}", { path: { id } }));
      expect([name, message]).toEqual(["TypeError", said]);
    }
    expect(asked).toHaveLength(1);
  });

  it("ends when its signal aborts, also while it waits to be repeated", async () => {
    const { kith, asked } = await clientOf([refusal(429, "RATE_LIMITED", { "retry-after": "50" })]);
    const given = new AbortController();
    const ended = kith.call("GET /stats", { signal: given.signal });
    await expect.poll(() => asked.length).toBe(1);
    given.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
  });
});

describe("an answer", () => {
  const CUT = { headers: { "content-length": "999", connection: "close" }, text: '{"id":' };
  const calls: Record<string, (kith: Kith) => Promise<unknown>> = {
    call: (kith) => kith.call("GET /workspace"),
    whole: (kith) => kith.whole("GET /settings"),
    each: (kith) => Array.fromAsync(kith.each("GET /contacts")),
    upload: (kith) => kith.upload("x", { filename: "a.csv" }),
    file: async (kith) => (await kith.file("GET /exports/{id}/download", { path: { id: "1" } })).text(),
    wait: (kith) => kith.wait("export", "1"),
    undo: (kith) => kith.undo("1"),
    delete: (kith) => kith.call("DELETE /tags/{id}", { path: { id: "1" } }),
  };
  const isFile = (name: string) => name === "file";

  it.each(Object.entries(calls))("that is not Kith's is a KithError that says so: %s", async (name, call) => {
    const page = { headers: { "content-type": "text/html" }, text: "<!doctype html><p>Welcome" };
    const odd: Answered[] = [page, { ...page, status: 404 }, { ...page, status: 502 }];
    const json: Answered[] = [{}, null, [], "text", 7, { other: 1 }, { data: null }].map((body) => ({
      body,
    }));
    const others: Answered[] = [{ text: "" }, { status: 204 }, { text: "{" }];
    for (const answer of isFile(name) ? odd : [...odd, ...json, ...others]) {
      if (name === "delete" && (answer.text === "" || answer.status === 204)) continue;
      const { kith } = await clientOf(
        Array(5).fill({ ...answer, headers: { ...AT_ONCE, ...answer.headers } }),
      );
      const error = await failure(call(kith));
      expect(error, JSON.stringify(answer)).toBeInstanceOf(KithError);
      expect([error.code, error.status]).toEqual(["UNEXPECTED", answer.status ?? 200]);
      expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answered \d{3} with .+, not as Kith does: /);
    }
  });

  it.each(Object.entries(calls))("that is cut off is a KithError: %s", async (_, call) => {
    const { kith } = await clientOf([CUT], { retries: 0 });
    const error = await failure(call(kith));
    expect(error).toBeInstanceOf(KithError);
    expect(error).toMatchObject({ code: "NETWORK", status: 0, message: /^The answer was cut off \(/ });
  });

  it("that is cut off is asked for again where that is safe", async () => {
    const { kith, asked } = await clientOf([CUT, { body: { id: "1" } }]);
    expect(await kith.call("GET /workspace")).toEqual({ id: "1" });
    expect(asked).toHaveLength(2);
  });

  it("has a tag, which a change may be bound to", async () => {
    const { kith, asked } = await clientOf([
      { body: { id: "1", name: "a" }, headers: { etag: '"one"' } },
      refusal(412, "PRECONDITION_FAILED"),
    ]);
    const { body, etag, status } = await kith.whole("GET /tags/{id}", { path: { id: "1" } });
    expect([body.name, etag, status]).toEqual(["a", '"one"', 200]);
    const sent = { path: { id: "1" }, body: { name: "b" }, ifMatch: etag };
    expect(await failure(kith.call("PUT /tags/{id}", sent))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(asked[1]?.headers["if-match"]).toBe('"one"');
    const without = await failure(kith.call("PUT /tags/{id}", { ...sent, ifMatch: null }));
    expect([without.name, asked.length]).toEqual(["TypeError", 2]);
  });
});

describe("a list", () => {
  it("is read page after page, as far as somebody asks", async () => {
    const pages = [
      { body: { data: [{ id: "3" }, { id: "2" }], nextCursor: "2", total: 3 } },
      { body: { data: [{ id: "1" }], nextCursor: null, total: 3 } },
    ];
    const whole = await clientOf(pages);
    const ids = await Array.fromAsync(
      whole.kith.each("GET /contacts", { query: { search: "a b" } }),
      (one) => one.id,
    );
    expect(ids).toEqual(["3", "2", "1"]);
    expect(whole.asked.map(({ query }) => query.toString())).toEqual([
      "limit=100&search=a+b",
      "limit=100&search=a+b&cursor=2",
    ]);
    const first = await clientOf(pages);
    for await (const { id } of first.kith.each("GET /contacts")) if (id === "2") break;
    expect(first.asked).toHaveLength(1);
  });

  it("of rejected rows goes on after its last row", async () => {
    const { kith, asked } = await clientOf([
      { body: { headers: [], data: [{ row: 4 }], nextAfter: 4, total: 2 } },
      { body: { headers: [], data: [{ row: 9 }], nextAfter: null, total: 2 } },
    ]);
    const rows = await Array.fromAsync(kith.each("GET /imports/{id}/errors", { path: { id: "1" } }));
    expect(rows.map(({ row }) => row)).toEqual([4, 9]);
    expect(asked[1]?.query.get("after")).toBe("4");
  });
});

describe("an upload", () => {
  const refused = refusal(429, "RATE_LIMITED", AT_ONCE);
  const taken = { status: 201, body: { importId: "1" } };

  it("streams, says how far it is, and is repeated where the stream can be made again", async () => {
    const { kith, asked } = await clientOf([refused, taken]);
    const seen: number[] = [];
    const onProgress = (bytes: number) => seen.push(bytes);
    const options = { filename: "a & b.csv", onProgress };
    expect(await kith.upload(() => streamOf("email\na@b.co\n"), options)).toEqual({ importId: "1" });
    expect(asked.map(({ body }) => body)).toEqual(Array(2).fill("email\na@b.co\n"));
    expect(asked[0]?.query.get("filename")).toBe("a & b.csv");
    expect(asked[0]?.headers).toMatchObject({ "content-type": "text/csv", "transfer-encoding": "chunked" });
    expect(seen.at(-1)).toBe(13);
  });

  it("of a stream that is read already is not repeated, of text it is", async () => {
    const stream = await clientOf([refused, taken]);
    expect((await failure(stream.kith.upload(streamOf("x"), { filename: "a.csv" }))).status).toBe(429);
    const whole = await clientOf([refused, taken]);
    expect(await whole.kith.upload("x", { filename: "a.csv" })).toEqual({ importId: "1" });
  });

  it("whose source fails throws what that threw, and is not repeated; a lost connection is one as ever", async () => {
    const gone = new Error("disk gone");
    const { kith, asked } = await clientOf([taken, taken]);
    let opened = 0;
    const failing = () => {
      opened += 1;
      return new ReadableStream<Uint8Array>({ pull: () => Promise.reject(gone) });
    };
    await expect(kith.upload(failing, { filename: "a.csv" })).rejects.toBe(gone);
    const onProgress = () => {
      throw gone;
    };
    const told = kith.upload(() => streamOf("x"), { filename: "a.csv", onProgress });
    await expect(told).rejects.toBe(gone);
    expect([opened, asked]).toEqual([1, []]);
    const nowhere = new Kith({ url: "http://127.0.0.1:9", token: "x", retries: 0 });
    const slow = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    expect((await failure(nowhere.upload(slow, { filename: "a.csv" }))).code).toBe("NETWORK");
  });
});

it("waits for a job and tells each state", async () => {
  const { kith } = await clientOf([
    { body: { id: "1", status: "pending", processed_rows: 0 } },
    { body: { id: "1", status: "processing", processed_rows: 1 } },
    { body: { id: "1", status: "completed", processed_rows: 2 } },
  ]);
  const seen: string[] = [];
  const done = await kith.wait("export", "1", { onProgress: ({ status }) => seen.push(status) });
  expect(done.processed_rows).toBe(2);
  expect(seen).toEqual(["pending", "processing", "completed"]);
});
