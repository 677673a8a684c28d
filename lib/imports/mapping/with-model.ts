import { mappingModel } from "@/lib/adapters/model";
import type { MappingAnswer, MappingModel } from "@/lib/adapters/model/port";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { log } from "@/lib/log";
import { type Field, findField } from "./fields";
import { buildQuestion } from "./question";
import { columnShape, mayIdentify } from "./shapes";
import { type Suggestion, suggestMapping } from "./suggest";

/**
 * Suggestions by the rules, with the model's second opinion on columns for which the rules found no field. A model can
 * only add a field that is still free, with medium confidence at most; when it fails, the rules' answer stands. Never
 * throws and takes 15 s at most. No cell value leaves the process, see question.ts.
 */
export async function suggestWithModel(
  headers: string[],
  samples: string[][],
  model: MappingModel | null = mappingModel(),
): Promise<Suggestion[]> {
  const rules = suggestMapping(headers, samples);
  if (!model) return rules;
  const asked = rules.flatMap(({ confidence }, index) => (confidence === "low" ? [index] : []));
  const taken = new Set(rules.map(({ field }) => field));
  const named = taken.has("first_name") || taken.has("last_name");
  const free = IMPORT_TARGETS.filter((field) => !taken.has(field) && !(field === "full_name" && named));
  if (asked.length === 0 || free.length === 0) return rules;
  try {
    const answers = await model.suggest(buildQuestion(headers, samples, asked, free));
    return merge(rules, answers, new Set(asked), new Set<Field>(free), samples);
  } catch (error) {
    log().warn(
      { reason: error instanceof Error ? error.name : "unknown" },
      "mapping model failed, rules used",
    );
    return rules;
  }
}

function merge(
  rules: Suggestion[],
  answers: MappingAnswer[],
  asked: ReadonlySet<number>,
  free: Set<Field>,
  samples: string[][],
): Suggestion[] {
  const merged = [...rules];
  for (const { index, field: text } of answers) {
    const field = findField(text);
    const rule = merged[index];
    if (!rule || !asked.has(index) || rule.field !== "skip" || !field || !free.has(field)) continue;
    if (field === "email" && !mayBeEmail(samples, index)) continue;
    if (field === "phone" && columnShape(samples, index).isWithoutDigits()) continue;
    if (field === "external_id" && !mayIdentify(samples, index)) continue;
    merged[index] = {
      header: rule.header,
      field,
      confidence: "medium",
      reason: `The model takes “${rule.header}” for ${field}.`,
      reason_code: "model",
      // What the rules ask about stays a question: a model's guess can lose opt-outs as well.
      ...(rule.question && { question: rule.question }),
    };
    free.delete(field);
  }
  return merged;
}

/** A column whose cells contain no address is not the e-mail column, whatever a model says. */
function mayBeEmail(samples: string[][], index: number): boolean {
  const shape = columnShape(samples, index);
  return shape.filled === 0 || shape.share("email") >= 0.5;
}
