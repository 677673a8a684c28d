import { expect, it } from "vitest";
import type { ImportDraft } from "./api-types";
import { changeAsSeen, touchedBy } from "./draft-conflicts";
import { ApiFailure } from "./failure";
import type { DraftChanges } from "./imports";
import { AS_DETECTED } from "./reading";

const START: ImportDraft = {
  version: 0,
  columnMapping: { Mail: "email", Ja: "skip", Ort: "skip" },
  columnTypes: {},
  questions: [],
  options: {
    duplicateStrategy: "update",
    emptyCells: "keep",
    tagIds: [],
    rules: {},
    leaveOut: { rows: [], kinds: [] },
    optOutValues: {},
    allOptedOut: false,
  },
  dialect: AS_DETECTED,
  corrections: { version: 0, rows: 0, rules: [] },
};

/** A server with a draft that other tabs change, and a tab that knows it as it was. */
function server() {
  let draft = START;
  const apply = ({ columnMapping, options }: DraftChanges) => {
    const mapping: Record<string, string> = { ...draft.columnMapping };
    for (const [header, field] of Object.entries(columnMapping ?? {})) mapping[header] = field ?? "skip";
    const { emptyCells = draft.options.emptyCells } = options ?? {};
    draft = {
      ...draft,
      version: draft.version + 1,
      columnMapping: mapping,
      options: { ...draft.options, emptyCells },
    };
    return { draft };
  };
  const change = (part: DraftChanges) =>
    changeAsSeen({
      part,
      seen: touchedBy(part, START),
      version: () => START.version,
      look: async () => draft,
      send: async ({ draftVersion, ...sent }) => {
        if (draftVersion === draft.version) return apply(sent);
        const details = { draft_version: draft.version };
        throw new ApiFailure({ status: 409, code: "CONFLICT", message: "changed", details });
      },
    });
  return { apply, change, mapping: () => draft.columnMapping };
}

it("gives both tabs their way where they change different things", async () => {
  const one = server();
  one.apply({ columnMapping: { Ort: "custom_fields.Ort" } });
  one.apply({ options: { emptyCells: "clear" } });
  await one.change({ columnMapping: { Ja: "is_subscribed" } });
  expect(one.mapping()).toEqual({ Mail: "email", Ja: "is_subscribed", Ort: "custom_fields.Ort" });
});

it("is told where the other tab has answered the same, and takes nothing from it", async () => {
  const one = server();
  one.apply({ columnMapping: { Ja: "is_unsubscribed" } });
  const change = one.change({ columnMapping: { Ja: "is_subscribed" } });
  await expect(change).rejects.toMatchObject({ code: "CONFLICT" });
  expect(one.mapping()).toMatchObject({ Ja: "is_unsubscribed" });
});

it("asks again for no other failure", async () => {
  let sent = 0;
  const change = changeAsSeen({
    part: {},
    seen: touchedBy({}, START),
    version: () => 0,
    look: async () => START,
    send: async () => {
      sent++;
      throw new ApiFailure({ status: 409, code: "IMPORT_NOT_PENDING", message: "over" });
    },
  });
  await expect(change).rejects.toMatchObject({ code: "IMPORT_NOT_PENDING" });
  expect(sent).toBe(1);
});
