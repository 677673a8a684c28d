import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programInFolder } from "../program";
import { type Answered, type Asked, ID, refusal, startStub } from "../stub";

const { folder, run, start } = programInFolder();

const workspace: Answered = { body: { id: "1", name: "acme", contacts: 2 } };
const preview = {
  importId: "i1",
  filename: "p.csv",
  encoding: "UTF-8",
  preview: { headers: ["E-Mail"] },
  suggestions: [],
};
const dry = {
  ...{ rows: 2, create: 1, update: 0, unchanged: 0, skip: 0, fail: 0, errors: [], etag: "e" },
  unread_consent: { rows: 0, values: [] },
  ...{ unsubscribe: 0, failed_opt_outs: 0, skipped_opt_outs: 0, stay_unsubscribed: 0, opted_out: 0 },
};
const answers: Record<string, Answered> = {
  "GET /workspace": workspace,
  "POST /imports": { status: 201, body: preview },
  "POST /imports/i1/dry-run": { body: dry },
  "POST /imports/i1/confirm": { status: 202, body: { importId: "i1" } },
  "GET /imports/i1": {
    body: { id: "i1", status: "processing", draft: { columnMapping: {} }, processed_rows: 1, total_rows: 2 },
  },
  "DELETE /imports/i1": { status: 204 },
};
const answer = ({ operation }: Asked) => answers[operation] ?? refusal(404, "NOT_FOUND");

it("keeps the key for this user alone, and sends it to no other address", async () => {
  const stub = await startStub(answer);
  expect(await run(["login", stub.url], {}, "kith_key\n")).toMatchObject({ code: 0, err: "" });
  const file = join(folder(), "kith/config.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url: `${stub.url}/`, token: "kith_key" });
  expect(stub.asked.at(-1)?.headers.authorization).toBe("Bearer kith_key");

  const other = await startStub(answer);
  expect((await run(["status"], { KITH_URL: other.url })).code).toBe(3);
  expect(other.asked).toEqual([]);
  await run(["contacts"], { KITH_URL: other.url, KITH_TOKEN: "kith_other" });
  expect(other.asked.at(-1)?.headers.authorization).toBe("Bearer kith_other");

  expect((await run(["logout"])).code).toBe(0);
  expect((await run(["status"])).code).toBe(3);
});

it("a damaged config is none", async () => {
  const stub = await startStub(answer);
  await run(["login", stub.url], {}, "kith_key\n");
  writeFileSync(join(folder(), "kith/config.json"), '{"url": "nonsense", "token": "x"}');
  const { code, err } = await run(["status"], { KITH_URL: stub.url });
  expect([code, err]).toEqual([3, expect.stringContaining("Sign in first")]);
});

it("of an export that it cannot name it does not say that it goes on", async () => {
  const stub = await startStub(() => refusal(400, "VALIDATION_ERROR"));
  const env = { KITH_URL: stub.url, KITH_TOKEN: "x" };
  const { code, err } = await run(["export", "a.csv", "--id", ID], env);
  expect([code, err]).toEqual([1, "kith: said VALIDATION_ERROR\n"]);
});

it("a login of a wrong key keeps nothing, nor changes what was kept", async () => {
  const stub = await startStub(() => refusal(401, "UNAUTHORIZED"));
  const refused = await run(["login", stub.url], {}, "wrong");
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining("said UNAUTHORIZED") });
  expect(readdirSync(folder())).toEqual([]);
});

