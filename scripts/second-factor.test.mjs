import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { lockFolder } from "./lib/lock.mjs";
import { environment, root } from "./lib/project.mjs";
import { generateSecrets } from "./lib/secrets.mjs";
import { temporaryFolder } from "./testing/databases.mjs";
import { portOf } from "./testing/present.mjs";

it("makes no account of an address that nobody has", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(generateSecrets()));
  /** @type {unknown[]} */
  const asked = [];
  const app = createServer(async (request, response) => {
    const { type } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push([request.url, type]);
    const creates = type !== "recovery";
    response.writeHead(creates ? 200 : 404, { "content-type": "application/json" });
    response.end(
      JSON.stringify(creates ? { id: "new" } : { error_code: "user_not_found", msg: "User not found" }),
    );
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  const url = `http://127.0.0.1:${portOf(app)}`;
  const { release } = lockFolder(dataDir, { url, internalUrl: url });
  const env = environment({ PATH: process.env.PATH, DATA_DIR: dataDir });
  const args = ["scripts/second-factor.mjs", "yuo@example.com"];
  const ending = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(
    (error) => error,
  );
  expect(ending).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Nobody has an account with the address yuo@example.com."),
  });
  expect(asked).toEqual([["/auth/v1/admin/generate_link", "recovery"]]);
  release();
  app.close();
});
