import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Installation, startInstallation } from "./installation";
import { expect, test } from "./platform";
import { ask, type Gateway, isInstalled, open, PROGRAMS, startProxy } from "./proxies";
import { signUp, type User } from "./user";

test.skip(process.platform !== "linux", "finds processes through /proc");

/** `KITH_FULL=1`: as large as a file may be. */
const MB = process.env.KITH_FULL === "1" ? 199 : 48;
const METRICS_TOKEN = "a token of the operator";
const line = "somebody@example.com,Somebody,of nobody in particular\n";
const piece = Buffer.from(line.repeat(Math.ceil(2 ** 20 / line.length)));

function storedBytes(kith: Installation): number {
  const folder = join(kith.dataDir, "blobs");
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Sends half a file, waits until the product has some of it, and sends the rest. */
function upload(kith: Installation, user: User, proxy: Gateway) {
  const headers = { authorization: `Bearer ${user.token}`, "content-type": "text/csv" };
  return ask(proxy.url, "POST", "/api/imports?filename=people.csv", headers, async (to) => {
    to.write("email,first_name,notes\n");
    for (let sent = 0; sent < MB; sent++) {
      if (!to.write(piece)) await once(to, "drain");
      if (sent === Math.floor(MB / 2)) await expect.poll(() => storedBytes(kith)).toBeGreaterThan(2 ** 20);
    }
    expect(proxy.buffered()).toEqual([]);
    to.end();
  });
}

/** The next change that arrives on the stream, and after how many milliseconds. */
async function firstEvent(user: User, kith: Installation, proxy: Gateway) {
  const headers = { authorization: `Bearer ${user.token}`, accept: "text/event-stream" };
  const stream = await open(proxy.url, "GET", "/api/events", headers);
  let heard = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
  });
  const changedAt = performance.now();
  const { status } = await user.ask(kith, "POST", "/api/tags", { name: "News" });
  expect(status).toBe(201);
  await expect.poll(() => heard, { timeout: 5_000, intervals: [50] }).toContain("event: changed");
  stream.destroy();
  return performance.now() - changedAt;
}

for (const name of ["nginx", "caddy"] as const) {
  test(`${name}, as deploy/ configures it, passes uploads and events on as they come, and says who calls`, async () => {
    test.skip(!isInstalled(name), `${name} is not installed here: apt-get install ${name}`);
    const kith = await startInstallation({
      METRICS_TOKEN,
      TRUSTED_PROXY_HOPS: "1",
      APP_URL: "https://kith.example.com",
      AUTH_AUTOCONFIRM: "1",
    });
    const proxy = await startProxy(PROGRAMS[name], kith.url);
    try {
      const user = await signUp(kith, kith);
      const uploaded = await upload(kith, user, proxy);
      expect(uploaded.status, uploaded.text).toBe(201);
      const declared = {
        authorization: `Bearer ${user.token}`,
        "content-type": "text/csv",
        "content-length": String(230e6),
      };
      // Caddy counts the bytes that arrive, not the announced length.
      if (name === "nginx") expect((await ask(proxy.url, "POST", "/api/imports", declared)).status).toBe(413);

      expect(await firstEvent(user, kith, proxy)).toBeLessThan(5_000);

      const scrape = { authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await ask(kith.url, "GET", "/metrics", scrape)).status).toBe(200);
      expect((await ask(proxy.url, "GET", "/metrics", scrape)).status).toBe(404);

      // Whatever a caller writes into the header, one address has one budget.
      const forged = Array.from({ length: 130 }, (_, at) => ({
        authorization: `Bearer ${user.token}`,
        "x-forwarded-for": `198.51.100.${at}`,
      }));
      const statuses: number[] = [];
      for (const headers of forged) statuses.push((await ask(proxy.url, "GET", "/api/tags", headers)).status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(100);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await proxy.stop();
      await kith.stop();
      kith.remove();
    }
  });
}
