import { startInstallation } from "./installation";
import { expect, test } from "./platform";
import { signUp } from "./user";

test.skip(process.platform !== "linux", "finds processes through /proc");

test("a scrape of three processes is complete, whichever one is asked", async () => {
  const METRICS_TOKEN = "a token of the operator";
  const kith = await startInstallation({ WEB_CONCURRENCY: "3", METRICS_TOKEN });
  try {
    const user = await signUp(kith, kith);
    for (let asked = 0; asked < 30; asked++) {
      const answer = await user.ask(kith, "GET", "/api/tags");
      expect(answer.status).toBe(200);
    }
    const scrape = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}`, connection: "close" };
      return (await fetch(`${kith.url}/metrics`, { headers })).text();
    };
    const counted = (text: string) => {
      const lines = text.match(/^kith_requests_total\{.*operation="listTags",status="200"\} \d+$/gm) ?? [];
      return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    };
    const processes = (text: string) =>
      [...text.matchAll(/^kith_process_resident_bytes\{process="(\d+)"\}/gm)].map(([, pid]) => Number(pid));
    await expect.poll(async () => counted(await scrape()), { timeout: 20_000 }).toBe(30);
    for (let asked = 0; asked < 6; asked++) {
      const text = await scrape();
      expect(counted(text)).toBe(30);
      expect(processes(text).sort()).toEqual(kith.apps().sort());
    }
    expect((await fetch(`${kith.url}/metrics`)).status).toBe(401);
  } finally {
    await kith.stop();
    kith.remove();
  }
});
