import fc from "fast-check";
import { expect, it } from "vitest";
import { Dialogue } from "./dialogue";

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ready = message("Z", Buffer.from("I"));
const failed = message("Z", Buffer.from("E"));
const key = message("K", Buffer.from([0, 0, 4, 210, 1, 2, 3, 4]));
const copyIn = message("G", Buffer.from([0, 0, 1, 0, 0]));
const notice = message("N", Buffer.from("SWARNING\0\0"));
const row = message("D", Buffer.alloc(300, "Z"));

it("knows whose turn it is, however the messages are cut into chunks", () => {
  const step = fc.constantFrom(ready, failed, copyIn, notice, row, key, message("I", Buffer.alloc(0)));
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (steps, sizes) => {
        const whole = new Dialogue();
        for (const one of steps) whole.received(one);
        const cut = new Dialogue();
        let rest = Buffer.concat(steps);
        for (let n = 0; rest.length > 0; n++) {
          const size = sizes[n % Math.max(1, sizes.length)] ?? 7;
          cut.received(rest.subarray(0, size));
          rest = rest.subarray(size);
        }
        expect([cut.turn, cut.copyingIn, cut.transaction, cut.processId, cut.idle]).toEqual([
          ...[whole.turn, whole.copyingIn, whole.transaction, whole.processId, whole.idle],
        ]);
      },
    ),
  );
});

it("follows start-up, a query, a failed transaction and a COPY", () => {
  const dialogue = new Dialogue();
  const state = () => [dialogue.turn, dialogue.idle];
  expect(state()).toEqual(["server", false]);
  dialogue.received(Buffer.concat([key, ready]));
  expect([dialogue.processId, ...state()]).toEqual([1234, "client", true]);
  dialogue.received(notice);
  expect(state()).toEqual(["client", true]);
  dialogue.sent(Buffer.from("Q"));
  expect(state()).toEqual(["server", false]);
  dialogue.received(Buffer.concat([row, failed]));
  expect(state()).toEqual(["client", false]);
  dialogue.sent(Buffer.from("Q"));
  dialogue.received(copyIn);
  dialogue.sent(Buffer.from("d"));
  expect([dialogue.copyingIn, ...state()]).toEqual([true, "client", false]);
  dialogue.sent(Buffer.from("c"));
  expect([dialogue.copyingIn, ...state()]).toEqual([false, "server", false]);
});

it("knows that the server does not answer to the end of a COPY that is over, but to what follows it", () => {
  const dialogue = new Dialogue();
  const copyFail = message("f", Buffer.from("\0"));
  dialogue.received(ready);
  dialogue.sent(copyFail);
  dialogue.sent(Buffer.concat([message("d", Buffer.from("x")), copyFail]));
  expect([dialogue.turn, dialogue.idle]).toEqual(["client", true]);
  dialogue.sent(Buffer.concat([copyFail, message("Q", Buffer.from("select 1\0"))]));
  expect([dialogue.turn, dialogue.idle]).toEqual(["server", false]);
});

it("is not to be lent again after a statement that failed among its rows, until another ended", () => {
  const [done, error] = [message("C", Buffer.from("SELECT 1\0")), message("E", Buffer.from("SERROR\0\0"))];
  const after = (...messages: Buffer[]) => {
    const dialogue = new Dialogue();
    for (const one of messages) dialogue.received(one);
    return dialogue.idle;
  };
  expect(after(row, done, ready)).toBe(true);
  expect(after(error, ready)).toBe(true);
  expect(after(row, error, ready)).toBe(false);
  expect(after(row, error, failed, done, ready)).toBe(true);
});
