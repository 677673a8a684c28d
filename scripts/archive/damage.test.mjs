import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { Failure } from "../lib/failure.mjs";
import { temporaryFolder } from "../testing/databases.mjs";
import { present } from "../testing/present.mjs";
import { workspaceFixture } from "../testing/workspace-fixture.mjs";
import { backup } from "./backup.mjs";
import { createArchive } from "./container.mjs";
import { openArchive } from "./restore.mjs";
import { tarHeader, tarPadding } from "./tar.mjs";
import { verifyArchive } from "./verify.mjs";

const folder = temporaryFolder();
const whole = join(folder, "whole.kith");
const broken = join(folder, "broken.kith");
const progress = () => {};
/** @type {Buffer} */
let bytes;

beforeAll(async () => {
  await workspaceFixture();
  await backup({ url: present(process.env.DATABASE_URL), file: whole, progress });
  bytes = readFileSync(whole);
});

/** @param {string | Uint8Array} content */
const look = async (content) => {
  writeFileSync(broken, content);
  return verifyArchive(broken);
};

it("refuses an archive that is cut off, wherever", async () => {
  const places = [0, 1, 9, 20, bytes.length - 1, bytes.length - 9];
  for (let n = 0; n < 20; n++) places.push(randomInt(bytes.length));
  for (const at of places) await expect(look(bytes.subarray(0, at)), `at ${at}`).rejects.toThrow(Failure);
});

it("refuses an archive with one flipped bit, wherever in what is packed", async () => {
  const plain = gunzipSync(bytes);
  let refused = 0;
  for (let n = 0; n < 60; n++) {
    const at = 10 + randomInt(bytes.length - 10); // the first ten bytes are the packer's name and time
    const changed = Buffer.from(bytes);
    changed[at] = present(changed[at]) ^ (1 << randomInt(8));
    // Another distance within a run of zeros decompresses to the same bytes.
    if (unpacked(changed)?.equals(plain)) continue;
    await expect(look(changed), `at ${at}`).rejects.toThrow(Failure);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(30);
});

/** @param {Buffer} packed */
function unpacked(packed) {
  try {
    return gunzipSync(packed);
  } catch {
    return null;
  }
}

it("refuses one whose content was changed and packed again", async () => {
  const plain = gunzipSync(bytes);
  const at = plain.indexOf("ada@example.com");
  plain.write("eve", at);
  await expect(look(gzipSync(plain))).rejects.toThrow("not what its manifest says");
});

it("refuses one with a file, or a part, that its manifest does not name", async () => {
  const plain = gunzipSync(bytes);
  for (const name of ["files/imports/stranger.csv", "tables/public.strangers/00000001.copy", "../../etc/x"]) {
    const extra = Buffer.concat([tarHeader(name, 1), Buffer.from("x"), tarPadding(1)]);
    await expect(look(gzipSync(Buffer.concat([extra, plain]))), name).rejects.toThrow(Failure);
    const end = plain.length - 1024;
    const behind = Buffer.concat([plain.subarray(0, end), extra, plain.subarray(end)]);
    await expect(look(gzipSync(behind)), name).rejects.toThrow(Failure);
  }
});

/**
 * An archive of JSON entries, whatever their content.
 * @param {[name: string, value: unknown][]} entries
 */
async function made(entries) {
  const file = join(folder, `made-${randomInt(1e9)}.kith`);
  await createArchive(file, async (archive) => {
    for (const [name, value] of entries) await archive.addJson(name, value);
  });
  return file;
}

it("says so of what is no archive, of another format and of a newer version", async () => {
  await expect(look("email,name\nada@example.com,Ada\n")).rejects.toThrow("not an archive");
  await expect(look(gzipSync("email,name\n"))).rejects.toThrow(Failure);
  const stranger = await made([["package.json", {}]]);
  await expect(verifyArchive(stranger)).rejects.toThrow("not an archive of Kith");
  const future = await made([["kith-archive.json", { format: 2, product: "kith 9.0.0" }]]);
  await expect(verifyArchive(future)).rejects.toThrow("format 2 (written by kith 9.0.0)");
  const newer = await made([
    ["kith-archive.json", { format: 1 }],
    ["manifest.json", { format: 1, product: "kith 9.0.0", migration: "9999_future", tables: [], files: [] }],
  ]);
  await expect(openArchive(newer, undefined, progress)).rejects.toThrow("newer version (kith 9.0.0");
  await expect(verifyArchive(join(folder, "none"))).rejects.toThrow("There is no file");
});

it.each([
  { format: 2, tables: [], files: [] },
  { format: 1, tables: null, files: [] },
  { format: 1, tables: [null], files: [] },
  { format: 1, tables: [], files: [{}] },
  { format: 1, migration: { name: 1 }, tables: [], files: [] },
])("says so of a manifest that is none: %j", async (manifest) => {
  const file = await made([
    ["kith-archive.json", { format: 1 }],
    ["manifest.json", manifest],
  ]);
  await expect(verifyArchive(file)).rejects.toThrow("its manifest is not one of format 1");
});
