import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import postgres from "postgres";
import { runningPostgresUrl } from "../../scripts/lib/postgres.mjs";
import { startProduct } from "../../scripts/lib/product.mjs";
import { secretsFile } from "../../scripts/lib/secrets.mjs";
import { expect, test } from "./platform";
import { signUp } from "./user";

const KEY = "re_key_of_the_workspace_0123456789";

/** The id of the key that the stored one is encrypted with. */
async function keyIdOf(dataDir: string): Promise<string> {
  const pg = postgres(runningPostgresUrl(dataDir) ?? "", { max: 1 });
  const [row] = await pg<{ stored: string }[]>`
    select mail_api_key as stored from settings where mail_api_key is not null`;
  await pg.end();
  expect(row?.stored).not.toContain(KEY.slice(3));
  return row?.stored.split(".")[1] ?? "";
}

/** `npm run rotate-keys` as an operator runs it while the product is running. */
async function rotateKeys(dataDir: string, ...options: string[]): Promise<string> {
  const args = ["run", "--silent", "rotate-keys", "--", ...options];
  const { stdout } = await promisify(execFile)("npm", args, { env: { ...process.env, DATA_DIR: dataDir } });
  return stdout.trim();
}

test("a stored mail key outlives the rotation of the key it is encrypted with, step by step", async ({
  platform: { dataDir },
  provider,
}) => {
  const start = () => startProduct({ dataDir, env: { RESEND_BASE_URL: provider.url } });
  let product = await start();
  const secrets = () => JSON.parse(readFileSync(secretsFile(dataDir), "utf8"));
  const user = await signUp({ secrets: secrets() }, product);
  const set = await user.ask(product, "PUT", "/api/settings", { mail_api_key: KEY });
  expect(set.body.mail_api_key).toBe("re_****6789");
  const contact = { email: "ada@example.com", first_name: "Ada" };
  const { id } = (await user.ask(product, "POST", "/api/contacts", contact)).body;

  /** The key in use is the one that the provider receives. */
  const expectMailSent = async (subject: string) => {
    const mail = { subject, body: "Hello" };
    const sent = await user.ask(product, "POST", `/api/contacts/${id}/send-email`, mail);
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    const at = provider.accepted.findIndex((accepted) => accepted.subject === subject);
    expect(provider.requests[at]?.authorization).toBe(`Bearer ${KEY}`);
    expect((await user.ask(product, "GET", "/api/settings")).body.mail_api_key).toBe("re_****6789");
  };
  const restart = async () => {
    await product.stop();
    product = await start();
  };

  try {
    await expectMailSent("before");
    expect(await rotateKeys(dataDir, "--new-key")).toContain("Added a new key");
    await expectMailSent("the new key is in the folder");
    await restart();
    await expectMailSent("the new key is in use");
    expect(await keyIdOf(dataDir)).toBe("k1");
    expect(await rotateKeys(dataDir)).toBe("Encrypted 1 key anew.");
    expect(await keyIdOf(dataDir)).toBe("k2");
    await expectMailSent("the stored key is encrypted anew");
    expect(await rotateKeys(dataDir)).toBe("Encrypted 0 keys anew.");

    const { ENCRYPTION_KEYS, ...others } = secrets();
    const onlyNew = { ...others, ENCRYPTION_KEYS: ENCRYPTION_KEYS.split(",")[0] };
    writeFileSync(secretsFile(dataDir), JSON.stringify(onlyNew));
    await restart();
    await expectMailSent("the old key is gone");
  } finally {
    await product.stop();
  }
});
