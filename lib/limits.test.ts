import { expect, it } from "vitest";
import { CUSTOM_FIELD_LIMITS } from "./contacts/custom-fields";
import { env } from "./env";
import { FIELD_LIMITS } from "./field-limits";
import { MAX_COLUMNS, MAX_FIELD_BYTES, MAX_RECORD_BYTES } from "./imports/limits";
import { LIMITS, MAX_BULK_IDS } from "./limits";

const HEAD = `# Limits

Generated from the declarations in \`lib/limits.ts\` and next to their subjects; a test compares this page with them
(\`npx vitest run lib/limits.test.ts -u\` rewrites it).

The \`details\` of a 409 name the limit: \`{"reason": "tags_per_workspace", "limit": 2000}\`. Values are never truncated to
fit. Data that exceeded a limit before it was introduced stays readable and can be deleted; only adding more is refused.

| Limit | On | Beyond it |
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

/** Limits that are declared with their subjects. */
const OTHERS = [
  { max: MAX_BULK_IDS, of: "Contacts in a bulk call", beyond: "400" },
  { max: keys, of: "Custom fields of a contact", beyond: "400; only that row of a file is rejected" },
  { max: keyLength, unit: "characters", of: "The key of a custom field", beyond: "400" },
  {
    max: bytes,
    unit: "bytes",
    of: "Custom fields of a contact as JSON",
    beyond: "400; only that row of a file is rejected",
  },
  { max: FIELD_LIMITS.uploadBytes, unit: "bytes", of: "An uploaded file", beyond: "413" },
  { max: MAX_COLUMNS, of: "Columns of a file", beyond: "only that row is rejected: `too_many_columns`" },
  {
    max: MAX_RECORD_BYTES,
    unit: "bytes",
    of: "A row of a file",
    beyond: "only that row is rejected: `record_too_long`",
  },
  {
    max: MAX_FIELD_BYTES,
    unit: "bytes",
    of: "A cell of a file",
    beyond: "only that row is rejected: `field_too_long`",
  },
  {
    max: env().WORKSPACE_STORAGE_BYTES,
    unit: "bytes",
    of: "What a workspace stores: uploads, exports, and the changes of pending imports (`WORKSPACE_STORAGE_BYTES`)",
    beyond: '413 with `reason: "storage_bytes"`; a running export fails: `storage_full`',
  },
  {
    max: env().DISK_FLOOR_BYTES,
    unit: "bytes",
    of: "Free disk space that uploads and exports leave on the disk of `DATA_DIR` (`DISK_FLOOR_BYTES`)",
    beyond: '503 with `reason: "disk_full"`',
  },
];

it("docs/limits.md says what the declarations say", async () => {
  const rows = [...Object.values(LIMITS), ...OTHERS].map(
    (limit) => `| ${amount(limit)} | ${limit.of} | ${limit.beyond} |`,
  );
  await expect(`${HEAD}${rows.join("\n")}\n`).toMatchFileSnapshot("../docs/limits.md");
});
