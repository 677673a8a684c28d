import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { document } from "./operations";

/** What Redocly's linter says of a document, by its recommended rules. */
async function faultsOf(candidate: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(candidate), config });
  return found.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

it("Redocly finds nothing in the OpenAPI document, and a planted fault", async () => {
  expect(await faultsOf(document)).toEqual([]);
  const planted = JSON.parse(JSON.stringify(document));
  planted.paths["/api/tags"].get.responses = { 200: {} };
  expect(await faultsOf(planted)).toContain("operation-4xx-response #/paths/~1api~1tags/get/responses");
});
