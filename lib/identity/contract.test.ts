import { randomUUID } from "node:crypto";
import { createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, describe, expect, it } from "vitest";
import { sql } from "@/db/client";
import { identityFetch, identityUrl } from "./client";
import { setDelivery } from "./embedded/events";
import { realtime } from "./transport";

// Workspaces are another suite's subject, and no server listens here.
setDelivery(async () => {});

/**
 * What the product relies on in an identity provider, asked through the unmodified SDKs. It runs against the
 * embedded provider always, and against a real project when SUPABASE_TEST_URL, SUPABASE_TEST_PUBLISHABLE_KEY and
 * SUPABASE_TEST_SECRET_KEY are set (its users are deleted again).
 */
interface Project {
  name: string;
  url: string;
  publishable: string;
  secret: string;
  fetch: typeof fetch;
}

const env = process.env;
const projects: Project[] = [
  {
    name: "embedded",
    url: identityUrl(),
    publishable: env.SUPABASE_PUBLISHABLE_KEY ?? "",
    secret: env.SUPABASE_SECRET_KEY ?? "",
    fetch: identityFetch,
  },
];
if (env.SUPABASE_TEST_URL) {
  projects.push({
    name: "hosted",
    url: env.SUPABASE_TEST_URL,
    publishable: env.SUPABASE_TEST_PUBLISHABLE_KEY ?? "",
    secret: env.SUPABASE_TEST_SECRET_KEY ?? "",
    fetch,
  });
}

describe.each(projects)("the $name identity provider", (project) => {
  const created: string[] = [];
  const client = (key = project.publishable, url = project.url): SupabaseClient =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: project.fetch },
      realtime,
    });
  const admin = client(project.secret).auth.admin;
  const password = `correct horse ${randomUUID()}`;
  const newEmail = () => `contract-${randomUUID()}@example.com`;

  /** A confirmed user with the password above. */
  async function newUser() {
    const email = newEmail();
    const { data, error } = await admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
    created.push(data.user.id);
    return { id: data.user.id, email };
  }

  async function signedIn(email: string) {
    const sdk = client();
    const { data, error } = await sdk.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { sdk, session: data.session, user: data.user };
  }

  /** Moves the session's past far enough away that no tolerance for racing clients is left. */
  async function letReuseWindowPass() {
    if (project.name === "hosted") await new Promise((resolve) => setTimeout(resolve, 11_000));
    else await sql()`update identity.sessions set refreshed_at = refreshed_at - interval '1 minute'`;
  }

  afterAll(async () => {
    for (const id of created) await admin.deleteUser(id);
  });

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
        headers: { apikey: project.publishable, "x-supabase-api-version": "2024-01-01" },
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

  it("recovers an account: code, new password, old password no longer", async () => {
    const { email } = await newUser();
    const { data } = await admin.generateLink({ type: "recovery", email });
    const sdk = client();
    const verified = await sdk.auth.verifyOtp({
      type: "recovery",
      token_hash: data.properties?.hashed_token ?? "",
    });
    expect(verified.error).toBeNull();
    const same = await sdk.auth.updateUser({ password });
    expect(same.error).toMatchObject({ status: 422, code: "same_password" });
    const changed = await sdk.auth.updateUser({ password: `${password} new` });
    expect(changed.error).toBeNull();
    const old = await client().auth.signInWithPassword({ email, password });
    expect(old.error).toMatchObject({ status: 400, code: "invalid_credentials" });
  });

  it("updates the user's own data key by key, and never app_metadata", async () => {
    const { email } = await newUser();
    const { sdk, session } = await signedIn(email);
    await sdk.auth.updateUser({ data: { city: "Bern", plan: "free" } });
    const { data } = await sdk.auth.updateUser({ data: { city: null, lang: "de" } });
    expect(data.user?.user_metadata).toMatchObject({ plan: "free", lang: "de" });
    expect(data.user?.user_metadata).not.toHaveProperty("city");
    const forged = await project.fetch(`${project.url}/auth/v1/user`, {
      method: "PUT",
      headers: { apikey: project.publishable, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ app_metadata: { workspace_id: randomUUID() } }),
    });
    expect(forged.status).toBe(403);
  });

  it("merges metadata that an administrator writes", async () => {
    const { id } = await newUser();
    await admin.updateUserById(id, { user_metadata: { a: 1, b: 2 }, app_metadata: { c: 3 } });
    const { data } = await admin.updateUserById(id, { user_metadata: { a: null, d: [4] } });
    expect(data.user?.user_metadata).toMatchObject({ b: 2, d: [4] });
    expect(data.user?.user_metadata).not.toHaveProperty("a");
    expect(data.user?.app_metadata).toMatchObject({ provider: "email", c: 3 });
  });

  it("creates, lists, reads and deletes users for an administrator only", async () => {
    const { id, email } = await newUser();
    const repeated = await admin.createUser({ email, password });
    expect(repeated.error).toMatchObject({ status: 422, code: "email_exists" });
    const { data } = await admin.listUsers({ page: 1, perPage: 5 });
    expect(data.users.some((user) => user.id === id)).toBe(true);
    const stranger = client().auth.admin;
    const refused = [
      await stranger.listUsers(),
      await stranger.getUserById(id),
      await stranger.deleteUser(id),
    ];
    for (const { error } of refused) expect([401, 403]).toContain(error?.status);
    const { session } = await signedIn(email);
    const asUser = await project.fetch(`${project.url}/auth/v1/admin/users/${id}`, {
      headers: { apikey: project.publishable, authorization: `Bearer ${session.access_token}` },
    });
    expect(asUser.status).toBe(403);

    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
    expect((await client().auth.getUser(session.access_token)).error?.status).toBe(403);
    created.splice(created.indexOf(id), 1);
  });

  it("refuses a banned user and lets the pardoned one in", async () => {
    const { id, email } = await newUser();
    await admin.updateUserById(id, { ban_duration: "24h" });
    const banned = await client().auth.signInWithPassword({ email, password });
    expect(banned.error).toMatchObject({ code: "user_banned" });
    await admin.updateUserById(id, { ban_duration: "none" });
    expect((await client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it("says the same of a wrong password and of nobody", async () => {
    const { email } = await newUser();
    const wrong = await client().auth.signInWithPassword({ email, password: "wrong password" });
    const nobody = await client().auth.signInWithPassword({ email: newEmail(), password: "wrong password" });
    for (const { error } of [wrong, nobody]) {
      expect(error).toMatchObject({
        status: 400,
        code: "invalid_credentials",
        message: "Invalid login credentials",
      });
    }
  });

  it("refuses a weak password with its reasons", async () => {
    const { error } = await client().auth.signUp({ email: newEmail(), password: "abc" });
    expect(error?.name).toBe("AuthWeakPasswordError");
    expect(error).toMatchObject({
      status: 422,
      code: "weak_password",
      reasons: expect.arrayContaining(["length"]),
    });
  });

  it("refuses a wrong API key", async () => {
    const { error } = await client("sb_publishable_wrong").auth.signInWithPassword({
      email: "a@example.com",
      password,
    });
    expect(error?.status).toBe(401);
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
