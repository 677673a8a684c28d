import { expect, it } from "vitest";
import { LIMITS } from "./limits";

const HEAD = `# Limits

How much of everything there may be, from the declarations in \`lib/limits.ts\`: a test holds this page equal to them
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

it("docs/limits.md says what the declarations say", async () => {
  const rows = Object.values(LIMITS).map((limit) => `| ${amount(limit)} | ${limit.of} | ${limit.beyond} |`);
  await expect(`${HEAD}${rows.join("\n")}\n`).toMatchFileSnapshot("../docs/limits.md");
});
