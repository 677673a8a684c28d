import { expect, it } from "vitest";
import { headerLine, oneLine } from "./header-line";

const broken = [
  ...["a\r\nBcc: x@y.z", "a\nb", "a\rb", "a\u0001b", "a\tb", "a\u0085b", "a\u2028b", "a\u2029b", "a\0b"],
  ...["=?utf-8?q?=0d=0aBcc:x?=", "a =?UTF-8?B?DQpCY2M6eA==?= b"],
];

it.each(broken)("%j is no header line, and is made into one", (text) => {
  expect(headerLine.safeParse(text).success).toBe(false);
  expect(headerLine.safeParse(oneLine(text, 100)).success).toBe(true);
});

it.each(["Import = done?", "a=?b", "Müller & Co. <a@b.co>", "1 =? 2"])("%j is one", (text) => {
  expect(headerLine.safeParse(text).success).toBe(true);
});
