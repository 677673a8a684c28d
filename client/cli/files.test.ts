import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { type Asked, startStub } from "../stub";
import { fileToRead } from "./files.mjs";

/** The files that the command line reads and writes, and what is not a file. */

const program = fileURLToPath(new URL("kith.mjs", import.meta.url));
let folder = "";
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kith-cli-"));
  writeFileSync(at("p.csv"), "E-Mail\na@b.co\n");
  return () => rmSync(folder, { recursive: true });
});

const dry = {
  ...{ rows: 2, create: 1, update: 0, unchanged: 0, skip: 0, fail: 0, errors: [], etag: "e" },
  unread_consent: { rows: 0, values: [] },
  ...{ unsubscribe: 0, failed_opt_outs: 0, skipped_opt_outs: 0, stay_unsubscribed: 0, opted_out: 0 },
};
const counts = { created_rows: 1, updated_rows: 0, unchanged_rows: 0, skipped_rows: 0, failed_rows: 1 };
const made = { id: "e1", filename: "c.csv", status: "completed", processed_rows: 1, total_rows: 1 };
const answers: Record<string, { status?: number; body?: unknown }> = {
  "POST /imports": {
    status: 201,
    body: { importId: "i1", filename: "p.csv", encoding: "UTF-8", preview: { headers: ["E-Mail"] } },
  },
  "POST /imports/i1/dry-run": { body: dry },
  "POST /imports/i1/confirm": { status: 202, body: { importId: "i1" } },
  "GET /imports/i1": {
    body: { id: "i1", status: "completed", draft: null, processed_rows: 2, total_rows: 2, ...counts },
  },
  "DELETE /imports/i1": { status: 204 },
  "GET /imports/i1/errors": { body: "rejected" },
  "POST /exports": { status: 202, body: { exportId: "e1" } },
  "GET /exports/e1": { body: made },
  "GET /exports/e1/download": { body: "whole" },
};

/** Runs a line of the shell in which `kith` is the program. */
async function shell(line: string) {
  const stub = await startStub(({ operation }: Asked) => answers[operation] ?? { status: 404 });
  const { KITH_URL: _url, KITH_TOKEN: _token, ...ours } = process.env;
  const kith = `kith() { '${process.execPath}' '${program}' "$@"; }; ${line}`;
  const child = spawn("bash", ["-c", kith], {
    cwd: folder,
    env: { ...ours, XDG_CONFIG_HOME: folder, KITH_URL: stub.url, KITH_TOKEN: "x" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], out, err] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err, asked: stub.asked.map(({ operation }) => operation), bodies: stub.asked };
}

describe("a file to write", () => {
  it("is refused before anything is sent, whatever is in its place", async () => {
    writeFileSync(at("old.csv"), "kept");
    symlinkSync(at("nowhere"), at("lost.csv"));
    mkdirSync(at("sub"));
    const refused = [
      ["old.csv", "already exists: add --force"],
      ["lost.csv", "already exists: add --force"],
      ["sub", "sub is a folder"],
      ["gone/old.csv", "There is no folder gone"],
      ["p.csv/x.csv", "p.csv is not a folder"],
    ];
    for (const [path, why] of refused) {
      for (const command of [`import p.csv --yes --errors ${path}`, `export ${path}`]) {
        const got = await shell(`kith ${command}`);
        expect([command, got.code, got.asked]).toEqual([command, 2, []]);
        expect(got.err).toContain(why);
      }
    }
    expect((await shell("kith import p.csv --yes --force --errors p.csv")).err).toContain("being imported");
    expect(readFileSync(at("old.csv"), "utf8")).toBe("kept");
    expect(readFileSync(at("p.csv"), "utf8")).toContain("a@b.co");
  });

  it("replaces another one with --force, whole, with its rights and through a link", async () => {
    writeFileSync(at("old.csv"), "kept");
    chmodSync(at("old.csv"), 0o600);
    symlinkSync(at("old.csv"), at("link.csv"));
    for (const command of ["import p.csv --yes --errors", "export"]) {
      const got = await shell(`kith ${command} link.csv --force`);
      expect(got.err).not.toContain("kith:");
      expect(readFileSync(at("old.csv"), "utf8")).not.toBe("kept");
      expect(statSync(at("old.csv")).mode & 0o777).toBe(0o600);
      writeFileSync(at("old.csv"), "kept");
    }
    expect(readdirSync(folder).sort()).toEqual(["link.csv", "old.csv", "p.csv"]);
  });

  it("may be a pipe or a device, which stays one", async () => {
    spawnSync("mkfifo", [at("pipe")]);
    expect(await shell("cat pipe & kith export pipe >&2; wait")).toMatchObject({ code: 0, out: '"whole"' });
    expect((await shell("kith export /dev/null")).code).toBe(0);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect((await shell("kith export >(cat >&2)")).err).toContain("whole");
  });

  it("may be stdout, which then has nothing else", async () => {
    expect(await shell("kith import p.csv --yes --errors -")).toMatchObject({ code: 4, out: '"rejected"' });
    expect(await shell("kith export -")).toMatchObject({ code: 0, out: '"whole"' });
    expect((await shell("kith import p.csv --yes --errors - --json")).code).toBe(2);
  });

  it.skipIf(!existsSync("/dev/full"))("on a full disk does not lose what the server keeps", async () => {
    for (const command of ["export /dev/full", "export - > /dev/full", "export /dev/full --json"]) {
      const { code, err } = await shell(`kith ${command}`);
      expect([command, code, err]).toEqual([command, 1, expect.stringContaining("no space left on device")]);
      expect(err).toContain("is kept on the server. To fetch it: kith export --id e1");
      expect(err.match(/no space/g)).toHaveLength(1);
    }
    const { code, err } = await shell("kith import p.csv --yes --errors /dev/full");
    expect([code, err]).toEqual([1, expect.stringContaining("The import is done, but")]);
  });

  it("that the server named is fetched under another name if there is one already", async () => {
    writeFileSync(at("c.csv"), "kept");
    expect((await shell("kith export")).err).toContain("kith export --id e1 FILE");
  });
});

