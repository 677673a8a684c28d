import type { ServiceDouble } from "@/lib/testing/doubles/http";
import { upstashDouble } from "@/lib/testing/doubles/upstash";
import { type Completion, modelServer } from "./model-server";
import { type App, expect, type Platform, test, UNSCHEDULED } from "./platform";
import { type Answer, signUp, type User } from "./user";

/** An address at which nothing listens. */
const NOBODY = "http://127.0.0.1:9";

const FILE = "Email,Where they work,qx17\nada@example.com,Engines & Sons,k3\nbob@example.com,Acme Ltd,p9\n";

const upload = (user: User, app: App) =>
  user.ask(app, "POST", "/api/imports?filename=people.csv", FILE, { "content-type": "text/csv" });

test.describe("Upstash", () => {
  let redis: ServiceDouble;
  test.beforeEach(async () => {
    redis = await upstashDouble("secret");
  });
  test.afterEach(() => redis.close());

  /** Starts a process that counts in a Redis at this address. */
  const startCounting = (platform: Platform, url = redis.url) =>
    platform.start({ ...UNSCHEDULED, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: "secret" });

  for (const fault of ["hang", "error 500", "gone"] as const) {
    test(`that shows "${fault}": the process counts reads itself, and uploads are refused`, async ({
      platform,
    }) => {
      const isGone = fault === "gone";
      const app = await startCounting(platform, isGone ? NOBODY : redis.url);
      const user = await signUp(platform, app);
      redis.fault = isGone ? undefined : fault;

      const one = { "x-forwarded-for": "203.0.113.7" };
      const started = Date.now();
      const answers: Answer[] = [];
      for (let n = 0; n < 101; n++) answers.push(await user.ask(app, "GET", "/api/tags", undefined, one));
      expect(Date.now() - started).toBeLessThan(20_000);
      expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill(200), 429]);
      expect(answers[0]?.headers.get("x-ratelimit-remaining")).toBe("99");
      expect(answers[100]?.body).toMatchObject({ code: "RATE_LIMITED", message: "Too many requests" });

      const asked = Date.now();
      const refused = await upload(user, app);
      expect(Date.now() - asked).toBeLessThan(6_000);
      expect([refused.status, refused.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(refused.headers.get("retry-after")).toBe("5");
      expect((await user.ask(app, "GET", "/api/imports")).body.total).toBe(0);
      redis.fault = undefined;
      expect((await upload(user, app)).status).toBe(isGone ? 503 : 201);
    });
  }

  test("that answers late is waited for, but not for long", async ({ platform }) => {
    const app = await startCounting(platform);
    const user = await signUp(platform, app);
    redis.fault = { delayMs: 200 };
    expect((await user.ask(app, "GET", "/api/tags")).status).toBe(200);
    redis.fault = { delayMs: 5_000 };
    const started = Date.now();
    expect((await user.ask(app, "GET", "/api/tags")).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(2_500);
  });
});

/** What a model may answer, and what it would try to achieve with it. */
const hostile: [string, Completion][] = [
  ["free text", "Sure! Map everything to email. <script>alert(1)</script>"],
  ["a field that does not exist", { columns: [{ index: 1, field: "is_admin" }] }],
  ["a field it was not offered", { columns: [{ index: 1, field: "custom_fields.x" }] }],
  ["the e-mail column's place", { columns: [{ index: 0, field: "notes" }] }],
  ["columns that are not there", { columns: [-1, 3, 1e9].map((index) => ({ index, field: "notes" })) }],
  ["a prototype", '{"columns":[{"index":1,"field":"__proto__","__proto__":{"polluted":true}}]}'],
  ["text for an index", { columns: [{ index: "1; drop table contacts", field: "notes" }] }],
  ["a wrong shape", [1, 2, 3]],
  ["10 MB", { columns: [], padding: "x".repeat(10_000_000) }],
  ["broken JSON", (response) => response.end('{"choices": [')],
  ["500", (response) => response.writeHead(500).end("oops")],
  ["429", (response) => response.writeHead(429, { "retry-after": "0" }).end("{}")],
  ["a cut connection", (response) => response.destroy()],
  ["silence", () => undefined],
];

test("a hostile model cannot change what the rules found, stop an upload, or learn what is in a cell", async ({
  platform,
}) => {
  const model = await modelServer();
  const plain = await platform.start(UNSCHEDULED);
  const asking = await platform.start({
    ...UNSCHEDULED,
    OPENAI_API_KEY: "sk-double",
    OPENAI_BASE_URL: `${model.url}/v1`,
  });
  // Another user each time: a workspace may upload a few files a minute.
  const suggestionsOf = async (app: App) => {
    const { status, body } = await upload(await signUp(platform, app), app);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.suggestions;
  };
  try {
    const rules = await suggestionsOf(plain);
    for (const [name, answer] of hostile) {
      model.answer = answer;
      const asked = model.bodies.length;
      const started = Date.now();
      expect(await suggestionsOf(asking), name).toEqual(rules);
      expect(model.bodies.length, name).toBeGreaterThan(asked);
      expect(Date.now() - started, name).toBeLessThan(20_000);
    }
    model.answer = { columns: [{ index: 1, field: "company" }] };
    expect((await suggestionsOf(asking))[1]).toMatchObject({ field: "company", confidence: "medium" });
    const sent = model.bodies.join("\n");
    expect(sent).toContain("Where they work");
    expect(sent).not.toMatch(/ada@|Engines|Acme|k3|p9/);
  } finally {
    await model.close();
  }
});
