import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { listSegments } from "./queries";

/** The last statement of the migration. */
const statement =
  readFileSync("db/migrations/0034_segments.sql", "utf8").split("--> statement-breakpoint").at(-1) ?? "";

it("views that users saved become segments of their workspace", async () => {
  const acme = await newWorkspace();
  const tag = newId();
  const views = [
    { name: "Müller", query: "q=m%C3%BCller+k%25&contact=x" },
    { name: "Tagged", query: `tags=${tag},${tag}&match=all&status=subscribed` },
    { name: "tagged", query: "status=unsubscribed" },
    { name: "Broken", query: "tags=nonsense" },
    { name: "Bytes", query: "q=%ff%fe" },
    { name: "Nothing", query: "" },
    { name: "Long", query: `q=${"word+".repeat(60)}` },
  ];
  await pg()`update memberships set views = ${JSON.stringify(views)}::text::jsonb where workspace_id = ${acme.id}`;
  await pg().unsafe(statement);
  const segments = await listSegments(acme.id);
  expect(segments.map(({ name, filter }) => [name, filter])).toEqual([
    ["Long", { search: Array.from({ length: 12 }, () => "word").join(" "), tag_match: "any" }],
    ["Müller", { search: "müller k%", tag_match: "any" }],
    ["Tagged", { tag_ids: [tag, tag], tag_match: "all", is_unsubscribed: false }],
  ]);
});
