import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { authenticate } from "@/lib/identity/authenticate";
import { publishableKey, resetIdentity, statelessClient } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { GET as mail } from "../resend/[...path]/route";
import { POST as provision } from "./provision/route";
import { GET as identity } from "./v1/[...path]/route";

beforeAll(() => setDelivery(() => Promise.reject(new Error("the webhook is lost"))));
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
  resetIdentity();
});

function stub(name: string, value: string) {
  vi.stubEnv(name, value);
  resetEnv();
}

const ask = (path: string, headers: Record<string, string>) =>
  new Request(`http://localhost${path}`, { headers });

describe("POST /auth/provision", () => {
  const call = (authorization: string) =>
    provision(new Request("http://localhost/auth/provision", { method: "POST", headers: { authorization } }));

  it("gives a user whose webhook was lost a workspace, once", async () => {
    const sdk = statelessClient(publishableKey());
    const { data } = await sdk.auth.signUp({
      email: `p-${randomUUID()}@example.com`,
      password: "correct horse",
    });
    const bearer = `Bearer ${data.session?.access_token}`;
    await expect(authenticate(bearer)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const [first, second] = await Promise.all([call(bearer), call(bearer)]);
    const body = await first.json();
    expect([first.status, second.status, await second.json()]).toEqual([200, 200, body]);
    expect(await authenticate(bearer)).toMatchObject({ workspaceId: body.workspace_id });
  });

  it("refuses strangers", async () => {
    for (const bearer of ["", "Bearer a.b.c", `Bearer ${publishableKey()}`]) {
      expect((await call(bearer)).status).toBe(401);
    }
  });
});

describe("the embedded identity provider's mount", () => {
  it("serves while no hosted project is set, and is not there otherwise", async () => {
    const request = () => ask("/auth/v1/health", { apikey: publishableKey(), "x-forwarded-for": "10.0.0.1" });
    expect((await identity(request())).status).toBe(200);
    stub("SUPABASE_URL", "https://project.example");
    expect((await identity(request())).status).toBe(404);
  });
});

describe("the embedded mail service's mount", () => {
  const list = async (headers: Record<string, string>) => {
    const request = ask("/resend/emails", { authorization: "Bearer re_test_key", ...headers });
    return (await mail(request, { params: Promise.resolve({ path: ["emails"] }) })).status;
  };

  it("serves this machine alone, whatever the number of proxies", async () => {
    for (const hops of ["0", "1", "2"]) {
      stub("TRUSTED_PROXY_HOPS", hops);
      for (const address of ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"]) {
        expect([hops, address, await list({ "x-forwarded-for": address })]).toEqual([hops, address, 200]);
      }
      for (const address of ["8.8.8.8", "10.0.0.1", "", "localhost"]) {
        expect([hops, address, await list({ "x-forwarded-for": address })]).toEqual([hops, address, 404]);
      }
    }
    stub("TRUSTED_PROXY_HOPS", "1");
    expect(await list({ "x-forwarded-for": "127.0.0.1, 8.8.8.8" })).toBe(404);
  });

  it("is not there when mail is real", async () => {
    stub("RESEND_API_KEY", "re_live_key");
    expect(await list({ "x-forwarded-for": "127.0.0.1" })).toBe(404);
  });
});
