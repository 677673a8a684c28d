import { afterEach, describe, expect, it, vi } from "vitest";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { resetEnv } from "@/lib/env";
import { buildQuestion } from "@/lib/imports/mapping/question";
import { suggestWithModel } from "@/lib/imports/mapping/with-model";
import { modelDouble } from "@/lib/testing/doubles/mapping-model";
import { openAiModel } from "./hosted";
import type { MappingModel } from "./port";

const headers = ["Email", "Where they work", "qx17"];
const samples = [
  ["ada@example.com", "Engines & Sons", "k3"],
  ["bob@example.com", "Acme Ltd", "p9"],
];

/** What an import relies on, whatever makes the suggestions: the rules alone, or with a model. */
function contract(open: () => Promise<MappingModel | null>): void {
  it("suggests one allowed field for each column, none twice, and leaves what the rules are sure of", async () => {
    const suggestions = await suggestWithModel(headers, samples, await open());
    expect(suggestions.map(({ header }) => header)).toEqual(headers);
    expect(suggestions[0]).toMatchObject({ field: "email", confidence: "high" });
    const used = suggestions.map(({ field }) => field).filter((field) => field !== "skip");
    expect(new Set(used).size).toBe(used.length);
    expect(used.filter((field) => !IMPORT_TARGETS.some((known) => known === field))).toEqual([]);
  });
}

/** A model must also be useful: read the question and answer in its terms. */
function modelContract(open: () => Promise<MappingModel>): void {
  contract(open);

  it("answers with indexes that were asked and fields that were offered, and finds what a person would", async () => {
    const question = buildQuestion(headers, samples, [1, 2], ["company", "notes", "phone"]);
    const answers = await (await open()).suggest(question);
    for (const { index, field } of answers) {
      expect([1, 2]).toContain(index);
      expect(["company", "notes", "phone", "skip"]).toContain(field);
    }
    expect(answers).toContainEqual({ index: 1, field: "company" });
  });
}

function configured(key: string, baseUrl: string | undefined): MappingModel {
  vi.stubEnv("OPENAI_API_KEY", key);
  vi.stubEnv("OPENAI_BASE_URL", baseUrl);
  resetEnv();
  return openAiModel();
}

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

describe("the rules alone", () => {
  contract(async () => null);
});

describe("a model on a double of OpenAI", () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))));
  modelContract(async () => {
    const double = await modelDouble({ "Where they work": "company" });
    closers.push(double.close);
    return configured("sk-double", `${double.url}/v1`);
  });
});

const { CONTRACT_OPENAI_API_KEY: key, CONTRACT_OPENAI_BASE_URL: baseUrl } = process.env;

describe.skipIf(!key)("OpenAI itself", { timeout: 60_000 }, () => {
  modelContract(async () => configured(key ?? "", baseUrl));
});
