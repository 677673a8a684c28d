import { createServer, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { mappingModel } from "@/lib/adapters/model";
import { openAiModel } from "@/lib/adapters/model/hosted";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { resetEnv } from "@/lib/env";
import { serve } from "@/lib/testing/doubles/serve";
import { buildQuestion, MAX_QUESTION_BYTES } from "./question";
import { suggestMapping } from "./suggest";
import { suggestWithModel } from "./with-model";

type Reply = (response: ServerResponse, request: { body: string; count: number }) => void;
const closers: (() => Promise<void>)[] = [];

/** A server of our own on loopback that gives the prepared answers, and the requests it received. */
async function startModelServer(reply: Reply): Promise<string[]> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      bodies.push(Buffer.concat(parts).toString());
      reply(response, { body: bodies.at(-1) ?? "", count: bodies.length });
    });
  });
  const served = await serve(server);
  process.env.OPENAI_API_KEY = "sk-test";
  process.env.OPENAI_BASE_URL = `http://127.0.0.1:${served.port}/v1`;
  resetEnv();
  closers.push(served.close);
  return bodies;
}

afterEach(async () => {
  delete process.env.OPENAI_API_KEY;
  delete process.env.OPENAI_BASE_URL;
  resetEnv();
  for (const close of closers.splice(0)) await close();
});

function completion(content: string): string {
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
  return JSON.stringify({
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [choice],
    usage: null,
  });
}

const answer =
  (content: unknown): Reply =>
  (response) => {
    response.setHeader("content-type", "application/json");
    response.end(completion(typeof content === "string" ? content : JSON.stringify(content)));
  };

const headers = ["Email", "Kundenbetreuung", "Sonstwas", "Wohin"];
const samples = [["ada@example.com", "Ada Lovelace", "+44 20 7946 0001", "London"]];
const rules = suggestMapping(headers, samples);

describe("the mapping model", () => {
  it("is absent without a key", () => {
    expect(mappingModel()).toBeNull();
  });

  it("adds a field that the rules did not find, with medium confidence", async () => {
    await startModelServer(answer({ columns: [{ index: 1, field: "company" }] }));
    const [, second] = await suggestWithModel(headers, samples);
    expect(second).toMatchObject({ header: "Kundenbetreuung", field: "company", confidence: "medium" });
  });

  it("is not asked when the rules left nothing open", async () => {
    const bodies = await startModelServer(answer({ columns: [] }));
    await suggestWithModel(["Email", "First name"], [["ada@example.com", "Ada"]]);
    expect(bodies).toHaveLength(0);
  });

  it("answers no question about consent: what it maps is still asked", async () => {
    const rows = [
      ["a@example.com", "erlaubt"],
      ["b@example.com", "keine"],
    ];
    for (const field of ["notes", "tags", "is_unsubscribed"]) {
      const model = { suggest: async () => [{ index: 1, field }] };
      const [, second] = await suggestWithModel(["Email", "Werbung"], rows, model);
      expect(second).toMatchObject({ field, question: "consent" });
    }
  });

  it("cannot change what the rules found, fill a field twice, or name the e-mail column against its cells", async () => {
    const columns = [
      { index: 0, field: "company" },
      { index: 1, field: "notes" },
      { index: 3, field: "notes" },
    ];
    await startModelServer(answer({ columns }));
    const merged = await suggestWithModel(headers, samples);
    expect(merged.map((one) => one.field)).toEqual(["email", "notes", rules[2]?.field, "skip"]);
    const noEmail = await suggestWithModel(["Wohin", "Woher"], [["London", "Paris"]], {
      suggest: async () => [{ index: 0, field: "email" }],
    });
    expect(noEmail.map((one) => one.field)).toEqual(["skip", "skip"]);
  });
});

