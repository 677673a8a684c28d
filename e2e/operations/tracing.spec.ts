import { createServer } from "node:http";
import { z } from "zod";
import { bodyOf } from "@/lib/testing/doubles/http";
import { serve } from "@/lib/testing/doubles/serve";
import { completeImport } from "./imports";
import { expect, test } from "./platform";
import { signUp } from "./user";

const sent = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(z.object({ name: z.string() })) })) }),
  ),
});

test("the built product sends spans of requests, jobs and statements to a collector, and works on without it", async ({
  platform,
}) => {
  const names: string[] = [];
  const collector = await serve(
    createServer(async (request, answer) => {
      const { resourceSpans } = sent.parse(JSON.parse(String(await bodyOf(request))));
      const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      names.push(...spans.map(({ name }) => name));
      answer.setHeader("content-type", "application/json").end("{}");
    }),
  );
  const app = await platform.start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` });
  const user = await signUp(platform, app);
  const mapping = { email: "email", first_name: "first_name" };
  await completeImport(user, app, "email,first_name\nada@example.com,Ada\n", mapping);
  await expect
    .poll(() => names, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(["confirmImport", "job import", "SELECT", "INSERT"]));
  await collector.close();
  const { status } = await user.ask(app, "POST", "/api/tags", { name: "Without a collector" });
  expect(status).toBe(201);
});
