import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorStatus, refusalReasons } from "@/lib/errors";
import { exportFailures } from "@/lib/exports/failure";
import { importFailures } from "@/lib/imports/failure";
import { rowErrorCodes } from "@/lib/imports/faults";
import { reasonCodes } from "@/lib/imports/mapping/reasons";
import { deliveryFailureCodes } from "@/lib/webhook-endpoints/failures";
import { failureOf } from "./api";
import { ApiFailure } from "./failure";
import { sayExportFailure, sayImportFailure, sayRowError, sayRowReason } from "./failure-words";
import { catalogues } from "./messages/all";
import { languages, translator } from "./messages/catalogue";
import { de } from "./messages/de";
import { en } from "./messages/en";

const t = translator(en, "en");
const auf = translator(de, "de");

it("keeps what an error answer says: code, fields, request id and pause", async () => {
  const details = [{ path: ["first_name"], code: "too_small", message: "must not be empty", limit: 1 }];
  const body = JSON.stringify({
    code: "VALIDATION_ERROR",
    message: "first_name: must not be empty",
    details,
  });
  const failure = await failureOf(new Response(body, { status: 400, headers: { "x-request-id": "r1" } }));
  expect(failure).toMatchObject({
    status: 400,
    code: "VALIDATION_ERROR",
    requestId: "r1",
    retryAfterS: null,
  });
  expect(failure.fields(t)).toEqual({ first_name: "Required" });
  expect(failure.say(t)).toBe("First name: Required");
});

it("says how long to wait, and survives an answer that is no JSON", async () => {
  const limited = new Response(JSON.stringify({ code: "RATE_LIMITED", message: "Too many requests" }), {
    status: 429,
    headers: { "retry-after": "7" },
  });
  expect((await failureOf(limited)).say(t)).toBe("Too many requests. Try again in 7 s.");
  const page = await failureOf(new Response("<html>", { status: 502 }));
  expect(page).toMatchObject({ status: 502, code: "UNEXPECTED", message: "HTTP 502" });
  expect(ApiFailure.from(new TypeError("boom")).say(t)).toContain("(boom)");
});

const refusal = (code: string, details?: unknown) =>
  new ApiFailure({ status: 400, code, message: "The API's own words", details });

it("says every code of the API in the user's language, and the API's words only where nothing else tells", () => {
  const quoted = Object.keys(errorStatus).filter((code) => refusal(code).say(auf).includes("own words"));
  expect(quoted.sort()).toEqual(["CONFLICT", "EMAIL_PROVIDER_ERROR", "VALIDATION_ERROR"]);
  expect(refusal("IMPORT_EMPTY").say(auf)).toBe("Die Datei ist leer.");
});

/** Reasons that are given in the API's words only, and places that produce a refusal without a reason. */
function unsaid(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => refusal("CONFLICT", { reason }).say(auf).includes("own words"));
}

it("says every reason for which a state refuses something", () => {
  expect(unsaid(refusalReasons)).toEqual([]);
  expect(unsaid([...refusalReasons, "newer"])).toEqual(["newer"]);
});

