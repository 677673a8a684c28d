import { expect, it } from "vitest";
import { z } from "zod";
import { recordOf } from "./records";

const schema = z.object({ id: z.string(), at: z.string(), ended_at: z.string().nullable() });

it("shows what is declared and nothing else", () => {
  const row = { id: "1", at: new Date(0), ended_at: null, secret: "x" };
  expect(recordOf(schema, row)).toEqual({ id: "1", at: "1970-01-01T00:00:00.000Z", ended_at: null });
});
