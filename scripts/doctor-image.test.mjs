import { expect, it, vi } from "vitest";
import { diagnose } from "./lib/diagnosis.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

vi.mock(import("./lib/project.mjs"), async (importOriginal) => ({
  ...(await importOriginal()),
  isPacked: true,
}));

it("misses the database of an image that was given none", async () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", temporaryFolder());
  const database = (await diagnose()).find(({ name }) => name === "Database");
  expect(database).toMatchObject({ state: "fail", fix: expect.stringContaining("DATABASE_URL") });
});
