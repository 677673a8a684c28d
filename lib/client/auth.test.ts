import { describe, expect, it } from "vitest";
import { flowLink, safeNext } from "./auth";

it("goes on to paths of this site only", () => {
  expect(safeNext("/contacts?q=a#top")).toBe("/contacts?q=a#top");
  for (const elsewhere of [
    null,
    "",
    "contacts",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]) {
    expect(safeNext(elsewhere), String(elsewhere)).toBe("/");
  }
});

describe("the page of a mailed link", () => {
  const link = (next: string, token_hash = "pkce_abc") =>
    new URLSearchParams({ token_hash, type: "magiclink", next });

  it("sends the browser that asked on to the provider", () => {
    const next = "/auth/callback?next=%2Ftags&sb_flow_id=flow12345";
    const target = flowLink(link(next), "a=b; kith-auth-flow-flow12345-code-verifier=x");
    expect(target).toBe(
      `/auth/v1/verify?${new URLSearchParams({ token: "pkce_abc", type: "magiclink", redirect_to: next })}`,
    );
    const bare = flowLink(link("/tags"), "__Host-kith-auth-code-verifier=x");
    expect(bare).toContain(encodeURIComponent("/auth/callback?next=%2Ftags"));
  });

  it("leaves the link alone in every other browser", () => {
    expect(flowLink(link("/tags"), "kith-auth=x")).toBe("elsewhere");
    expect(flowLink(link("/auth/callback?sb_flow_id=flow12345"), "kith-auth-code-verifier=x")).toBe(
      "elsewhere",
    );
  });

  it("goes by the hosted provider where there is one, which takes it from other browsers too", () => {
    const hosted = { provider: "https://project.example", site: "https://kith.example" };
    const target = flowLink(link("/tags"), "kith-auth-code-verifier=x", hosted) ?? "";
    const redirect_to = "https://kith.example/auth/callback?next=%2Ftags";
    expect(target).toBe(
      `https://project.example/auth/v1/verify?${new URLSearchParams({ token: "pkce_abc", type: "magiclink", redirect_to })}`,
    );
    expect(flowLink(link("/tags"), "kith-auth=x", hosted)).toBeNull();
  });

  it("leads nowhere else", () => {
    const target = flowLink(link("//evil.example"), "kith-auth-code-verifier=x") ?? "";
    expect(new URLSearchParams(target.split("?")[1]).get("redirect_to")).toBe("/auth/callback?next=%2F");
    expect(flowLink(link("/", "abc"), "kith-auth-code-verifier=x")).toBeNull();
  });
});
