import { expect, it } from "vitest";
import { readJson } from "./body";

/** A body as the server passes it on when the sender disconnects in the middle. */
function cutOff(start: string): Request {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", headers, body, duplex: "half" } as const;
  return new Request("http://localhost/api", sent);
}

it("takes a body that is cut off for a bad one, not for a failure of ours", async () => {
  for (const start of ["", '{"name":', '{"name":"a"}']) {
    await expect(readJson(cutOff(start))).rejects.toMatchObject({ code: "INVALID_JSON" });
  }
});

it("still tells a body that is too large before it was cut off", async () => {
  await expect(readJson(cutOff("x".repeat(1024 * 1024 + 1)))).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
  });
});

it("says that a body must not be compressed, instead of calling it invalid JSON", async () => {
  const sent = (coding: string) =>
    new Request("http://localhost/api", {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": coding },
      body: "{}",
    });
  for (const coding of ["gzip", "br", "GZIP, identity"]) {
    await expect(readJson(sent(coding))).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: expect.stringContaining("Content-Encoding"),
    });
  }
  await expect(readJson(sent("identity"))).resolves.toEqual({});
});
