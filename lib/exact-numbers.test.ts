import { expect, it } from "vitest";
import { inexactNumbers } from "./exact-numbers";

const found = (json: string) => {
  JSON.parse(json);
  return [...inexactNumbers(json)].map(({ number }) => number);
};
const places = (json: string) => {
  const paths: unknown[] = [];
  for (const { path } of inexactNumbers(json)) paths.push(path());
  return paths;
};

it("finds the numbers that a double changes, and no others", () => {
  for (const exact of [
    "0 -0 0.0 1 -1.50 123456789012345 1234567890123450000 9007199254740992 0.1 0.30000000000000004 1e23 1E+2 1.0e-7",
    "100000000000000000000000 1.7976931348623157e308 5e-324 0e999 0.000000000000000000001",
  ].flatMap((line) => line.split(" ")))
    expect(found(exact), exact).toEqual([]);
  for (const other of [
    "12345678901234567890 9007199254740993 0.1234567890123456789 1e400 -1e400 1e-400 2.5e-324",
    "1.00000000000000000001 -12345678901234567890",
  ].flatMap((line) => line.split(" ")))
    expect(found(other), other).toEqual([other]);
});

it("agrees with exact arithmetic about integers", () => {
  for (let n = 0; n < 20_000; n++) {
    const digits = Array.from({ length: 1 + (n % 25) }, () => Math.floor(Math.random() * 10)).join("");
    const number = digits.replace(/^0+(?=.)/, "");
    const isSame =
      BigInt(number) ===
      BigInt(
        String(Number(number)).replace(
          /^(\d)\.?(\d*)e\+(\d+)$/,
          (_, a, b, e) => a + b.padEnd(Number(e), "0"),
        ),
      );
    expect(found(number), number).toEqual(isSame ? [] : [number]);
  }
});

it("skips strings and their escapes", () => {
  const text = JSON.stringify({ 'a"1e999\\': '\\"1e999,{[', "1e999": "\\", b: "12345678901234567890" });
  expect(found(text)).toEqual([]);
  expect(found(`[true,false,null,${text}, 1e999 ]`)).toEqual(["1e999"]);
});

it("tells where each is", () => {
  expect(places('{"a":[1,{"b\\"c":[[],{},"x,:",1e999]}],"d":{"e":1},"f":1e999}')).toEqual([
    ["a", 1, 'b"c', 3],
    ["f"],
  ]);
  expect(places("1e999")).toEqual([[]]);
  expect(places('[{"a":{"b":1},"c":1e999},[1e999,2,1e999]]')).toEqual([
    [0, "c"],
    [1, 0],
    [1, 2],
  ]);
});

it("takes time that grows with the text alone", () => {
  const size = 1024 * 1024;
  const bodies = [
    `${"[".repeat(size)}1e999${"]".repeat(size)}`,
    `${'{"a":'.repeat(size / 4)}1e999${"}".repeat(size / 4)}`,
    `["${"\\\\".repeat(size)}",1e999]`,
    `[1${"0".repeat(size)}1]`,
    `[0.${"0".repeat(size)}1${"0".repeat(size)}]`,
    `["${"x".repeat(size)}${'",1e999,"'.repeat(size / 8)}"]`,
  ];
  for (const body of bodies) {
    const start = performance.now();
    expect(inexactNumbers(body).next().value?.path().length).toBeLessThan(17);
    for (const _ of inexactNumbers(body));
    expect(performance.now() - start, body.slice(0, 20)).toBeLessThan(3000);
  }
});
