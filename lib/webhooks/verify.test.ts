import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { verifyWebhook } from "./verify";

const key = randomBytes(32).toString("base64");
const secret = `v1,whsec_${key}`;
const now = Date.parse("2026-11-20T12:00:00Z");
const body = JSON.stringify({ type: "INSERT", record: { email: "zoë@example.com" } });
const stamp = (offsetS = 0) => String(Math.floor(now / 1000) + offsetS);

beforeAll(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

type Headers3 = Record<string, string | undefined>;

/** Signed by the reference library, not by our own code. */
function signed(id = "msg_1", timestamp = stamp(), text = body, base64 = key): Headers3 {
  const signature = new Webhook(`whsec_${base64}`).sign(id, new Date(Number(timestamp) * 1000), text);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
}

function accepts(
  headers: Headers3,
  text: string | Uint8Array = body,
  configured: string | undefined = secret,
): boolean {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  try {
    verifyWebhook({ get: (name) => headers[name] ?? null }, bytes, configured);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
    return false;
  }
}

describe("a webhook", () => {
  it("is accepted with a signature of the reference library", () => {
    expect(accepts(signed())).toBe(true);
    expect(accepts(signed("msg_2", stamp(), "{}"), "{}")).toBe(true);
  });

  it("is accepted up to five minutes early or late", () => {
    for (const offset of [-300, -299, 299, 300]) expect(accepts(signed("a", stamp(offset)))).toBe(true);
  });

  it("is accepted under either of two secrets, and with several signatures however they are joined", () => {
    const other = randomBytes(32).toString("base64");
    const both = `v1,whsec_${other}|${secret}`;
    expect(accepts(signed(), body, both)).toBe(true);
    expect(accepts(signed("b", stamp(), body, other), body, both)).toBe(true);
    const [mine, theirs] = [
      signed()["webhook-signature"],
      signed("msg_1", stamp(), body, other)["webhook-signature"],
    ];
    for (const joined of [`${theirs} ${mine}`, `${theirs}, ${mine}`, `v1a,AAAA ${mine}`]) {
      expect(accepts({ ...signed(), "webhook-signature": joined })).toBe(true);
    }
  });

  it("is accepted with the secret as bearer token", () => {
    expect(accepts({ authorization: `Bearer ${secret}` })).toBe(true);
    expect(accepts({ authorization: "Bearer a-plain-secret-1234" }, body, "a-plain-secret-1234")).toBe(true);
  });

  it("is refused in sixty mutations", () => {
    const accepted = mutations().filter(([, headers, text, configured]) =>
      accepts(headers, text, configured),
    );
    expect(accepted.map(([name]) => name)).toEqual([]);
    expect(mutations()).toHaveLength(60);
  });
});

type Mutation = [name: string, headers: Headers3, body?: string | Uint8Array, configured?: string];

function mutations(): Mutation[] {
  return [...ofSignature(), ...ofOthers(), ...ofBearer()];
}

function ofSignature(): Mutation[] {
  const good = signed();
  const signature = good["webhook-signature"] ?? "";
  const raw = signature.slice(3);
  const withSignature = (value: string | undefined) => ({ ...good, "webhook-signature": value });
  const other = randomBytes(32).toString("base64");
  const hmac = (algorithm: string, text: string, k: Buffer | string = Buffer.from(key, "base64")) =>
    `v1,${createHmac(algorithm, k).update(text).digest("base64")}`;
  const content = `msg_1.${stamp()}.${body}`;
  return [
    ["unsigned", withSignature(undefined)],
    ["empty", withSignature("")],
    ["a blank", withSignature(" ")],
    ["version only", withSignature("v1,")],
    ["without version", withSignature(raw)],
    ["version 0", withSignature(`v0,${raw}`)],
    ["version 2", withSignature(`v2,${raw}`)],
    ["version 1a", withSignature(`v1a,${raw}`)],
    ["version V1", withSignature(`V1,${raw}`)],
    ["v1= as of other schemes", withSignature(`v1=${raw}`)],
    ["truncated by one", withSignature(signature.slice(0, -1))],
    ["truncated by half", withSignature(signature.slice(0, 25))],
    ["without padding", withSignature(signature.replace("=", ""))],
    ["with a letter more", withSignature(`${signature}A`)],
    ["with a comma and more", withSignature(`${signature},AAAA`)],
    ["first letter changed", withSignature(`v1,${raw.startsWith("A") ? "B" : "A"}${raw.slice(1)}`)],
    ["case changed", withSignature(`v1,${swapCase(raw)}`)],
    ["reversed", withSignature(`v1,${[...raw].reverse().join("")}`)],
    ["in hex", withSignature(`v1,${Buffer.from(raw, "base64").toString("hex")}`)],
    ["in another alphabet", withSignature(`v1,${raw.replace(/[+/=]/g, "_")}`)],
    ["twice base64", withSignature(`v1,${Buffer.from(raw).toString("base64")}`)],
    ["all zero", withSignature(`v1,${Buffer.alloc(32).toString("base64")}`)],
    ["of a stranger's key", signed("msg_1", stamp(), body, other)],
    [
      "of strangers' keys, several",
      withSignature(
        [1, 2, 3]
          .map(() => signed("msg_1", stamp(), body, randomBytes(32).toString("base64"))["webhook-signature"])
          .join(" "),
      ),
    ],
    ["SHA-1", withSignature(hmac("sha1", content))],
    ["SHA-512", withSignature(hmac("sha512", content))],
    ["keyed by the secret's text", withSignature(hmac("sha256", content, key))],
    ["keyed by the whole secret", withSignature(hmac("sha256", content, secret))],
    ["keyed by nothing", withSignature(hmac("sha256", content, ""))],
    ["over the body alone", withSignature(hmac("sha256", body))],
    ["over time and body", withSignature(hmac("sha256", `${stamp()}.${body}`))],
    ["over id and body", withSignature(hmac("sha256", `msg_1.${body}`))],
    ["over another order", withSignature(hmac("sha256", `${stamp()}.msg_1.${body}`))],
  ];
}

function ofOthers(): Mutation[] {
  const good = signed();
  return [
    ["id missing", { ...good, "webhook-id": undefined }],
    ["id empty", { ...good, "webhook-id": "" }],
    ["id of another message", { ...good, "webhook-id": "msg_2" }],
    ["id with a blank", { ...good, "webhook-id": "msg_1 " }],
    ["time missing", { ...good, "webhook-timestamp": undefined }],
    ["time of another message", { ...good, "webhook-timestamp": stamp(1) }],
    ["time followed by junk", { ...good, "webhook-timestamp": `${stamp()}junk` }],
    ["time with a sign", { ...good, "webhook-timestamp": `+${stamp()}` }],
    ["time with a fraction", { ...good, "webhook-timestamp": `${stamp()}.0` }],
    ["time with a leading zero", { ...good, "webhook-timestamp": `0${stamp()}` }],
    ["time as a word", { ...good, "webhook-timestamp": "now" }],
    ["301 seconds old", signed("msg_1", stamp(-301))],
    ["a day old", signed("msg_1", stamp(-86_400))],
    ["301 seconds ahead", signed("msg_1", stamp(301))],
    ["a year ahead", signed("msg_1", stamp(31_536_000))],
    ["body empty", good, ""],
    ["body with a blank more", good, `${body} `],
    [
      "body in another key order",
      good,
      JSON.stringify({ record: { email: "zoë@example.com" }, type: "INSERT" }),
    ],
    ["body re-escaped", good, body.replace("ë", "\\u00eb")],
    ["body with a NUL more", good, Buffer.concat([Buffer.from(body), Buffer.from([0])])],
    ["no secret configured", good, body, ""],
    ["only separators configured", good, body, " | |"],
  ];
}

function ofBearer(): Mutation[] {
  return [
    ["bearer of nothing", { authorization: "Bearer " }, body, ""],
    ["bearer undefined", { authorization: "Bearer undefined" }, body, ""],
    ["bearer of half the secret", { authorization: `Bearer ${secret.slice(0, 20)}` }],
    ["bearer in lower case", { authorization: `bearer ${secret}` }],
    ["a short secret as bearer", { authorization: "Bearer short" }, body, "short"],
  ];
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}
