import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { settleBackground } from "@/lib/http/background";
import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, type Got, send } from "./operations";

/** The part of Arazzo 1.0.1 that the document uses: https://spec.openapis.org/arazzo/v1.0.1.html */
interface Parameter {
  name: string;
  in: "header" | "path" | "query";
  value: string;
}
interface Step {
  stepId: string;
  operationId: string;
  parameters: Parameter[];
  requestBody?: { contentType: string; payload: unknown };
  successCriteria: { condition: string }[];
  onFailure?: { type: "retry"; retryLimit: number }[];
  outputs?: Record<string, string>;
}
interface Workflow {
  steps: Step[];
  outputs: Record<string, string>;
}

const FILE = fileURLToPath(new URL("../../../docs/arazzo.json", import.meta.url));
const read = (): { workflows: Workflow[] } => JSON.parse(readFileSync(FILE, "utf8"));

/** What the expressions of a step refer to. */
interface Known {
  inputs: Record<string, unknown>;
  steps: Record<string, Record<string, unknown>>;
  got?: Got;
}

/** The value of a runtime expression. Throws if it refers to nothing. */
function evaluated(expression: string, { inputs, steps, got }: Known): unknown {
  if (expression === "$statusCode") return got?.status;
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(expression) ?? [];
  if (pointer)
    return pointer
      .slice(1)
      .split("/")
      .reduce((node, name) => node?.[name], got?.json);
  const [, input] = /^\$inputs\.(\w+)$/.exec(expression) ?? [];
  const [, step = "", output = ""] = /^\$steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
  const value = input ? inputs[input] : steps[step]?.[output];
  if (value === undefined) throw new Error(`${expression} leads to nothing`);
  return value;
}

function filled(text: string, known: Known): string {
  if (text.startsWith("$")) return String(evaluated(text, known));
  return text.replaceAll(/\{(\$[^}]+)\}/g, (_, expression) => String(evaluated(expression, known)));
}

function holds(condition: string, known: Known): boolean {
  return condition.split(" || ").some((one) => {
    const [left = "", right = ""] = one.split(" == ");
    return evaluated(left, known) === JSON.parse(right.replaceAll("'", '"'));
  });
}

function request(step: Step, known: Known): Promise<Got> {
  const { handler, method } = endpoint(step.operationId);
  const of = (place: Parameter["in"]) =>
    Object.fromEntries(
      step.parameters
        .filter((one) => one.in === place)
        .map(({ name, value }) => [name, filled(value, known)]),
    );
  const { contentType, payload } = step.requestBody ?? {};
  const body = payload === undefined ? null : typeof payload === "string" ? payload : JSON.stringify(payload);
  const headers = { ...of("header"), ...(contentType && { "content-type": contentType }) };
  return send(handler, { method, params: of("path"), query: of("query"), headers, body });
}

/** Runs a step until its criteria hold, as often as it may be repeated. A step that waits for a job waits for its end. */
async function run(step: Step, known: Known): Promise<Known> {
  const retries = step.onFailure?.[0]?.retryLimit ?? 0;
  for (let tries = 0; ; tries++) {
    const now = { ...known, got: await request(step, known) };
    const failed = step.successCriteria.filter(({ condition }) => !holds(condition, now));
    if (failed.length === 0) return now;
    if (tries >= retries) throw new Error(`${step.stepId}: ${JSON.stringify(failed)} of ${now.got.text}`);
    await settleBackground();
  }
}

async function follow({ steps, outputs }: Workflow, token: string): Promise<Record<string, unknown>> {
  const known: Known = { inputs: { token }, steps: {} };
  for (const step of steps) {
    const now = await run(step, known);
    const told = Object.entries(step.outputs ?? {}).map(([name, expression]) => [
      name,
      evaluated(expression, now),
    ]);
    known.steps[step.stepId] = Object.fromEntries(told);
  }
  return Object.fromEntries(
    Object.entries(outputs).map(([name, expression]) => [name, evaluated(expression, known)]),
  );
}

it("the quickstart of docs/arazzo.json does what it says, step by step", async () => {
  const { token } = await newWorkspace();
  const outputs = await Promise.all(read().workflows.map((one) => follow(one, token)));
  expect(outputs).toEqual([{ importId: expect.any(String), refusal: "email_invalid" }]);
});

it("this check catches a step that does not do what is said", async () => {
  const { token } = await newWorkspace();
  const [workflow] = read().workflows;
  const [first, second] = workflow?.steps ?? [];
  if (!workflow || !first || !second) throw new Error("no workflow");
  second.successCriteria.push({ condition: "$response.body#/preview/totalRows == 4" });
  await expect(follow({ steps: [first, second], outputs: {} }, token)).rejects.toThrow("upload: ");
});
