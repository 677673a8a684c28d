import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import type { Connection } from "@/lib/http/connection";
import { authenticate } from "@/lib/identity/authenticate";
import { publishableKey, resetIdentity, statelessClient } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { onConnection } from "@/lib/testing/connection";
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
  const list = async (wire: Partial<Connection>, headers: Record<string, string> = {}) => {
    const request = ask("/resend/emails", { authorization: "Bearer re_test_key", ...headers });
    const params = Promise.resolve({ path: ["emails"] });
    return onConnection(wire, async () => (await mail(request, { params })).status);
  };

  it("serves this machine alone, whatever it listens on and whatever headers say", async () => {
    for (const peer of ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"]) {
      expect([peer, await list({ peer, listensOn: "0.0.0.0" })]).toEqual([peer, 200]);
    }
    expect(await list({ peer: "192.0.2.7", own: "192.0.2.7", listensOn: "192.0.2.7" })).toBe(200);
    for (const peer of ["8.8.8.8", "192.0.2.8", "", "localhost"]) {
      const forged = { "x-forwarded-for": "127.0.0.1" };
      const wire = { peer, own: "192.0.2.7", listensOn: "0.0.0.0", forwardedFor: "127.0.0.1" };
      expect([peer, await list(wire, forged)]).toEqual([peer, 404]);
    }
  });

  it("is not there for whom a proxy asks, nor where the connection is not known", async () => {
    expect(await list({ forwardedFor: "8.8.8.8" })).toBe(404);
    expect(await list({ forwardedFor: "8.8.8.8, 127.0.0.1" })).toBe(404);
    const request = ask("/resend/emails", { authorization: "Bearer re_test_key" });
    expect((await mail(request, { params: Promise.resolve({ path: ["emails"] }) })).status).toBe(404);
  });

  it("is not there when mail is real", async () => {
    stub("RESEND_API_KEY", "re_live_key");
    expect(await list({})).toBe(404);
  });
});
