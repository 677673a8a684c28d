import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listTags } from "@/app/api/tags/route";
import { withoutValues } from "@/db/driver/statements";
import { resetEnv } from "@/lib/env";
import { bodyOf } from "@/lib/testing/doubles/http";
import { type Served, serve } from "@/lib/testing/doubles/serve";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { traced } from "@/lib/trace";
import { startTracing, stopTracing } from "./tracing";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const sent = z.object({
  name: z.string(),
  kind: z.number(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number().optional() }),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(sent) })),
    }),
  ),
});
type Sent = z.infer<typeof sent>;

/** Everything that the collector received, as text and as spans. */
const received = { texts: [] as string[], paths: [] as string[], headers: [] as unknown[] };
let collector: Served;

beforeAll(async () => {
  const server = createServer(async (incoming, answer) => {
    received.texts.push(String(await bodyOf(incoming)));
    received.paths.push(incoming.url ?? "");
    received.headers.push(incoming.headers.authorization);
    answer.setHeader("content-type", "application/json").end("{}");
  });
  collector = await serve(server);
});
afterAll(() => collector.close());

const spans = (): Sent[] =>
  received.texts
    .flatMap((text) => request.parse(JSON.parse(text)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const told = (span: Sent | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

describe("traces", () => {
  it("are not there unless an address is set, and not when they are switched off", async () => {
    const endpoint = `http://127.0.0.1:${collector.port}`;
    const off = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" }];
    for (const variables of [
      ...off,
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none" },
    ]) {
      Object.assign(process.env, variables);
      resetEnv();
      await startTracing();
      const hasSpan = await traced(
        () => ({ name: "planted", kind: "internal", attributes: {} }),
        async (span) => span !== undefined,
      );
      expect(hasSpan).toBe(false);
      for (const name of ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER"])
        Reflect.deleteProperty(process.env, name);
    }
  });

  it("tell requests, their statements, jobs and outgoing requests, and nothing of what they are about", async () => {
    Object.assign(process.env, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector",
      OTEL_SERVICE_NAME: "kith-of-this-test",
    });
    resetEnv();
    await startTracing();
    const acme = await newWorkspace();
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const body = { email: "hidden-address@example.com", first_name: "Hiddenname", company: "Hidden & Sons" };
    expect((await acme.call(createContact, { body, headers: { traceparent } })).status).toBe(201);
    expect((await acme.call(listTags)).status).toBe(200);
    await importText(acme, "email,first_name\nhidden-row@example.com,Hiddenrow\n");
    await traced(
      () => ({ name: "asks", kind: "internal", attributes: {} }),
      () =>
        fetch(`http://127.0.0.1:${collector.port}/hidden-path?hidden=query`, {
          method: "POST",
          body: '{"resourceSpans":[]}',
        }),
    );
    await stopTracing();

    const all = spans();
    const named = (name: string) => all.filter((span) => span.name === name);
    const [created] = named("createContact");
    expect(created).toMatchObject({ kind: 2, traceId, parentSpanId: "b7ad6b7169203331" });
    expect(told(created, "http.response.status_code")).toBe(201);
    const statements = all.filter((span) => span.parentSpanId === created?.spanId);
    expect(statements.map((span) => told(span, "db.operation.name"))).toContain("INSERT");
    expect(told(statements[0], "db.system.name")).toBe("postgresql");
    expect(named("listTags")[0]?.traceId).not.toBe(traceId);
    const [job] = named("job import");
    expect(told(job, "kith.job.kind")).toBe("import");
    expect(all.filter((span) => span.parentSpanId === job?.spanId).length).toBeGreaterThan(3);
    const [asks] = named("asks");
    const asked = all.find((span) => span.parentSpanId === asks?.spanId);
    expect([asked?.kind, told(asked, "server.address"), told(asked, "http.response.status_code")]).toEqual([
      3,
      "127.0.0.1",
      200,
    ]);

    const texts = received.texts.join();
    expect(texts).toContain("kith-of-this-test");
    expect(texts).not.toMatch(/hidden/i);
    const exported = received.paths.filter((path) => path === "/v1/traces");
    expect(exported.length).toBeGreaterThan(0);
    // The export of spans is not traced itself.
    expect(all.filter((span) => Number(told(span, "server.port")) === collector.port)).toEqual([asked]);
    expect(received.headers.at(-1)).toBe("Bearer collector");
  }, 60_000);

  it("have the text of a statement without values, however they are written", () => {
    const text = `select *, 12 from t where a = 'it''s' and "b 1" = $1 and c = $x$ hidden $x$ limit 10.5`;
    expect(withoutValues(text)).toBe(`select *, ? from t where a = ? and "b 1" = $1 and c = ? limit ?`);
    expect(withoutValues("select 'hidden")).toBe("select ?");
  });
});
