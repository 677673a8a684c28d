import { expect, it } from "vitest";
import { ID_LENGTH, newId, reserveIds } from "./ids";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function written(write: ReturnType<typeof reserveIds>, index: number): string {
  const bytes = Buffer.alloc(ID_LENGTH + 2, ".");
  write(index, bytes, 1);
  const text = bytes.toString("latin1");
  expect([text[0], text.at(-1)]).toEqual([".", "."]);
  return text.slice(1, -1);
}

it("makes ids that rise, whether they are made at once or reserved", () => {
  const before = [newId(), newId()];
  const [first, second] = [reserveIds(1000), reserveIds(1000)];
  const after = newId();
  const reserved = [first, second].flatMap((write) => [0, 1, 255, 999].map((index) => written(write, index)));
  const all = [...before, ...reserved, after];
  expect(all).toEqual(all.toSorted());
  expect(new Set(all).size).toBe(all.length);
  for (const id of all) expect(id).toMatch(UUID_V7);
});

it("says the moment in its first 48 bits", () => {
  const moment = Date.now() + 60_000;
  expect(Number.parseInt(newId(moment).replace("-", "").slice(0, 12), 16)).toBe(moment);
});

it("goes on rising when more are made in a millisecond than its counter holds", () => {
  const ids = Array.from({ length: 80 }, () => {
    const write = reserveIds(2 ** 20);
    return written(write, 2 ** 20 - 1);
  });
  expect(ids).toEqual(ids.toSorted());
});
