import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { pg, withConnection } from "@/db/client";
import { copyFrom } from "@/lib/imports/engine/staging";

it("answers the next statement after a COPY whose end came while its reader was slow", async () => {
  for (let bytes = 40_000; bytes <= 200_000; bytes += 5_000) {
    const read = await withConnection(async (connection) => {
      const rows = Math.floor(bytes / 1000);
      const text = `copy (select repeat('x', 999) from generate_series(1, ${rows})) to stdout`;
      const stream = await connection.unsafe(text).readable();
      await sleep(5);
      let size = 0;
      for await (const chunk of stream) size += chunk.length;
      const [row] = await connection<{ size: number }[]>`select ${size}::int as size`;
      return row?.size;
    });
    expect(read).toBe(bytes);
  }
});

/** Longer than the time limit for a silent server. */
const LONG_MS = 3_000;

it("keeps the connection of a transaction that does nothing for a while after a COPY", async () => {
  const count = await pg().begin(async (tx) => {
    await tx`create temp table copied (n int) on commit drop`;
    await copyFrom(tx, "copy copied from stdin", [Buffer.from("1\n2\n")]);
    await sleep(LONG_MS);
    return (await tx`select from copied`).length;
  });
  expect(count).toBe(2);
});
