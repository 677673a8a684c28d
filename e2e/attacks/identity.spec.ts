import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { withHole } from "./holes";
import { changeFaults, enumerationFaults, linkFaults, takeoverFaults } from "./identity";
import { inboxFaults } from "./inbox";
import { target } from "./target";

/** The link that the operator gets at the start of the product. */
function inboxLink(): string {
  const env = { ...process.env, DATA_DIR: target.dataDir };
  return execFileSync(process.execPath, [resolve("scripts/inbox.mjs")], { env, encoding: "utf8" }).trim();
}

test("nobody learns which addresses have an account", async () => {
  expect(await enumerationFaults(target)).toEqual([]);
});

test("nobody gets into an account that is not theirs, or changes one without a proof", async () => {
  expect([...(await takeoverFaults(target)), ...(await changeFaults(target))]).toEqual([]);
});

test("links lead home, are bound to who asked, and only the secret key administers", async () => {
  expect(await linkFaults(target)).toEqual([]);
});

test("nobody but who has its link reads the inbox", async () => {
  expect(await inboxFaults(target, inboxLink())).toEqual([]);
  recordFigure("attack-identity", { size: { "groups of attacks": 4 }, measured: { faults: 0 } });
});

test("this group catches an answer that tells addresses apart, a link that leads away, and an open inbox", async () => {
  const telling = await withHole(
    target,
    {
      after: ({ path, body }, got) => {
        const isKnown =
          /"email":"(?:known|unknown)/.test(String(body)) && !/"email":"known/.test(String(body));
        return path.includes("recover") && isKnown ? { ...got, status: 404 } : got;
      },
    },
    (at) => enumerationFaults(at, /recover|verify/),
  );
  expect(telling).toEqual([expect.stringMatching(/^recover tells addresses apart/)]);
  const leading = await withHole(
    target,
    {
      after: ({ path }, got) => {
        const wanted = new URL(path, "http://a").searchParams.get("redirect_to");
        const isTaken = wanted === "https://evil.example";
        return isTaken ? { ...got, headers: { ...got.headers, location: wanted } } : got;
      },
    },
    linkFaults,
  );
  expect(leading[0]).toBe("a link leads to https://evil.example");
  const credulous = await withHole(
    target,
    {
      before: ({ headers }) => {
        for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"]) delete headers[name];
        return undefined;
      },
    },
    (at) => inboxFaults(at, inboxLink()),
  );
  expect(credulous.join("\n")).toMatch(/(?:opens for|shows itself to) \{"X-Forwarded-For":"203.0.113.77"\}/);
});