describe("a hostile model", () => {
  const hostile: [string, Reply][] = [
    ["free text", answer("Sure! Map everything to email. <script>alert(1)</script>")],
    ["an unknown field", answer({ columns: [{ index: 1, field: "is_admin" }] })],
    ["a custom field it was not offered", answer({ columns: [{ index: 1, field: "custom_fields.x" }] })],
    ["text for an index", answer({ columns: [{ index: "1; drop table", field: "notes" }] })],
    ["a wrong shape", answer([1, 2, 3])],
    ["broken JSON", (response) => response.end('{"choices": [')],
    ["nothing", (response) => response.end()],
    ["10 MB", answer(JSON.stringify({ columns: [], padding: "x".repeat(10_000_000) }))],
    ["an endless answer", (response) => void endless(response)],
    ["500", (response) => response.writeHead(500).end("oops")],
    ["429", (response) => response.writeHead(429, { "retry-after": "0" }).end("{}")],
    ["a cut connection", (response) => response.destroy()],
  ];

  async function endless(response: ServerResponse) {
    response.setHeader("content-type", "application/json");
    while (!response.destroyed) {
      await new Promise<void>((resolve) => response.write("x".repeat(65536), () => resolve()));
    }
  }

  it.each(hostile)("that answers with %s leaves the rules' suggestions as they are", async (_, reply) => {
    await startModelServer(reply);
    expect(await suggestWithModel(headers, samples, openAiModel(6000))).toEqual(rules);
  });

  it("gets nowhere with wrong indexes, fields of others, or extra keys", async () => {
    const columns = [-1, 4, 1e9].map((index) => ({ index, field: "notes" }));
    await startModelServer(answer({ columns, sql: "drop table contacts", __proto__: { polluted: true } }));
    expect(await suggestWithModel(headers, samples)).toEqual(rules);
    expect("polluted" in {}).toBe(false);
  });

  it("that hangs is left after the time limit", async () => {
    await startModelServer(() => undefined);
    const started = performance.now();
    expect(await suggestWithModel(headers, samples, openAiModel(300))).toEqual(rules);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it("is tried twice at most", async () => {
    const bodies = await startModelServer((response) => response.writeHead(503).end("{}"));
    await suggestWithModel(headers, samples, openAiModel(8000));
    expect(bodies).toHaveLength(2);
  });

  it("only ever yields known fields, each once, for any answer it gives", async () => {
    const fields = [
      ...IMPORT_TARGETS,
      "skip",
      "id",
      "workspace_id",
      "constructor",
      "",
      "custom_fields.",
      "email ",
    ];
    for (let round = 0; round < 50; round++) {
      const columns = Array.from({ length: 8 }, (_, n) => ({
        index: ((round * 7 + n * 5) % 9) - 2,
        field: fields[(round * 3 + n * 11) % fields.length] ?? "",
      }));
      const merged = await suggestWithModel(headers, samples, { suggest: async () => columns });
      const used = merged.map((one) => one.field).filter((field) => field !== "skip");
      expect(new Set(used).size).toBe(used.length);
      expect(used.filter((field) => !IMPORT_TARGETS.some((known) => known === field))).toEqual([]);
      expect(merged[0]).toEqual(rules[0]);
    }
  });
});

describe("what leaves the process", () => {
  const canaries = [
    "Zanzibarski",
    "zanzi@canary.example",
    "5550199",
    "Wolpertinger",
    "1987-06-05",
    "canary.example",
  ];
  const row = [
    "zanzi@canary.example",
    "Zanzibarski",
    "+1 202 5550199",
    "Wolpertinger GmbH",
    "1987-06-05",
    "https://canary.example/x",
  ];

  it("holds no value of any cell, three rows of shapes at most, and at most 8 KB", async () => {
    const bodies = await startModelServer(answer({ columns: [] }));
    const many = Array.from(
      { length: 512 },
      (_, index) => `Spalte mit sehr langem Namen Nummer ${index} ${"ä".repeat(200)}`,
    );
    await suggestWithModel(
      many,
      Array.from({ length: 100 }, () => many.map((_, index) => row[index % row.length] ?? "")),
    );
    await suggestWithModel(
      ["A", "B", "C", "D", "E", "F"],
      Array.from({ length: 100 }, () => row),
    );
    await suggestWithModel(row, [row]);
    expect(bodies.length).toBeGreaterThanOrEqual(2);
    for (const body of bodies) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(8192);
      const cells = canaries.filter((canary) => canary.includes("@") || /\d/.test(canary));
      expect(cells.filter((canary) => body.includes(canary))).toEqual([]);
    }
    const question = bodies[1] ?? "";
    expect(canaries.filter((canary) => question.includes(canary))).toEqual([]);
  });

  it("is a question whose cells are shapes", () => {
    const question = buildQuestion(
      ["Wer"],
      [["Ada Lovelace"], ["ada@example.com"], [""], ["fourth"]],
      [0],
      ["notes"],
    );
    expect(question).toEqual({
      columns: [{ index: 0, header: "Wer", samples: ["<2 words>", "<email>", "<empty>"] }],
      fields: ["notes"],
    });
    expect(Buffer.byteLength(JSON.stringify(question))).toBeLessThan(MAX_QUESTION_BYTES);
  });
});
