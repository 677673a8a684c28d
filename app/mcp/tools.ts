import { z } from "zod";
import { validationError } from "@/lib/errors";
import { permissionFor } from "@/lib/http/operation";
import { parseInput } from "@/lib/problems";
import type { Permission } from "@/lib/workspaces/roles";
import {
  type Arguments,
  callOperation,
  inputOf,
  operationOf,
  requireKnown,
  type Sent,
  type Target,
} from "./calls";
import type { Guard } from "./guards";
import type { Look } from "./looks";
import { type Asking, asking, reads, uploading, type Words, writes } from "./operations";

/** An operation as a tool. */
export interface Tool {
  name: string;
  title: string;
  /** What the operation does, then its effect, its limits and how to revert it. */
  description: string;
  needs: Permission;
  inputSchema: Record<string, unknown>;
  annotations: Record<`${"readOnly" | "destructive" | "idempotent" | "openWorld"}Hint`, boolean>;
  /** What a person is told and shown before they confirm; null if nobody is asked. */
  question: { effect: string; back: string; looks: Look[]; guard: Guard | undefined } | null;
  call: (given: Arguments, caller: Request, sent?: Sent) => Promise<Response>;
}

const uploadInput = z.strictObject({
  filename: z.string().min(1).max(200).meta({ description: "With its extension: people.csv" }),
  text: z.string().min(1).meta({ description: "The file's text, beginning with a header line" }),
});

/** By name, as clients see them. */
export const tools = new Map<string, Tool>(
  [
    ...reads.map((target) => reading(target)),
    upload(),
    ...writes.map(([target, words, hidden]) => made(target, words, hidden)),
    ...asking.map(confirmed),
  ].map((tool) => [tool.name, tool]),
);

function made(target: Target, { effect, limit, back }: Words, hidden: readonly string[] = []): Tool {
  const operation = operationOf(target);
  const inputSchema = inputOf(operation, hidden);
  const limits = limit ? ` Limit: ${limit}` : "";
  return {
    name: operation.operationId,
    title: operation.summary,
    description: `${operation.description ?? `${operation.summary}.`} Effect: ${effect}${limits} Way back: ${back}`,
    needs: permissionFor(operation, target.method),
    inputSchema,
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: target.method === "PUT" || target.method === "PATCH",
      openWorldHint: false,
    },
    question: null,
    call: (given, caller, sent) => {
      refuseHidden(given, hidden);
      requireKnown(given, inputSchema);
      return callOperation(target, caller, given, sent);
    },
  };
}

function reading(target: Target): Tool {
  const tool = made(target, { effect: "reads only.", back: "not needed." });
  return { ...tool, annotations: { ...tool.annotations, readOnlyHint: true, idempotentHint: true } };
}

function confirmed({ target, words, looks, hidden = [], isOpen = false, guard }: Asking): Tool {
  const tool = made(target, words, hidden);
  return {
    ...tool,
    description: `${tool.description} A person is asked first, through the client.`,
    annotations: { ...tool.annotations, destructiveHint: true, openWorldHint: isOpen },
    question: { effect: words.effect, back: words.back, looks, guard },
  };
}

/** Only people may do this: erasing, which cannot be undone, and resubscribing contacts who opted out. */
function refuseHidden(given: Arguments, hidden: readonly string[]): void {
  const { data: body = {} } = z.record(z.string(), z.unknown()).safeParse(given.body);
  const found = hidden.find((name) => name in given || Object.hasOwn(body, name));
  if (found === undefined) return;
  const message = "is not for assistants; a person does it in the dashboard";
  throw validationError([{ path: [found], code: "custom", message }]);
}

function upload(): Tool {
  const [target, words] = uploading;
  const tool = made(target, words);
  return {
    ...tool,
    inputSchema: z.toJSONSchema(uploadInput),
    call: async (given, caller) => {
      const { filename, text } = parseInput(uploadInput, given);
      return callOperation(target, caller, { filename }, { csv: text });
    },
  };
}
