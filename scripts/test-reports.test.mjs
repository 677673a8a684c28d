import { expect, it } from "vitest";
import { browserFailures, unitFailures } from "./lib/test-reports.mjs";

it("names each failed test with the head of its message, a file that did not load, and what no test caught", () => {
  const long = ["AssertionError: expected 1 to be 2", ...Array.from({ length: 40 }, (_, at) => `line ${at}`)];
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: "/kith/lib/a.test.ts",
        startTime: 0,
        endTime: 1,
        status: "failed",
        assertionResults: [
          { fullName: "a holds", status: "passed", failureMessages: [] },
          { fullName: "b holds", status: "failed", failureMessages: [`\u001b[31m${long.join("\n")}`] },
        ],
      },
      {
        name: "/kith/lib/c.test.ts",
        startTime: 0,
        endTime: 1,
        status: "failed",
        message: "Cannot find module",
        assertionResults: [],
      },
    ],
  };
  const failures = unitFailures(report, ["Error: Worker exited unexpectedly"]);
  expect(failures).toHaveLength(3);
  expect(failures[0]).toMatch(
    /^\/kith\/lib\/a\.test\.ts › b holds\n {4}AssertionError: expected 1 to be 2\n/,
  );
  expect(failures[0]?.split("\n")).toHaveLength(16);
  expect(failures[1]).toBe("/kith/lib/c.test.ts\n    Cannot find module");
  expect(failures[2]).toBe("outside of a test\n    Error: Worker exited unexpectedly");
});

it("names what failed in a browser, at whatever depth, and what passed at its second try", () => {
  const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
    file: "a.spec.ts",
    line: 7,
    title,
    tests: [{ status, results: [{ errors: status === "expected" ? [] : [{ message: "too slow" }] }] }],
  });
  expect(
    browserFailures({
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      errors: [{ message: "no server" }],
      suites: [
        {
          specs: [spec("fine", "expected"), spec("red", "unexpected")],
          suites: [{ specs: [spec("at times", "flaky")] }],
        },
      ],
    }),
  ).toEqual([
    "outside of a test\n    no server",
    "a.spec.ts:7 › red\n    too slow",
    "a.spec.ts:7 › at times (passed at its second try)\n    too slow",
  ]);
});
