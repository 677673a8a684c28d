import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { POST as upload } from "@/app/api/imports/route";
import { blobStore } from "@/lib/adapters/blob";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { newWorkspace } from "@/lib/testing/workspace";
import { zipOf } from "@/lib/testing/zip";
import { openUpload } from "./convert";

const CSV = "email,name\nzoe@example.com,Zoë Müller\n\nno address,Nobody\n";
const one = (content: string | Uint8Array = CSV) => ({ name: "people.csv", content });

async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(file: Uint8Array, size?: number): Promise<string> {
  const { text, close } = await openUpload(inPieces(file, size));
  try {
    return Buffer.concat(await Array.fromAsync(text)).toString();
  } finally {
    await close();
  }
}

/** Many short rows take the reader long, rows of a few hundred letters do not compress enough. */
const BOMB = Buffer.alloc(64 * 1024 * 1024, `${"a".repeat(4000)},bbb\n`);

describe("a packed file", () => {
  it("is asked about when the name of the file in it says that everybody left, and only then", async () => {
    const acme = await newWorkspace();
    const asked = async (name: string, filename = "export.zip") =>
      (await uploadText(acme, zipOf([{ ...one(), name }]), filename)).body.draft.questions;
    expect(await asked("unsubscribed_members_export.csv")).toEqual(["email"]);
    expect(await asked("members_export.csv")).toEqual([]);
    expect(await asked("members_export.csv", "peruneet.zip")).toEqual(["email"]);
  });

  it.each([
    ["gzip", gzipSync(CSV)],
    ["gzip of several members", Buffer.concat([gzipSync(CSV.slice(0, 20)), gzipSync(CSV.slice(20))])],
    ["zip", zipOf([one()])],
    ["zip, not compressed", zipOf([{ ...one(), method: 0 }])],
    [
      "zip of macOS",
      zipOf([
        { name: "list/", content: "" },
        { ...one(), name: "list/people.csv" },
        { name: "__MACOSX/list/._people.csv", content: "x" },
      ]),
    ],
    ["zip with a path that leads away", zipOf([{ ...one(), name: "../../etc/passwd" }])],
  ])("is imported as the file in it: %s", async (_, file) => {
    expect(await textOf(file, 7)).toBe(CSV);
    const acme = await newWorkspace();
    const done = await importText(acme, file);
    expect(done).toMatchObject({ created_rows: 1, failed_rows: 1, total_rows: 2, filename: "people.csv" });
    expect((await contactsOf(acme)).get("zoe@example.com")).toMatchObject({ last_name: "Müller" });
  });

  it.each([
    ["nothing", zipOf([])],
    ["several", zipOf([one(), { name: "b.csv", content: "b" }])],
    ["encrypted", zipOf([{ ...one(), flags: 1 }])],
    ["method", zipOf([{ ...one(), method: 12 }])],
    ["damaged", zipOf([one()]).subarray(0, 90)],
    ["damaged", zipOf([{ ...one(), bytes: 5 }])],
    ["damaged", zipOf([{ ...one(), bytes: 500 }])],
    ["damaged", zipOf([{ ...one(), bytes: 0xffffffff }])],
    ["damaged", gzipSync(CSV).subarray(0, 30)],
    ["ratio", gzipSync(BOMB)],
    ["ratio", zipOf([one(BOMB)])],
    [
      "opendocument",
      zipOf([
        { name: "content.xml", content: "" },
        { name: "META-INF/manifest.xml", content: "" },
      ]),
    ],
  ])("is refused by its reason, and leaves nothing: %s", async (reason, file) => {
    const acme = await newWorkspace();
    const { status, body } = await uploadText(acme, file, "people.csv.gz");
    expect([status, body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(body.details).toMatchObject({ reason });
    for await (const { key } of blobStore().list(`imports/${acme.id}/`)) expect(key).toBe("none");
  });

  it("is read where sizes and places are those of ZIP64, as some libraries write any workbook", async () => {
    expect(await textOf(zipOf([{ ...one(), isWide: true }]), 7)).toBe(CSV);
    const large = zipOf([{ ...one(), isWide: true }]);
    large.writeBigUInt64LE(2n ** 62n, large.length - 98 - 28 + 4);
    expect((await uploadText(await newWorkspace(), large)).body.details).toMatchObject({ reason: "damaged" });
  });

  it.each<[string, (table: string) => Uint8Array]>([
    ["gzip", (table) => gzipSync(table)],
    ["zip", (table) => zipOf([one(table)])],
    [
      "workbook",
      (table) => workbookOf({ sheets: { People: rowsOf(table.split("\n").map((line) => line.split(","))) } }),
    ],
  ])(
    "is refused when what is in it is larger than an upload may be, and leaves nothing: %s",
    async (_, pack) => {
      const whole = FIELD_LIMITS.uploadBytes;
      onTestFinished(() => void Object.assign(FIELD_LIMITS, { uploadBytes: whole }));
      Object.assign(FIELD_LIMITS, { uploadBytes: 500_000 });
      const rows = (count: number) =>
        `email,name\n${Array.from({ length: count }, (_, n) => `p${n}@example.com,Person ${n}`).join("\n")}`;
      const [fits, large] = [rows(10_000), rows(20_000)];
      expect([fits.length < 500_000, large.length > 500_000]).toEqual([true, true]);
      expect(pack(large).length).toBeLessThan(500_000);
      const acme = await newWorkspace();
      const refused = await uploadText(acme, pack(large));
      expect([refused.status, refused.body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
      for await (const { key } of blobStore().list(`imports/${acme.id}/`)) expect(key).toBe("none");
      expect((await uploadText(acme, pack(fits))).status).toBe(201);
    },
  );

  it("is taken from blob storage, where only what is in it stays", async () => {
    const acme = await newWorkspace();
    const pathname = `imports/${acme.id}/people.zip`;
    await blobStore().put(pathname, inPieces(zipOf([one()])));
    const { status, body } = await acme.call(upload, { body: { pathname, filename: "people.zip" } });
    expect([status, body.preview?.totalRows]).toEqual([201, 2]);
    const keys: string[] = [];
    for await (const { key } of blobStore().list(`imports/${acme.id}/`)) keys.push(key);
    expect(keys).toEqual([`imports/${acme.id}/${body.importId}.csv`]);
  });

  it.each([
    ["gzip in gzip", gzipSync(gzipSync(CSV))],
    ["a picture in a zip", zipOf([one(Buffer.from("89504e470d0a1a0a", "hex"))])],
  ])("is refused for what is in it: %s", async (_, file) => {
    const { status, body } = await uploadText(await newWorkspace(), file);
    expect([status, body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("never fails in another way than by a refusal, wherever it is cut off or a bit of it is wrong", async () => {
    for (const file of [
      gzipSync(CSV),
      zipOf([one(), { name: "list/", content: "" }]),
      zipOf([{ ...one(), isWide: true }]),
    ]) {
      for (let at = 4; at < file.length; at++) {
        for (const [how, broken] of [
          ["cut", file.subarray(0, at)],
          ["wrong", Buffer.from(file).fill((file[at] ?? 0) ^ (1 << (at % 8)), at, at + 1)],
        ] as const) {
          const outcome: unknown = await textOf(broken).catch((error: unknown) => error);
          // Parts that do not concern the content may be wrong: names, times, flags of the program that packed it.
          const right = how === "wrong" && outcome === CSV;
          if (!right && !(outcome instanceof ApiError)) throw new Error(`${how} at ${at}: ${outcome}`);
        }
      }
    }
  });
});
