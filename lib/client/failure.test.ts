import { expect, it } from "vitest";
import { failureOf } from "./api";
import { ApiFailure } from "./failure";
import { translator } from "./messages/catalogue";
import { en } from "./messages/en";

const t = translator(en, "en");

it("keeps what an error answer says: code, fields, request id and pause", async () => {
  const details = [{ path: ["first_name"], code: "too_small", message: "must not be empty" }];
  const body = JSON.stringify({
    code: "VALIDATION_ERROR",
    message: "first_name: must not be empty",
    details,
  });
  const failure = await failureOf(new Response(body, { status: 400, headers: { "x-request-id": "r1" } }));
  expect(failure).toMatchObject({
    status: 400,
    code: "VALIDATION_ERROR",
    requestId: "r1",
    retryAfterS: null,
  });
  expect(failure.fields()).toEqual({ first_name: "must not be empty" });
  expect(failure.say(t)).toBe("first_name: must not be empty");
});

it("says how long to wait, and survives an answer that is no JSON", async () => {
  const limited = new Response(JSON.stringify({ code: "RATE_LIMITED", message: "Too many requests" }), {
    status: 429,
    headers: { "retry-after": "7" },
  });
  expect((await failureOf(limited)).say(t)).toBe("Too many requests. The next one is possible in 7 s.");
  const page = await failureOf(new Response("<html>", { status: 502 }));
  expect(page).toMatchObject({ status: 502, code: "UNEXPECTED", message: "HTTP 502" });
  expect(ApiFailure.from(new TypeError("boom")).say(t)).toBe("boom");
});
