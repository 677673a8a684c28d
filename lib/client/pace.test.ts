import { expect, it } from "vitest";
import { backgroundDelayMs, noteRequest } from "./pace";

it("lets background work send 75 requests in any minute and leaves the rest to the user", () => {
  const start = 1_000_000;
  for (let sent = 0; sent < 74; sent++) noteRequest(start + sent);
  expect(backgroundDelayMs(start + 100)).toBe(0);
  noteRequest(start + 100);
  expect(backgroundDelayMs(start + 100)).toBe(60_000 - 100);
  expect(backgroundDelayMs(start + 60_000)).toBe(0);
});
