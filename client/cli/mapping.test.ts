import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programInFolder } from "../program";
import { type Answered, type Asked, refusal, startStub } from "../stub";

const { folder, run } = programInFolder();

const warnings = [
  { code: "hidden_rows", example: null, lines: { count: 7, first: [3, 4] } },
  { code: "left_out", example: "PHOTO, X-SKYPE" },
];
const preview = {
  ...{ importId: "i1", filename: "p.csv", encoding: "UTF-8", suggestions: [], warnings },
  preview: { headers: ["Name", "Contact"] },
};
const dry = {
  ...{ rows: 2, create: 1, update: 0, unchanged: 0, skip: 0, fail: 0, errors: [], etag: "e" },
  unread_consent: { rows: 0, values: [] },
};
const message = "One column must be mapped to email.";
const details = [{ path: ["columnMapping"], code: "email_missing", message }];
const refused = {
  status: 400,
  body: { code: "VALIDATION_ERROR", message: `columnMapping: ${message}`, details },
};

async function tried(tryOut: Answered, ...more: string[]) {
  const answers: Record<string, Answered> = {
    "POST /imports": { status: 201, body: preview },
    "POST /imports/i1/dry-run": tryOut,
    "GET /imports/i1": { body: { id: "i1", status: "pending", draft: { columnMapping: {} } } },
    "DELETE /imports/i1": { status: 204 },
  };
  const stub = await startStub(({ operation }: Asked) => answers[operation] ?? refusal(404, "NOT_FOUND"));
  writeFileSync(join(folder(), "p.csv"), "Name,Contact\nAda,x\n");
  return run(["import", "p.csv", "--dry-run", ...more], { KITH_URL: stub.url, KITH_TOKEN: "x" });
}

it("names the columns when none of them is known to hold addresses", async () => {
  const { code, err } = await tried(refused);
  expect(code).toBe(1);
  expect(err).toContain(
    'The columns of the file: “Name”, “Contact”. To say what one is: --map "Column=email"',
  );
  expect(err).toContain(message);
  const { err: other } = await tried(refusal(409, "CONFLICT"));
  expect(other).not.toContain("Contact");
});

it("says that hidden rows are imported, and what is not", async () => {
  const { err } = await tried({ body: dry });
  expect(err).toContain("imported as well: 7, such as 3, 4");
  expect(err).toContain("not imported: PHOTO, X-SKYPE");
});