describe("a file to read", () => {
  it("is refused in words that say what it is", async () => {
    mkdirSync(at("sub"));
    writeFileSync(at("empty.csv"), "");
    symlinkSync("loop.csv", at("loop.csv"));
    const refused = [
      ["gone.csv", "There is no file gone.csv"],
      ["sub", "sub is a folder"],
      ["/dev/null", "/dev/null is a device"],
      ["empty.csv", "empty.csv is empty"],
      ["loop.csv", "loop.csv cannot be read"],
      ["- < /dev/null", "stdin is empty"],
    ];
    for (const [path, why] of refused) {
      const got = await shell(`kith import --yes ${path}`);
      expect(got.err).toContain(why);
      expect(got.code).not.toBe(0);
      expect(got.asked).toEqual([]);
    }
  });

  it.skipIf(process.getuid?.() === 0)("is refused when it may not be read", async () => {
    chmodSync(at("p.csv"), 0);
    const got = await shell("kith import p.csv --yes");
    expect([got.code, got.asked]).toEqual([2, []]);
    expect(got.err).toContain("p.csv cannot be read");
  });

  it("may be stdin or a pipe", async () => {
    for (const line of ["kith import - --yes < p.csv", "kith import <(cat p.csv) --yes"]) {
      const { code, bodies } = await shell(line);
      expect([line, code]).toEqual([line, 4]);
      expect(bodies[0]?.body).toContain("a@b.co");
    }
  });

  it("fails at its end when it has changed since, and is whole when it has not", async () => {
    const { open } = await fileToRead(at("p.csv"), new AbortController().signal);
    for (const _ of ["first", "again"]) expect(await text(open())).toBe("E-Mail\na@b.co\n");
    appendFileSync(at("p.csv"), "c@d.co\n");
    await expect(text(open())).rejects.toThrow("p.csv changed while it was read");
  });

  it("is not imported when another program still writes it", async () => {
    writeFileSync(at("p.csv"), `E-Mail\n${"a@b.co\n".repeat(6_000_000)}`);
    const got = await shell(
      "(while echo c@d.co >> p.csv; [ ! -e over ]; do sleep 0.02; done) & kith import p.csv --yes; code=$?; touch over; wait; (exit $code)",
    );
    expect([got.code, got.err]).toEqual([1, expect.stringContaining("p.csv changed while it was read")]);
    expect(got.asked).not.toContain("POST /imports/i1/confirm");
  });
});

describe("a reader that leaves early", () => {
  it("does not stop an import, and what only reads ends quietly", async () => {
    const got = await shell("(sleep 0.3; kith import p.csv --yes --errors f.csv) | true");
    expect(got.asked).toContain("POST /imports/i1/confirm");
    expect(existsSync(at("f.csv"))).toBe(true);
    expect(await shell("(sleep 0.3; kith export - ) | true")).toMatchObject({ err: "" });
  });

  it("learns that what it asked for could not be written", async () => {
    expect(await shell("kith export - > /dev/full")).toMatchObject({
      code: 1,
      err: expect.stringContaining("no space left"),
    });
  });
});
