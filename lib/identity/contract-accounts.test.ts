import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { contractTools, projectsUnderTest } from "@/lib/testing/identity-contract";

/** What the product relies on in an identity provider, tested through the unmodified SDKs: accounts and who may change them. */
describe.each(projectsUnderTest())("the $name identity provider", (project) => {
  const { client, admin, password, newEmail, newUser, signedIn, created, deleteUsers } =
    contractTools(project);

  afterAll(deleteUsers);

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
      headers: {
        apikey: project.publishable,
        authorization: `Bearer ${session.access_token}`,
        "content-type": "application/json",
      },
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
});