it.each([
  [["nothing"], "There is no command nothing"],
  [["import"], "Name one file"],
  [["import", "gone.csv", "--yes"], "There is no file gone.csv"],
  [["import", "gone.csv"], "add --yes"],
  [["contacts", "--yes"], "kith contacts does not know --yes"],
  [["contacts", "--limit", "many"], "--limit takes a number"],
  [["import", "--map"], "--map"],
  [["undo", "c1", "c2", "--yes"], "kith undo takes one argument: c2 is one too many"],
  [["status", "i1", "i2"], "i2 is one too many"],
  [["contacts", "ada"], "kith contacts takes no argument: ada is one too many"],
  [["logout", "https://kith.example.com"], "takes no argument"],
  [["login", "http://127.0.0.1:9", "kith_key"], "takes one argument"],
  [["import", "a.csv", "b.csv", "--yes"], "b.csv is one too many"],
  [["export", "a.csv", "b.csv"], "b.csv is one too many"],
  [["export", "a.csv", "--id", "e1", "--search", "ada"], "leave out --search"],
  [["import", "a.csv", "--dry-run", "--errors", "e.csv"], "leave out --errors"],
  [["import", "gone.csv", "--yes", "--duplicates", "all"], "--duplicates takes"],
  [["import", "gone.csv", "--yes", "--missing-values", "no"], "--missing-values takes"],
  [["undo", "", "--yes"], "An argument is empty"],
  [["export", "a.csv", "--search", " "], "--search is empty"],
  [["import", "a.csv", "--yes", "--errors", ""], "--errors is empty"],
  [["import", "a.csv", "--yes", "--map", "A=email", "--map", ""], "--map is empty"],
  [["status", ".."], ".. is no id"],
  [["status", "people.csv"], "people.csv is no id"],
  [["undo", "../contacts", "--yes"], "../contacts is no id"],
  [["undo", `${ID}?x`, "--dry-run"], "is no id"],
  [["export", "a.csv", "--id", `${ID}/..`], "is no id"],
])("%j is wrong use and says how it is meant", async (args, message) => {
  const env = { KITH_URL: "http://127.0.0.1:9", KITH_TOKEN: "x" };
  expect(await run(args, env)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
});

it("names at once the address to which a server redirects", async () => {
  const to = { location: "https://kith.example.com/api/workspace" };
  const stub = await startStub(() => ({ status: 308, headers: to, text: "" }));
  const { code, err } = await run(["status"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect([code, stub.asked.length]).toEqual([1, 1]);
  expect(err).toContain("redirects to https://kith.example.com/api/workspace");
});

it("says its version", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await run(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

it("a key that no header can carry is as good as none, and is not quoted", async () => {
  const malformed = ["kith_\u201csecret", "kith_secret two", "kith_\nsecret"];
  for (const token of malformed) {
    const { code, err } = await run(["status"], { KITH_URL: "http://127.0.0.1:9", KITH_TOKEN: token });
    expect([code, err]).toEqual([3, expect.stringContaining("The key is malformed")]);
    expect(await run(["login", "http://127.0.0.1:9"], {}, token)).toMatchObject({ code: 3, err });
    expect(err).not.toContain("secret");
  }
  const nowhere = await run(["status"], { KITH_URL: "localhost:3000", KITH_TOKEN: "x" });
  expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining("localhost:3000 is no address") });
});

it.each(["status", "contacts", "undo --yes", `undo ${ID} --yes`, "export -", `status ${ID}`])(
  "an answer that is not Kith's is an error that says so: %s",
  async (line) => {
    const texts = ["{}", "null", "[]", "", "<html>", '{"data":null}', '{"id":"1"}'];
    for (const text of texts) {
      const stub = await startStub(() => ({ text }));
      const { code, err } = await run(line.split(" "), { KITH_URL: stub.url, KITH_TOKEN: "x" });
      expect([text, code, err]).toEqual([text, 1, expect.stringMatching(/not as Kith does|Is it Kith/)]);
    }
  },
);

it("says in words how long to wait", async () => {
  const stub = await startStub(() => refusal(429, "RATE_LIMITED", { "retry-after": "61" }));
  const later = await run(["status"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect(later.err).toContain("Try again in 61 seconds.");
});

it("an id that nothing has is said to be neither an import's nor an export's", async () => {
  const stub = await startStub(() => refusal(404, "NOT_FOUND"));
  const { code, err } = await run(["status", ID], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect([code, err]).toEqual([1, expect.stringContaining("neither an import nor an export with the id")]);
});

it("errors are one line, and JSON where JSON was asked for", async () => {
  const stub = await startStub(() => refusal(500, "INTERNAL_ERROR", { "x-request-id": "r1" }));
  const env = { KITH_URL: stub.url, KITH_TOKEN: "x" };
  expect(await run(["status"], env)).toEqual({
    code: 1,
    out: "",
    err: "kith: said INTERNAL_ERROR\nRequest r1\n",
  });
  const asJson = await run(["status", "--json"], env);
  const error = { code: "INTERNAL_ERROR", message: "said INTERNAL_ERROR", status: 500, details: null };
  expect(JSON.parse(asJson.err)).toEqual({ error: { ...error, request_id: "r1" } });
});

it("shows nothing of a contact that a terminal would obey", async () => {
  const data = [
    { email: "a@b.co", first_name: "\u001b]0;x\u0007\u202e", last_name: "a\tb\nc", company: null },
  ];
  const stub = await startStub(() => ({ body: { data, nextCursor: null, total: 1 } }));
  const { out } = await run(["contacts"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect(out).toBe("a@b.co\t�]0;x�� a�b�c\n");
});

it("a dry run leaves nothing behind", async () => {
  const stub = await startStub(answer);
  writeFileSync(join(folder(), "p.csv"), "E-Mail\na@b.co\n");
  const env = { KITH_URL: stub.url, KITH_TOKEN: "x" };
  const { code, out } = await run(["import", "p.csv", "--dry-run", "--json"], env);
  expect([code, JSON.parse(out)]).toEqual([0, dry]);
  const asked = stub.asked.map(({ operation }) => operation);
  expect(asked.at(-1)).toBe("DELETE /imports/i1");
  expect(asked).not.toContain("POST /imports/i1/confirm");
});

it("says what the preview warns of, and how words for missing values are read otherwise", async () => {
  const warnings = [
    { code: "missing_values", example: "NULL" },
    { code: "words_kept", example: "nan" },
    { code: "two_tables", example: "Town · Inhabitants" },
    { code: "rounded_numbers", example: "6.28E+12" },
  ];
  const stub = await startStub((asked) =>
    asked.operation === "POST /imports" ? { status: 201, body: { ...preview, warnings } } : answer(asked),
  );
  writeFileSync(join(folder(), "p.csv"), "E-Mail\na@b.co\n");
  const env = { KITH_URL: stub.url, KITH_TOKEN: "x" };
  const { err } = await run(["import", "p.csv", "--dry-run"], env);
  for (const said of ["NULL. To keep", "nan. To leave", "Town · Inhabitants", "6.28E+12"])
    expect(err).toContain(said);
  answers["PATCH /imports/i1"] = { body: { id: "i1" } };
  const told = await run(["import", "p.csv", "--dry-run", "--missing-values", "text"], env);
  expect(told.err).not.toContain("NULL");
  const change = stub.asked.find(({ operation }) => operation === "PATCH /imports/i1");
  expect(JSON.parse(change?.body ?? "")).toMatchObject({ dialect: { missingValues: "text" } });
  const wrong = await run(["import", "p.csv", "--dry-run", "--missing-values", "no"], env);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("empty or text") });
});

it("asks what an empty cell means where only the subscribed are marked", async () => {
  const header = "Newsletter";
  const draft = { columnMapping: { [header]: "is_subscribed" }, questions: [header] };
  const suggestions = [
    { header, field: "is_subscribed", confidence: "medium", unread: [""], question: "consent" },
  ];
  const stub = await startStub((asked) => {
    if (asked.operation === "GET /imports/i1") return { body: { id: "i1", status: "pending", draft } };
    if (asked.operation === "POST /imports") return { status: 201, body: { ...preview, suggestions } };
    return answer(asked);
  });
  writeFileSync(join(folder(), "p.csv"), "E-Mail,Newsletter\na@b.co,x\nb@b.co,\n");
  const { code, err } = await run(["import", "p.csv", "--yes"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect(code).toBe(1);
  expect(err).toContain('--opt-out "Newsletter:" if they opted out, --not-opt-out "Newsletter:" if not');
});

it("imports nothing while a column may say who opted out, and says what nobody can read", async () => {
  const draft = { columnMapping: { Mail: "email", Weg: "skip" }, questions: ["Weg", "Mail"] };
  const unread_consent = { rows: 3, values: [{ header: "Aus", value: "?", rows: 3 }] };
  const stub = await startStub((asked) => {
    if (asked.operation === "GET /imports/i1") return { body: { id: "i1", status: "pending", draft } };
    if (asked.operation === "POST /imports/i1/dry-run") return { body: { ...dry, unread_consent } };
    return answer(asked);
  });
  writeFileSync(join(folder(), "p.csv"), "Mail,Weg\na@b.co,ja\n");
  const { code, err } = await run(["import", "p.csv", "--yes"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect(code).toBe(1);
  expect(err).toContain('--map "Weg=is_unsubscribed" if yes means opted out');
  expect(err).toContain('--all-opted-out, or import them as they are: --map "Mail=email"');
  expect(err).toContain("unsubscribe nobody: 3 (Aus: ?)");
  expect(err).toContain("Nothing was imported.");
  const asked = stub.asked.map(({ operation }) => operation);
  expect(asked).not.toContain("POST /imports/i1/confirm");
  expect(asked.at(-1)).toBe("DELETE /imports/i1");
});

it("says what values mean, of a column whose name has the sign as well, and of all that cannot be read", async () => {
  const stub = await startStub((asked) =>
    asked.operation === "PATCH /imports/i1" ? { body: preview } : answer(asked),
  );
  writeFileSync(join(folder(), "p.csv"), "E-Mail\na@b.co\n");
  const env = { KITH_URL: stub.url, KITH_TOKEN: "x" };
  const values = [
    "--opt-out",
    "E-Mail:K:1",
    "--opt-out",
    "E-Mail:E",
    "--not-opt-out",
    "E-Mail",
    "--all-opted-out",
  ];
  expect(await run(["import", "p.csv", "--dry-run", ...values], env)).toMatchObject({ code: 0 });
  const change = stub.asked.find(({ operation }) => operation === "PATCH /imports/i1");
  expect(JSON.parse(change?.body ?? "")).toEqual({
    columnMapping: {},
    options: {
      allOptedOut: true,
      optOutValues: { "E-Mail": { out: ["K:1", "E"], not: [], others: "not" } },
    },
  });
  const wrong = await run(["import", "p.csv", "--dry-run", "--opt-out", "Other:K"], env);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("a column of the file") });
  expect(stub.asked.at(-1)?.operation).toBe("DELETE /imports/i1");
});

it("the result counts rows as the check did: who changes nothing is not updated", async () => {
  const counts = { created_rows: 1, updated_rows: 5, unchanged_rows: 3, skipped_rows: 2, failed_rows: 0 };
  const stub = await startStub((asked) => {
    if (asked.operation === "GET /imports/i1") return { body: { id: "i1", status: "completed", ...counts } };
    if (asked.operation !== "POST /imports/i1/dry-run") return answer(asked);
    return { body: { ...dry, rows: 8, create: 1, update: 2, unchanged: 3, skip: 2 } };
  });
  writeFileSync(join(folder(), "p.csv"), "E-Mail\na@b.co\n");
  const { out } = await run(["import", "p.csv", "--yes"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  expect(out).toContain("Would create 1, update 2, unchanged 3, skip 2; rejected rows: 0");
  expect(out).toContain("Imported: created 1, updated 2, unchanged 3, skipped 2, rejected 0.");
});

it("Ctrl-C before the confirmation imports nothing, after it the import goes on", async () => {
  writeFileSync(join(folder(), "p.csv"), "E-Mail\na@b.co\n");
  const interruptAt = async (operation: string) => {
    const seen = Promise.withResolvers<void>();
    const stub = await startStub((asked) => {
      if (asked.operation === operation) seen.resolve();
      return answer(asked);
    });
    const running = start(["import", "p.csv", "--yes"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
    await seen.promise;
    running.interrupt();
    return { ...(await running.ended), asked: stub.asked.map(({ operation }) => operation) };
  };
  const before = await interruptAt("POST /imports/i1/dry-run");
  const after = await interruptAt("POST /imports/i1/confirm");
  expect(after).toMatchObject({ code: 130, err: expect.stringContaining("kith status i1") });
  expect(after.asked).not.toContain("DELETE /imports/i1");
  if (before.asked.includes("POST /imports/i1/confirm")) return; // it ended before the signal
  expect(before).toMatchObject({ code: 130, err: expect.stringContaining("Nothing was imported") });
  expect(before.asked.at(-1)).toBe("DELETE /imports/i1");
});

it.each([
  [`GET /exports/${ID}`, 404, "NOT_FOUND"],
  [`GET /exports/${ID}/download`, 410, "GONE"],
] as const)(
  "an export that is no longer there is not said to be kept: %s answers %i",
  async (gone, status, code) => {
    const record = { id: ID, filename: "c.csv", status: "completed", processed_rows: 1, total_rows: 1 };
    const stub = await startStub(({ operation }) =>
      operation === gone ? refusal(status, code) : { body: record },
    );
    const { code: end, err } = await run(["export", "--id", ID], { KITH_URL: stub.url, KITH_TOKEN: "x" });
    expect(end).toBe(1);
    expect(err).toContain(`said ${code}`);
    expect(err).not.toContain("on the server");
  },
);

it("an export appears whole or not at all, and replaces no file unasked", async () => {
  const record = { id: "e1", filename: "c.csv", status: "completed", processed_rows: 1, total_rows: 1 };
  let isCut = true;
  const stub = await startStub(({ operation }) => {
    if (operation === "POST /exports") return { status: 202, body: { exportId: "e1" } };
    if (operation === "GET /exports/e1") return { body: record };
    return isCut
      ? { headers: { "content-length": "999", connection: "close" }, body: "cut" }
      : { body: "whole" };
  });
  const env = { KITH_URL: stub.url, KITH_TOKEN: "x" };
  expect((await run(["export"], env)).code).toBe(1);
  expect(readdirSync(folder())).toEqual([]);
  isCut = false;
  expect(await run(["export"], env)).toMatchObject({ code: 0, out: "c.csv: 1 contact\n" });
  expect(readFileSync(join(folder(), "c.csv"), "utf8")).toBe('"whole"');
  expect((await run(["export", "c.csv"], env)).code).toBe(2);
  chmodSync(join(folder(), "c.csv"), 0o600);
  expect((await run(["export", "c.csv", "--force"], env)).code).toBe(0);
});