/** Conflicts with no name in `details`: a reader of another language would get English text. */
function unnamed(source: string): string[] {
  return [...source.matchAll(/new ApiError\(\s*"CONFLICT",\s*(?:"[^"]*"|`[^`]*`|\w+),?\s*\)/g)].map(
    ([all]) => all,
  );
}

it("knows what every conflict is about", () => {
  const files = globSync("{lib,app}/**/*.ts").filter((path) => !path.includes(".test."));
  expect(files.flatMap((path) => unnamed(readFileSync(path, "utf8")))).toEqual([]);
  const [bare, named] = ['"It is over")', "message, { tag_id })"];
  expect(unnamed(`throw new ApiError("CONFLICT", ${bare}`)).toHaveLength(1);
  expect(unnamed(`throw new ApiError("CONFLICT", ${named}`)).toEqual([]);
});

it.each(languages)(
  "has a text of its own in %s for every code of errors, rows, jobs and deliveries",
  (language) => {
    const say = translator(catalogues[language], language);
    const said = [
      ...refusalReasons.map((reason) => refusal("CONFLICT", { reason }).say(say)),
      ...rowErrorCodes.map((code) => sayRowError(say, { code, message: "own words" })),
      ...rowErrorCodes.map((code) => sayRowReason(say, { code, message: "own words" })),
      ...importFailures.map((code) => sayImportFailure(say, { failure_code: code, summary: null })),
      ...exportFailures.map((code) => sayExportFailure(say, { failure_code: code, error_message: null })),
      ...deliveryFailureCodes.map((code) => say(`webhooks.error.${code}`)),
      ...reasonCodes.map((code) => say(`map.why.${code}`)),
    ];
    const english = translator(en, "en");
    expect(said.filter((text) => text.includes("own words") || text.trim() === "")).toEqual([]);
    if (language !== "en") expect(said).not.toContain(english("row.emailMissing"));
  },
);

it("says that a part of the service is busy rather than away", () => {
  const busy = { busy: true };
  expect(refusal("SERVICE_UNAVAILABLE", busy).say(t)).toBe(en["error.busy"]);
  expect(refusal("SERVICE_UNAVAILABLE", busy).say(auf)).toContain("geprüft");
  expect(refusal("SERVICE_UNAVAILABLE").say(t)).toBe(en["error.unavailable"]);
  expect(refusal("SERVICE_UNAVAILABLE", { reason: "too_slow" }).say(t)).toContain("smaller file");
});

it("says that an address may have ASCII characters only where it has others", () => {
  const said = (cell: string) => sayRowError(t, { code: "email_invalid", message: "own words" }, cell);
  for (const cell of ["jörg@example.com", "Jürgen <j@exämple.de>", "Anna jörg@example.com"])
    expect(said(cell)).toContain("ASCII");
  for (const cell of ["a@@example.com", "jörg", "–", "", "Jürgen Müller <j@example>", "Jürgen j@example"])
    expect(said(cell)).not.toContain("ASCII");
});

it("tells conflicts apart by what they name", () => {
  expect(refusal("CONFLICT", { contact_id: "x" }).say(auf)).toBe(auf("contacts.new.exists"));
  expect(refusal("CONFLICT", { tag_id: "x" }).say(auf)).toBe(auf("tags.exists"));
  expect(refusal("CONFLICT", { reason: "api_keys", limit: 20 }).say(auf)).toContain("20");
});

it("says why a field was refused", () => {
  const say = (code: string, message: string, name = "first_name", limit?: number) =>
    refusal("VALIDATION_ERROR", [{ path: [name], code, message, limit }]).fields(auf)[name];
  expect(say("too_big", "in words of its own", "first_name", 100)).toBe("Höchstens 100 Zeichen.");
  expect(say("too_small", "must not be empty", "first_name", 1)).toBe("Pflichtfeld");
  expect(say("invalid_type", "expected string")).toBe("Pflichtfeld");
  expect(say("invalid_format", "must be a valid e-mail address", "email")).toBe(
    "Das ist keine E-Mail-Adresse.",
  );
  expect(say("custom", "must not contain NUL")).toBe(de["error.field.nul"]);
  expect(say("custom", "must have at most 50 keys", "custom_fields")).toBe(de["row.tooManyFields"]);
  expect(say("too_big", "must have at most 20 origins", "allowed_origins", 20)).toBe(
    "Höchstens 20 Einträge.",
  );
  expect(say("too_big", "must have at most 10240 bytes as JSON", "filter", 10240)).toBe(
    de["error.field.tooMuch"],
  );
  expect(say("custom", "must be a moon")).toBe("Nicht angenommen: must be a moon");
});

it("names the field as people know it, and never as the API does", () => {
  const say = (...path: string[]) =>
    refusal("VALIDATION_ERROR", [{ path, code: "custom", message: "must not contain NUL" }]).say(auf);
  const why = de["error.field.nul"];
  expect(say("fields", "last_name")).toBe(`Nachname: ${why}`);
  expect(say("fields", "custom_fields", "Kostenstelle")).toBe(`Kostenstelle: ${why}`);
  for (const name of ["url", "name", "mail_api_key"]) expect(say(name)).toBe(why);
});

it("knows every reason for which an import rejects a row", () => {
  const sources = ["rows/reader", "rows/width", "engine/commit", "mapping/flags", "rows/tags"].map((name) =>
    readFileSync(`lib/imports/${name}.ts`, "utf8"),
  );
  const codes = sources.flatMap((text) => [
    ...[...text.matchAll(/complain\(\s*[^,]+,\s*"([a-z_]+)"/g)].map(([, code]) => code ?? ""),
    ...[...text.matchAll(/code: "([a-z_]+)"/g)].map(([, code]) => code ?? ""),
  ]);
  expect(new Set(codes).size).toBeGreaterThan(7);
  codes.push(...rowErrorCodes);
  const quoted = codes.filter((code) =>
    sayRowError(auf, { code, message: "own words" }).includes("own words"),
  );
  expect(quoted).toEqual([]);
  expect(sayRowError(auf, { code: "newer", message: "own words" })).toContain("own words");
});

it("says why an import or an export failed, and quotes the API where there is no code yet", () => {
  const said = [
    ...importFailures.map((code) => sayImportFailure(auf, { failure_code: code, summary: "own words" })),
    ...exportFailures.map((code) =>
      sayExportFailure(auf, { failure_code: code, error_message: "own words" }),
    ),
  ];
  expect(said.filter((text) => text.includes("own words") || !/[a-zäöü]{5}/.test(text))).toEqual([]);
  expect(sayImportFailure(auf, { failure_code: "file_gone", summary: null })).toContain(
    "nicht mehr gespeichert",
  );
  expect(sayExportFailure(auf, { failure_code: null, error_message: "own words" })).toBe("own words");
});
