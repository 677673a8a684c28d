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

it("docs/limits.md says what the declarations say", async () => {
  const rows = Object.values(LIMITS).map(
    ({ max, of, beyond }) => `| ${max.toLocaleString("en")} | ${of} | ${beyond} |`,
  );
  await expect(`${HEAD}${rows.join("\n")}\n`).toMatchFileSnapshot("../docs/limits.md");
});
