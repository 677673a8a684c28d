import { expect, it } from "vitest";
import { PUT as updateSettings } from "@/app/api/settings/route";
import { newWorkspace } from "@/lib/testing/workspace";

const { call } = await newWorkspace("origins");
const allow = (allowed_origins: string[]) => call(updateSettings, { body: { allowed_origins } });
const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;

it.each([
  ["http://localhost:5173"],
  [" HTTPS://App.Example.com:443 ", "https://app.example.com"],
  ["http://a.example:80", "http://a.example"],
  ["https://a.example:65535"],
  ["https://[::1]:8443"],
  ["https://[2001:DB8:0::1]", "https://[2001:db8::1]"],
  ["http://127.0.0.1:3000"],
  ["https://münchen.example", "https://xn--mnchen-3ya.example"],
  ["https://xn--mnchen-3ya.example"],
  ["http://my_app"],
  [`https://${longest}:65535`],
])("%s is an origin", async (written, stored = written) => {
  expect((await allow([written])).body.allowed_origins).toEqual([stored]);
});

it.each([
  ["nothing", ""],
  ["a pattern", "*"],
  ["a pattern of hosts", "https://*.example.com"],
  ["no origin", "null"],
  ["no scheme", "example.com"],
  ["another scheme", "ftp://a.example"],
  ["no host", "https://"],
  ["NUL before it", "\0https://a.example"],
  ["NUL after it", "https://a.example\0"],
  ["NUL within", "https://a\0b.example"],
  ["a line end within", "https://a.exa\nmple"],
  ["a tab within", "https://a.exam\tple"],
  ["what nobody sees", "https://a\u00adb.example"],
  ["two dots", "https://a..com"],
  ["a dot before", "https://.a.com"],
  ["a dot after", "https://a.com."],
  ["a hyphen before", "https://-a.com"],
  ["a hyphen after", "https://a-.com"],
  ["a label too long", `https://${"a".repeat(64)}.com`],
  ["a host too long", `https://${longest}dd`],
  ["a host that is too long as it is sent", `https://${"münchen-und-".repeat(18)}a.example`],
  ["a port too high", "https://a.com:99999"],
  ["port 0", "https://a.com:0"],
  ["no port", "https://a.com:"],
  ["a name as port", "https://a.com:http"],
  ["a slash", "https://a.com/"],
  ["a path", "https://a.com/x"],
  ["a path that leads back", "https://a.com/x/.."],
  ["a backslash", "https://a.com\\"],
  ["a query", "https://a.com?x"],
  ["a fragment", "https://a.com#x"],
  ["a user", "https://u@a.com"],
  ["a user without a name", "https://@a.com"],
  ["a password", "https://u:p@a.com"],
  ["an encoded host", "https://a%2ecom"],
  ["an IPv4 that is none", "https://1.2.3.256"],
  ["an IPv6 that is none", "https://[::g]"],
  ["an IPv6 with a zone", "https://[fe80::1%25eth0]"],
  ["two origins", "https://a.com,https://b.com"],
])("%s is not", async (_, written) => {
  const { status, body } = await allow(["https://fine.example", written]);
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.details).toEqual([
    expect.objectContaining({
      path: ["allowed_origins", 1],
      message: expect.stringMatching(/^must be an origin like https:\/\/app\.example\.com$|at most 270/),
    }),
  ]);
});

it("of origins there are 20 at most, each once", async () => {
  const many = Array.from({ length: 21 }, (_, n) => `https://a${n}.example`);
  expect((await allow(many)).status).toBe(400);
  const { body } = await allow(["https://a.example", "https://A.example:443"]);
  expect(body.allowed_origins).toEqual(["https://a.example"]);
});
