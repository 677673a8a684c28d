import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { operationsOf } from "./document";
import { framingFaults, patienceFaults } from "./framing";
import { withHole } from "./holes";
import { EXCHANGES, logFaults, pageFaults, shapeFaults, writeIntoLog } from "./http";
import { logged, newUser, target } from "./target";

/** Half a minute of silence, during which the other requests go on. */
let silent: Promise<string[]>;

test.beforeAll(() => {
  silent = patienceFaults(target);
});

test("pages, odd addresses, methods, media types and framings are answered in bounds, and protected", async () => {
  const operations = await operationsOf(target);
  const user = await newUser();
  const faults = [
    ...(await pageFaults(target)),
    ...(await shapeFaults(target, operations, user)),
    ...(await framingFaults(target, user)),
  ];
  expect(faults).toEqual([]);
  recordFigure("attack-http", { size: EXCHANGES, measured: { faults: faults.length } });
});

test("one event is one line of the log, whatever a client sends", async () => {
  await writeIntoLog(target, "planted");
  await expect.poll(() => logged().join("\n"), { message: "requests are logged" }).toContain("planted");
  const lines = logged();
  expect(lines.length).toBeGreaterThan(50);
  expect(logFaults(lines, "planted")).toEqual([]);
});

test("this group catches a page without a policy, a 500, a smuggled request and a line of a stranger", async () => {
  const bare = await withHole(
    target,
    {
      after: ({ path }, got) => {
        if (path !== "/contacts/x.png") return got;
        const { "content-security-policy": _, ...headers } = got.headers;
        return { ...got, headers };
      },
    },
    (at) => pageFaults(at, ["/sign-in", "/contacts/x.png", "/404"]),
  );
  expect(bare).toContain("/contacts/x.png : no policy");
  expect(bare.every((fault) => fault.startsWith("/contacts/x.png"))).toBe(true);
  const broken = await withHole(
    target,
    { after: ({ path }, got) => (path === "/404" ? { ...got, status: 500 } : got) },
    (at) => pageFaults(at, ["/sign-in", "/contacts/x.png", "/404"]),
  );
  expect(broken).toContain("/404 : 500");
  const operations = (await operationsOf(target)).slice(0, 8);
  const user = await newUser();
  const deaf = await withHole(
    target,
    { after: (_, got) => (got.status === 405 ? { ...got, status: 200 } : got) },
    (at) => shapeFaults(at, operations, user),
  );
  expect(deaf.length).toBeGreaterThan(8);
  // Node's own server, before it is guarded, uses the first of two hosts.
  const lax = await withHole(target, {}, (at) => framingFaults(at, user));
  expect(lax.join("\n")).toMatch(/two hosts: 200/);
  expect(logFaults([...logged(), '{"level":"info","msg":"planted"}', "Error: x"], "planted")).toHaveLength(2);
});

test("nobody keeps a connection open by saying nothing", async () => {
  expect(await silent).toEqual([]);
});
