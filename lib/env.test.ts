import { afterEach, expect, it, vi } from "vitest";
import { env, resetEnv } from "./env";

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

it.each([
  [
    "a mail service without its key",
    { RESEND_BASE_URL: "https://mail.example.com" },
    "RESEND_API_KEY: is missing",
  ],
  ["half an OpenID provider", { OIDC_CLIENT_ID: "kith" }, "OIDC_ISSUER: is missing"],
])("refuses %s", (_, variables, problem) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  resetEnv();
  expect(env).toThrow(problem);
});
