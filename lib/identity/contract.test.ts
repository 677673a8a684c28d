import { createServerClient } from "@supabase/ssr";
import { createClient } from "@supabase/supabase-js";
import { afterAll, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { contractTools, projectsUnderTest } from "@/lib/testing/identity-contract";
import { realtime } from "./transport";

/** What the product relies on in an identity provider, tested through the unmodified SDKs: sessions, tokens, links and codes. */
describe.each(projectsUnderTest())("the $name identity provider", (project) => {
  const { client, admin, password, newEmail, newUser, signedIn, created, deleteUsers } =
    contractTools(project);

  /** Moves the session's past back far enough that no tolerance for racing clients is left. */
  async function letReuseWindowPass() {
    if (project.name === "hosted") await new Promise((resolve) => setTimeout(resolve, 11_000));
    else await pg()`update identity.sessions set refreshed_at = refreshed_at - interval '1 minute'`;
  }

  afterAll(deleteUsers);

  it("signs up, names the user of the token, and signs out", async () => {
    const email = newEmail();
    const sdk = client();
    const signUp = await sdk.auth.signUp({ email, password, options: { data: { name: "Ada" } } });
    expect(signUp.error).toBeNull();
    created.push(signUp.data.user?.id ?? "");
    if (!signUp.data.session) await admin.updateUserById(signUp.data.user?.id ?? "", { email_confirm: true });

    const { session } = await signedIn(email);
    expect(session).toMatchObject({ token_type: "bearer", expires_in: expect.any(Number) });
    const asked = await client().auth.getUser(session.access_token);
    expect(asked.data.user).toMatchObject({
      id: signUp.data.user?.id,
      email,
      aud: "authenticated",
      role: "authenticated",
      user_metadata: { name: "Ada" },
      app_metadata: { provider: "email", providers: ["email"] },
    });

    await admin.signOut(session.access_token, "global");
    const after = await client().auth.getUser(session.access_token);
    expect(after.error?.name).toBe("AuthSessionMissingError");
  });

  it("signs tokens that getClaims verifies by the published key alone", async () => {
    const { email, id } = await newUser();
    const { session } = await signedIn(email);
    const { data, error } = await client().auth.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({
      sub: id,
      email,
      aud: "authenticated",
      role: "authenticated",
      aal: "aal1",
    });
    const [head, body, signature = ""] = session.access_token.split(".");
    const forged = `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    expect((await client().auth.getClaims(forged)).error).not.toBeNull();
    expect((await client().auth.getUser(forged)).error?.status).toBe(403);
  });

  it("rotates refresh tokens, and lets a client whose answer was lost ask again", async () => {
    const { email } = await newUser();
    const { session } = await signedIn(email);
    const first = await client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(first.error).toBeNull();
    expect(first.data.session?.refresh_token).not.toBe(session.refresh_token);
    const again = await client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(again.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
  });

  it("ends the session for thief and owner when a used-up refresh token comes back", {
    timeout: 40_000,
  }, async () => {
    const { email } = await newUser();
    const { session } = await signedIn(email);
    const stolen = session.refresh_token;
    const second = await client().auth.refreshSession({ refresh_token: stolen });
    const third = await client().auth.refreshSession({
      refresh_token: second.data.session?.refresh_token ?? "",
    });
    expect(third.error).toBeNull();
    await letReuseWindowPass();
    const theft = await client().auth.refreshSession({ refresh_token: stolen });
    expect(theft.error?.code).toBe("refresh_token_already_used");
    const owner = await client().auth.refreshSession({
      refresh_token: third.data.session?.refresh_token ?? "",
    });
    expect(owner.error).not.toBeNull();
  });

  it("gives four refreshes at once the same new token", async () => {
    const { email } = await newUser();
    const { session } = await signedIn(email);
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => client().auth.refreshSession({ refresh_token: session.refresh_token })),
    );
    expect(all.map((one) => one.error)).toEqual([null, null, null, null]);
    expect(new Set(all.map((one) => one.data.session?.refresh_token)).size).toBe(1);
  });

  it.each(["", "nonsense", "A".repeat(70)])("refuses the refresh token %j", async (refresh_token) => {
    const { error } = await project
      .fetch(`${project.url}/auth/v1/token?grant_type=refresh_token`, {
        method: "POST",
        headers: {
          apikey: project.publishable,
          "content-type": "application/json",
          "x-supabase-api-version": "2024-01-01",
        },
        body: JSON.stringify({ refresh_token }),
      })
      .then(async (response) => ({ error: { status: response.status, ...(await response.json()) } }));
    expect(error.status).toBe(400);
  });

  it("takes a link's token once, and only for its own purpose", async () => {
    const { email, id } = await newUser();
    const { data } = await admin.generateLink({ type: "magiclink", email });
    const token_hash = data.properties?.hashed_token ?? "";
    const wrongType = await client().auth.verifyOtp({ type: "email_change", token_hash });
    expect(wrongType.error?.code).toBe("otp_expired");
    const right = await client().auth.verifyOtp({ type: "magiclink", token_hash });
    expect(right.data.user?.id).toBe(id);
    const twice = await client().auth.verifyOtp({ type: "magiclink", token_hash });
    expect(twice.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  it("takes the six digits of a mail, also as type email", async () => {
    const { email, id } = await newUser();
    const { data } = await admin.generateLink({ type: "magiclink", email });
    const token = data.properties?.email_otp ?? "";
    expect(token).toMatch(/^\d{6,}$/);
    const wrong = await client().auth.verifyOtp({
      type: "email",
      email,
      token: token === "000000" ? "1" : "000000",
    });
    expect(wrong.error).toMatchObject({ status: 403, code: "otp_expired" });
    const right = await client().auth.verifyOtp({ type: "email", email, token });
    expect(right.data.user?.id).toBe(id);
  });

  it("lets the SDK tell an outage from a refusal", async () => {
    const broken = createClient(project.url, project.publishable, {
      global: { fetch: async () => new Response("{}", { status: 503 }) },
      realtime,
    });
    const { error } = await broken.auth.getUser("a.b.c");
    expect(error?.name).toBe("AuthRetryableFetchError");
  });

  it("keeps a session in cookies through @supabase/ssr and refreshes it there", async () => {
    const { email, id } = await newUser();
    const jar = new Map<string, string>();
    const ssr = () =>
      createServerClient(project.url, project.publishable, {
        cookieOptions: { name: "kith-auth" },
        cookies: {
          getAll: () => [...jar].map(([name, value]) => ({ name, value })),
          setAll: (cookies) => {
            for (const { name, value } of cookies) value ? jar.set(name, value) : jar.delete(name);
          },
        },
        global: { fetch: project.fetch },
        realtime,
      });
    await ssr().auth.signInWithPassword({ email, password });
    expect([...jar.keys()].every((name) => name.startsWith("kith-auth"))).toBe(true);
    expect((await ssr().auth.getUser()).data.user?.id).toBe(id);
    const before = [...jar.values()].join();
    expect((await ssr().auth.refreshSession()).error).toBeNull();
    expect([...jar.values()].join()).not.toBe(before);
    await ssr().auth.signOut();
    expect(jar.size).toBe(0);
  });
});
