import { vi } from "vitest";
import { pg } from "@/db/client";

export interface Statement {
  text: string;
  parameters: unknown[];
}

type Unsafe = (text: string, parameters?: unknown[]) => unknown;

/** The statements that Drizzle really sends while `work` runs, with their parameters. */
export async function capture(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const client = pg() as unknown as { unsafe: Unsafe };
  const original = client.unsafe;
  const spy = vi.spyOn(client, "unsafe").mockImplementation((text, parameters = []) => {
    seen.push({ text, parameters });
    return original(text, parameters);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return seen;
}

/** One node of a plan, and the table it reads. */
export interface Step {
  type: string;
  table: string | null;
  index: string | null;
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Node[];
}

/** The nodes of the plan that the server chooses for exactly these parameters. */
export async function planOf({ text, parameters }: Statement): Promise<Step[]> {
  const rows = await pg().unsafe(`explain (format json) ${text}`, parameters as never[]);
  const plan = rows[0]?.["QUERY PLAN"];
  const [{ Plan: root }] = (typeof plan === "string" ? JSON.parse(plan) : plan) as [{ Plan: Node }];
  return stepsOf(root);
}

function stepsOf(node: Node): Step[] {
  const { "Node Type": type, "Relation Name": table = null, "Index Name": index = null, Plans = [] } = node;
  return [{ type, table, index }, ...Plans.flatMap(stepsOf)];
}

const GROWING = ["contacts", "contact_tags", "imports", "exports"];

/** Full scans of a growing table, over all workspaces. */
export function fullReads(steps: Step[]): Step[] {
  return steps.filter(({ type, table }) => type.includes("Seq Scan") && table && GROWING.includes(table));
}
