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
      const answer = await fetch(`${kith.url}/metrics`, { headers });
      expect(answer.status).toBe(200);
      return answer.text();
    };
    const counted = (text: string) => {
      const lines = text.match(/^kith_requests_total\{.*operation="listTags",status="200"\} \d+$/gm) ?? [];
      return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    };
    const processes = (text: string) =>
      [...text.matchAll(/^kith_process_resident_bytes\{process="(\d+)"\}/gm)].map(([, pid]) => Number(pid));
    // The process that is scraped knows the numbers of the others as they wrote them at most a second ago.
    const sixTimes = async () => {
      const texts: string[] = [];
      for (let asked = 0; asked < 6; asked++) texts.push(await scrape());
      return texts;
    };
    const all = Array(6).fill(30);
    await expect.poll(async () => (await sixTimes()).map(counted), { timeout: 20_000 }).toEqual(all);
    for (const text of await sixTimes()) expect(processes(text).sort()).toEqual(kith.apps().sort());
    expect((await fetch(`${kith.url}/metrics`)).status).toBe(401);
  } finally {
    await kith.stop();
    kith.remove();
  }
});
