import { expect, it } from "vitest";
import { GET as changes } from "@/app/api/imports/[id]/changes/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** Any cut of a text may be between the halves of a surrogate pair. */
it.each([0, 1, 2, 3])(
  "takes signs of two halves anywhere in header and cells, moved by %i",
  async (shift) => {
    const acme = await newWorkspace();
    const long = `${"x".repeat(shift)}${"👎🏽".repeat(150)}`;
    const headers = [
      "email",
      "Newsletter",
      "Status",
      "Tags",
      "first_name",
      "phone",
      "notes",
      "Unsubscribe reason",
      long,
    ];
    const row = (n: number) =>
      [
        `p${n}@example.com`,
        ...headers.slice(1).map((_, at) => `"${n % 2 ? long : ["no", "active", "vip"][at % 3]}, nein danke"`),
      ].join(",");
    const bad = [`"${long}"`, ...headers.slice(1).map(() => `"${long}"`), long].join(",");
    const file = [
      `"${long}"`,
      headers.map((h) => `"${h}"`).join(","),
      ...Array.from({ length: 30 }, (_, n) => row(n)),
      bad,
    ].join("\n");
    const up = await uploadText(acme, file, `${long}.csv`);
    expect(up.status, JSON.stringify(up.body)).toBe(201);
    const params = { id: up.body.importId };
    expect((await acme.call(preview, { params })).status).toBe(200);
    const dry = await acme.call(dryRun, { params });
    expect(dry.status, JSON.stringify(dry.body).slice(0, 300)).toBe(200);
    expect((await acme.call(changes, { params })).status).toBe(200);
    expect(JSON.stringify([up.body, dry.body]).match(/\\ud[89a-f]/)).toBeNull();
  },
);
