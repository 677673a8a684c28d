import { expect, it } from "vitest";
import { CUSTOM_FIELD_LIMITS } from "./contacts/custom-fields";
import { env } from "./env";
import { FIELD_LIMITS } from "./field-limits";
import { MAX_COLUMNS, MAX_FIELD_BYTES, MAX_RECORD_BYTES } from "./imports/limits";
import { LIMITS, MAX_BULK_IDS } from "./limits";

const HEAD = `# Limits

How much of everything there may be, from the declarations in \`lib/limits.ts\` and beside their subjects: a test holds this page equal to them
(\`npx vitest run lib/limits.test.ts -u\` writes it anew).

A refusal by 409 says which limit in its \`details\`: \`{"reason": "tags_per_workspace", "limit": 2000}\`. Nothing is
ever shortened to fit. What was beyond a limit before the limit came stays readable and can be deleted; only more of it
is refused.

| Limit | Of what | Beyond it |
|---|---|---|
`;

const UNITS = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
] as const;

function amount({ max, unit }: { max: number; unit?: string }): string {
  const size = unit === "bytes" && UNITS.find(([bytes]) => max % bytes === 0);
  return size ? `${max / size[0]} ${size[1]}` : [max.toLocaleString("en"), unit].filter(Boolean).join(" ");
}

const { keys, keyLength, bytes } = CUSTOM_FIELD_LIMITS;

/** Limits that stand with their subjects. */
const OTHERS = [
  { max: MAX_BULK_IDS, of: "Contacts in a bulk call", beyond: "400" },
  { max: keys, of: "Custom fields of a contact", beyond: "400; a row of a file fails alone" },
  { max: keyLength, unit: "characters", of: "The key of a custom field", beyond: "400" },
  {
    max: bytes,
    unit: "bytes",
    of: "Custom fields of a contact as JSON",
    beyond: "400; a row of a file fails alone",
  },
  { max: FIELD_LIMITS.uploadBytes, unit: "bytes", of: "An uploaded file", beyond: "413" },
  { max: MAX_COLUMNS, of: "Columns of a file", beyond: "the row fails alone: `too_many_columns`" },
  {
    max: MAX_RECORD_BYTES,
    unit: "bytes",
    of: "A row of a file",
    beyond: "the row fails alone: `record_too_long`",
  },
  {
    max: MAX_FIELD_BYTES,
    unit: "bytes",
    of: "A cell of a file",
    beyond: "the row fails alone: `field_too_long`",
  },
  {
    max: env().WORKSPACE_STORAGE_BYTES,
    unit: "bytes",
    of: "What a workspace stores: uploads, exports, and the changes of pending imports (`WORKSPACE_STORAGE_BYTES`)",
    beyond: '413 with `reason: "storage_bytes"`; an export under way fails: `storage_full`',
  },
  {
    max: env().DISK_FLOOR_BYTES,
    unit: "bytes",
    of: "Free space that uploads and exports leave on the disk of `DATA_DIR` (`DISK_FLOOR_BYTES`)",
    beyond: '503 with `reason: "disk_full"`',
  },
];

it("docs/limits.md says what the declarations say", async () => {
  const rows = [...Object.values(LIMITS), ...OTHERS].map(
    (limit) => `| ${amount(limit)} | ${limit.of} | ${limit.beyond} |`,
  );
  await expect(`${HEAD}${rows.join("\n")}\n`).toMatchFileSnapshot("../docs/limits.md");
});
