import { describe, expect, it } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { importPreview } from "@/lib/imports/schemas";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { dropEndMark, withoutEndMark } from "./end-of-file";

const ENDS: [string, string][] = [
  ["the end of DOS", "\x1a"],
  ["several of them", "\x1a\x1a\x1a"],
  ["the rest of a block", "\x1a\0\0\0"],
  ["NUL alone", "\0"],
  ["a block of NUL, longer than the text", "\0".repeat(400)],
  ["an end behind the last line end", "\r\n\x1a\0\0"],
];
const MAPPING = { email: "email", first_name: "first_name", Unsubscribed: "is_unsubscribed" };

describe("what marks the end of a file is no part of its last cell", () => {
  it.each(ENDS)("%s: a text", async (_, end) => {
    const acme = await newWorkspace();
    await importText(acme, `email,first_name\nada@x.de,Ada\nbob@x.de,Bob${end}`);
    const names = [...(await contactsOf(acme)).values()].map((one) => one.first_name);
    expect(names.sort()).toEqual(["Ada", "Bob"]);
  });

  it.each(ENDS)("%s: an opt-out", async (_, end) => {
    const acme = await newWorkspace();
    const text = `email,first_name,Unsubscribed\nada@x.de,Ada,no\nbob@x.de,Bob,yes${end}`;
    await importText(acme, text, { columnMapping: MAPPING });
    const out = [...(await contactsOf(acme)).values()].filter((one) => one.is_unsubscribed);
    expect(out.map((one) => one.email)).toEqual(["bob@x.de"]);
  });

  it.each(ENDS)("%s: neither a row nor an encoding, upload and preview alike", async (_, end) => {
    const acme = await newWorkspace();
    const bytes = Buffer.from(`email;Vorname\nada@x.de;J\x81rgen\nbob@x.de;K\x84the${end}`, "latin1");
    const reply = await uploadText(acme, bytes, "dos.csv");
    expect(reply.status).toBe(201);
    const first = importPreview.parse(reply.body);
    expect(first.preview.rows).toEqual([
      ["ada@x.de", "Jürgen"],
      ["bob@x.de", "Käthe"],
    ]);
    const again = await acme.call(preview, { params: { id: first.importId } });
    expect(again.body).toMatchObject({ preview: first.preview, encoding: first.encoding });
  });
});

it("keeps what stands before a later row, and a NUL in a column of consent is no error", async () => {
  const acme = await newWorkspace();
  const text = "email,Unsubscribed\nada@x.de,\0\nbob@x.de,yes\x1a\ncid@x.de,no\n";
  const reply = await uploadText(acme, text);
  expect(reply.status).toBe(201);
  const { preview: shown } = importPreview.parse(reply.body);
  expect(shown.rows.map(([email]) => email)).toEqual(["ada@x.de", "bob@x.de", "cid@x.de"]);
});

it("leaves UTF-16 its last byte", () => {
  const bare = Buffer.from("email\tИмя\nada@x.de\tАда\n", "utf16le");
  expect(withoutEndMark(bare)).toEqual(bare);
  const marked = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from("字\n", "utf16le")]);
  expect(withoutEndMark(marked)).toEqual(marked);
});

it("is found wherever the stream is cut", async () => {
  const bytes = Buffer.from("a\0b\x1a\n\x1a\0");
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const text = await Array.fromAsync(dropEndMark(pieces()));
    expect(Buffer.concat(text).toString()).toBe("a\0b\x1a\n");
  }
});
