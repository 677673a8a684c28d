import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { programInFolder } from "../program";
import { type Answered, type Asked, ID, refusal, startStub } from "../stub";
import { answerTo } from "./terminal.mjs";

/** Commands that somebody ends, or that lose the server, on their way. */

const { folder, run, start } = programInFolder();
const at = (name: string) => join(folder(), name);
beforeEach(() => writeFileSync(at("p.csv"), "E-Mail\na@b.co\n"));

const dry = {
  ...{ rows: 1, create: 1, update: 0, unchanged: 0, skip: 0, fail: 0, errors: [], etag: "e" },
  unread_consent: { rows: 0, values: [] },
  ...{ unsubscribe: 0, failed_opt_outs: 0, skipped_opt_outs: 0, stay_unsubscribed: 0, opted_out: 0 },
};
const preview = { importId: "i1", filename: "p.csv", encoding: "UTF-8", preview: { headers: ["E-Mail"] } };
const counts = { created_rows: 1, updated_rows: 0, unchanged_rows: 0, skipped_rows: 0, failed_rows: 1 };
const answers: Record<string, Answered> = {
  "POST /imports": { status: 201, body: preview },
  "POST /imports/i1/dry-run": { body: dry },
  "POST /imports/i1/confirm": { status: 202, body: { importId: "i1" } },
  "GET /imports/i1": { body: { id: "i1", status: "completed", draft: null, ...counts } },
  "DELETE /imports/i1": { status: 204 },
  "POST /exports": { status: 202, body: { exportId: "e1" } },
  "GET /exports/e1": { body: { id: "e1", filename: "c.csv", status: "completed" } },
  "GET /exports/e1/download": { body: "whole" },
  [`GET /changes/${ID}`]: { body: { id: ID, way: "import", filename: "p.csv", at: "2026" } },
  [`GET /changes/${ID}/undo`]: { body: { change_id: ID, removed: 1, restored: 0, kept: 0, again: null } },
};
const answer = ({ operation }: Asked) => answers[operation] ?? refusal(404, "NOT_FOUND");
const asked = (stub: { asked: Asked[] }) => stub.asked.map(({ operation }) => operation);

describe("Ctrl-C", () => {
  it("ends what waits for more of stdin, and sends nothing", async () => {
    const stub = await startStub(answer);
    for (const args of [
      ["import", "-", "--yes"],
      ["login", stub.url],
    ]) {
      const running = start(args, { KITH_URL: stub.url, KITH_TOKEN: "x" }, null);
      await running.reads();
      running.interrupt();
      expect(await running.ended).toMatchObject({ code: 130, err: expect.stringContaining("Interrupted.") });
    }
    expect(stub.asked).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("ends what waits for the reader of a pipe", async () => {
    spawnSync("mkfifo", [at("pipe")]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const stub = await startStub((one) => {
      if (one.operation.endsWith("/download")) resolve();
      return answer(one);
    });
    const running = start(["export", "pipe"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
    await promise;
    await sleep(300);
    running.interrupt();
    const hint = expect.stringContaining("kith export --id e1");
    expect(await running.ended).toMatchObject({ code: 130, err: hint });
  });

  it("is a key where a question is asked, and ends the command there, too; an end of input answers nothing", async () => {
    const asking = (key: string) => {
      const interruption = new AbortController();
      const stop = () => interruption.abort("interrupted");
      process.once("SIGINT", stop);
      onTestFinished(() => void process.off("SIGINT", stop));
      const input = new PassThrough();
      const lines = createInterface({ input, output: new PassThrough(), terminal: true });
      const answered = answerTo(lines, "Import?", interruption.signal);
      input.write(key);
      return answered;
    };
    await expect(asking("\u0003")).rejects.toBe("interrupted");
    expect(await asking("\u0004")).toBe("");
    expect(await asking(" yes\r")).toBe("yes");
  });

  it("as any other end leaves no upload behind, also when the server has it before it says so", async () => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stub = await startStub(async (one) => {
        if (one.operation !== "POST /imports") return answer(one);
        resolve();
        await sleep(500);
        return answer(one);
      });
      const running = start(["import", "p.csv", "--yes"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
      await promise;
      running.interrupt(name);
      const err = expect.stringContaining("Interrupted. Nothing was imported.");
      expect(await running.ended).toMatchObject({ code: 130, err });
      expect(asked(stub)).toEqual(["POST /imports", "DELETE /imports/i1"]);
    }
  });
});

describe("a server that is lost on the way", () => {
  const gone: Answered = { ...refusal(503, "SERVICE_UNAVAILABLE"), headers: { "retry-after": "0" } };
  const losing = async (operation: string, args: string[]) => {
    let isConfirmed = false;
    const stub = await startStub((one) => {
      isConfirmed ||= !one.operation.startsWith("GET") && !/dry-run|imports$/.test(one.operation);
      return isConfirmed && one.operation === operation ? gone : answer(one);
    });
    return run([...args, "--json"], { KITH_URL: stub.url, KITH_TOKEN: "x" });
  };

  it.each([
    ["POST /imports/i1/confirm", ["import", "p.csv", "--yes"], "It may have begun", "kith status i1"],
    ["GET /imports/i1", ["import", "p.csv", "--yes"], "continues", "kith status i1"],
    ["GET /imports/i1/errors", ["import", "p.csv", "--yes", "--errors", "e"], "is done", "kith status i1"],
    ["GET /exports/e1", ["export", "c.csv"], "continues", "kith export --id e1"],
    [`POST /changes/${ID}/undo`, ["undo", ID, "--yes"], "may go on", `kith undo ${ID} --dry-run`],
  ])("at %s: says how to find the work again", async (operation, args, what, hint) => {
    const { code, err } = await losing(operation, args);
    const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "");
    expect([code, error.code]).toEqual([1, "SERVICE_UNAVAILABLE"]);
    expect(error.message).toContain(what);
    expect(error.message).toContain(hint);
  });
});
