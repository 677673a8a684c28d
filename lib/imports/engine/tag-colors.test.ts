import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { settleBackground } from "@/lib/http/background";
import { ownColor, SWATCH_NAMES, SWATCHES } from "@/lib/tag-colors";
import { sendBatch } from "@/lib/testing/batches";
import { batchesOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
batchesOf(2);

const ALL = SWATCH_NAMES.map((name): string => SWATCHES[name][0]).sort();
/** As many, and some would share the colour of their own. */
const NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"];

async function importTags(acme: Workspace, names: string[]): Promise<void> {
  const csv = `email,tags\n${names.map((name, n) => `${n}@example.com,${name}`).join("\n")}\n`;
  const params = { id: (await uploadText(acme, csv)).body.importId };
  await acme.call(confirm, { params });
  await settleBackground();
}

const colors = async (acme: Workspace): Promise<string[]> =>
  (await acme.call(listTags, {})).body.data.map(
    ({ name, color }: { name: string; color: string | null }) => color ?? ownColor(name),
  );

it("is tested with tags whose own colours are not all there are", () => {
  expect(new Set(NAMES.map(ownColor)).size).toBeLessThan(ALL.length);
});

it("gives the tags of an import the colours that the fewest tags have", async () => {
  const acme = await newWorkspace();
  await importTags(acme, NAMES);
  expect((await colors(acme)).sort()).toEqual(ALL);
});

it("counts the tags that there are, in any batch", async () => {
  const acme = await newWorkspace();
  await acme.call(createTag, { body: { name: "By hand", color: ALL[0] } });
  await importTags(acme, ["BY HAND", ...NAMES.slice(1)]);
  expect((await colors(acme)).sort()).toEqual(ALL);
});

it("does so for contacts that a program sends", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [{ email: "a@example.com", first_name: "A", tags: NAMES }]);
  expect((await colors(acme)).sort()).toEqual(ALL);
});
