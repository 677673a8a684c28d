import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fileRefusals } from "@/lib/imports/file-refusals";
import { type LIMITS, limitReached } from "@/lib/limits";
import { auditActions } from "./audit-words";
import { ApiFailure } from "./failure";
import { catalogues } from "./messages/all";
import { languages, translator } from "./messages/catalogue";
import { ruleWords } from "./refusal-words";

/** Texts of the API that reach somebody who reads another language. */

const sources = globSync("{lib,app}/**/*.ts")
  .filter((path) => !/\.test\.|^lib\/(?:testing|client)\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));
const others = languages.filter((language) => language !== "en");
const say = (language: (typeof languages)[number], code: string, details: unknown) =>
  new ApiFailure({ status: 400, code, message: "own words", details }).say(
    translator(catalogues[language], language),
  );

/** Words of rules in declarations and validation errors for which the dashboard has no text. */
function unsaidRules(text: string): string[] {
  const found = text.matchAll(
    /(?:(?:refine|regex|min|AddressError)\(|(?:error|message):|,)\s*"((?:must|is|are|has|cannot|goes|no such) [^"]*)"/g,
  );
  const words = [...found].map(([, rule = ""]) => rule);
  return words.filter((one) => ruleWords("custom", one) === undefined);
}

/** The same of rules with a limit in their words, `7` for it; a maximum that comes as `too_big` is said by its code. */
function unsaidBounds(text: string): string[] {
  const found = text.matchAll(
    /(\.max\([^`;]*|code: "too_big",\s*message: )?`((?:must|is|are|has|cannot|goes) [^`]*)`/g,
  );
  const words = [...found]
    .filter(([, isMaximum]) => !isMaximum)
    .map(([, , rule = ""]) => rule.replaceAll(/\$\{[^}]*\}/g, "7"));
  return words.filter((one) => ruleWords("custom", one) === undefined);
}

/** Their code says enough: `unknown`, `mismatch`, `required`. */
const BY_CODE =
  /^(?:no such|is not (?:a tag|a column|a row|the (?:workspace|account)'s )|is needed, unless you signed in)/;

/**
 * Rules that no form of the dashboard can break: ids, cursors, dates and options that it makes itself, and what only
 * calls of programs have. They reach no reader but the author of such a call.
 */
const OF_PROGRAMS = [
  "are those of a choice",
  "cannot be a quote or a line end",
  "cannot be corrected here: only a part of it could be read",
  "goes with rejected rows only",
  "has no reason to be rejected for which this is proposed",
  "is missing: an object with the fields",
  "is not the index of a cell",
  "is required, unless there are ids, and not beside them",
  "must be #rgb, #rrggbb or a CSS colour word",
  "must be 1 or 0",
  "must be JSON",
  "must be a UUID",
  "must be a date and time",
  "must be an existing date, or a date-time with its offset",
  "must be a field of a contact, tags, opt_out or left_out",
  "must be a status",
  "must be admin, editor or viewer",
  "must be an ASCII character",
  "must be an array of contacts",
  "must be another contact",
  "must be another field",
  "must be base64, with its padding",
  "must be changed without the type: each is undone by itself",
  "must be mapped to is_unsubscribed or is_subscribed",
  "must be one character",
  "must be one of the type",
  "must be owner, admin, editor or viewer",
  "must be success or failure",
  "must be text or have the same type, with all options of the other",
  "must be this or other",
  "must be this, other or filled",
  "must be this, other, filled or both",
  "must be true or false",
  "must be two contacts",
  "must be two ids",
  "must be update, skip or update_only",
  "must change something",
  "must have 1 to 255 characters",
  "must have at least 1 scope",
  "must have each name once",
  "must have either cells or proposal",
  "must not name a field of fill",
  "must name text fields, tags, custom_fields or custom_fields.<key>",
];

/** The same with limits: of orders, of filters, whose conditions and words the dashboard counts, and of nested values. */
const BOUNDS_OF_PROGRAMS = [
  "must be 7",
  "must be one of 7",
  "must be one of: 7, or custom_fields.<key>",
  "must have at most 7 fields",
  "must have at most 7 words",
  "must not be nested deeper than 7 levels",
];

describe("a new text of the API", () => {
  it("that says which rule a field broke has a translation, or stands among those of programs", () => {
    const files = sources.filter(
      ({ path, text }) => /schemas|origin|address/.test(path) || /validationError\(/.test(text),
    );
    const unsaid = files.flatMap(({ text }) => unsaidRules(text));
    expect(
      [...new Set(unsaid)].filter((one) => !OF_PROGRAMS.includes(one) && !BY_CODE.test(one)).sort(),
    ).toEqual([]);
    expect(unsaidRules('.refine(isMoon, "must be a moon")')).toEqual(["must be a moon"]);
    expect(unsaidRules('{ message: "is no moon" }')).toEqual(["is no moon"]);
  });

  it("that says which limit a field exceeded has a translation, too", () => {
    const files = sources.filter(({ path }) => /^lib\/(?:contacts|segments|settings|fields)\//.test(path));
    const unsaid = files.flatMap(({ text }) => unsaidBounds(text));
    expect([...new Set(unsaid)].filter((one) => !BOUNDS_OF_PROGRAMS.includes(one)).sort()).toEqual([]);
    expect(unsaidBounds(`\`must have at most ${"$"}{MOST} moons\``)).toEqual(["must have at most 7 moons"]);
  });

  it("that refuses a file has a reason, which is said in every language", () => {
    const bare = (text: string) => text.match(/new ApiError\(\s*"UNSUPPORTED_MEDIA_TYPE"/g) ?? [];
    const found = sources.filter(({ text }) => bare(text).length > 0).map(({ path }) => path);
    expect(found.sort()).toEqual(["lib/http/body.ts", "lib/imports/kinds/refused.ts"]);
    expect(bare('throw new ApiError(\n  "UNSUPPORTED_MEDIA_TYPE",')).toHaveLength(1);
    const english = fileRefusals.map((reason) => say("en", "UNSUPPORTED_MEDIA_TYPE", { reason }));
    for (const language of others) {
      const said = fileRefusals.map((reason) => say(language, "UNSUPPORTED_MEDIA_TYPE", { reason }));
      expect(said.filter((text) => text.includes("own words") || english.includes(text))).toEqual([]);
    }
    expect(say("de", "UNSUPPORTED_MEDIA_TYPE", { reason: "old_workbook" })).toContain(".xls");
    expect(say("de", "UNSUPPORTED_MEDIA_TYPE", { reason: "damaged", line: 7 })).toContain("Zeile 7");
    expect(say("de", "UNSUPPORTED_MEDIA_TYPE", { reason: "newer" })).toBe(catalogues.de["error.mediaType"]);
  });

  it("that forbids something has a reason", () => {
    const bare = (text: string) => text.match(/new ApiError\(\s*"FORBIDDEN"/g) ?? [];
    expect(sources.filter(({ text }) => bare(text).length > 0).map(({ path }) => path)).toEqual([
      "lib/errors.ts",
    ]);
    expect(bare('throw new ApiError(\n  "FORBIDDEN",')).toHaveLength(1);
  });

  it("that says that a limit is reached is said in every language", () => {
    const reached = sources.flatMap(({ text }) =>
      [...text.matchAll(/limitReached\(\s*"(\w+)"/g)].map(([, name = ""]) => name),
    );
    expect(reached.length).toBeGreaterThan(8);
    for (const language of others)
      for (const name of reached) {
        const { details } = limitReached(name as keyof typeof LIMITS, "own words");
        expect([name, say(language, "CONFLICT", details)]).not.toContain("own words");
      }
  });

  it("that the security log shows is one that the dashboard knows", () => {
    const known = sources.flatMap(({ path, text }) => [
      ...[...text.matchAll(/\baction: "(\w+\.\w+)"/g)].map(([, name = ""]) => name),
      ...(path.endsWith("embedded/audited.ts") ? [...text.matchAll(/"(\w+\.\w+)"/g)] : []).map(
        ([, n = ""]) => n,
      ),
    ]);
    expect(known).toContain("identity.unlinked");
    // Nobody's: about no account and no workspace. A list of users is about no single one of them.
    const nobodys = ["cron.refused", "webhook.refused", "admin.users_read"];
    const unknown = known.filter((name) => !auditActions[name] && !nobodys.includes(name));
    expect([...new Set(unknown)].sort()).toEqual([]);
  });
});

it("errors that only a fault of the page causes are said without the API's words", () => {
  for (const code of ["INVALID_JSON", "METHOD_NOT_ALLOWED", "IDEMPOTENCY_CONFLICT"])
    expect(say("de", code, undefined)).not.toContain("own words");
  expect(say("de", "UNEXPECTED", undefined)).toContain("(own words)");
});
