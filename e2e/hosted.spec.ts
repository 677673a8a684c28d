import { randomUUID } from "node:crypto";
import { deliveredMail, expectMail } from "./mails";
import { expect, PATIENCE_MS, runImport, test, upload } from "./support";

test("every part says that it is hosted, and what is embedded otherwise is not there @services", async ({
  request,
}) => {
  const ready = await request.get("/api/health/ready");
  expect(ready.status()).toBe(200);
  const { checks } = await ready.json();
  const modes = Object.entries<{ mode: string }>(checks).map(([part, { mode }]) => [part, mode]);
  expect(modes.length).toBeGreaterThan(3);
  expect(modes.filter(([, mode]) => mode !== "hosted")).toEqual([]);
  for (const path of ["/auth/v1/health", "/inbox"]) expect((await request.get(path)).status()).toBe(404);
  const mail = { from: "a@example.com", to: "b@example.com", subject: "x", text: "x" };
  expect((await request.post("/resend/emails", { data: mail })).status()).toBe(404);
});

test("the SQL of docs/supabase-webhook.sql alone brings a workspace at sign-up and the welcome mail at confirmation @services", async ({
  request,
}) => {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY: apikey = "", SUPABASE_PUBLISHABLE_KEY } = process.env;
  const headers = { apikey, authorization: `Bearer ${apikey}` };
  const users = `${SUPABASE_URL}/auth/v1/admin/users`;
  const account = { email: `e2e-${randomUUID()}@example.com`, password: "correct horse battery staple" };
  const created = await request.post(users, { headers, data: account });
  expect(created.status()).toBe(200);
  const { id, email_confirmed_at } = await created.json();
  expect(email_confirmed_at).toBeFalsy();
  // Only the product writes this, when it is notified of the user.
  const workspace = async () =>
    (await (await request.get(`${users}/${id}`, { headers })).json()).user_metadata;
  await expect
    .poll(workspace, { timeout: PATIENCE_MS })
    .toEqual({ workspace_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });

  await request.put(`${users}/${id}`, { headers, data: { email_confirm: true } });
  await deliveredMail("Welcome to Kith", account.email);
  const signedIn = await request.post(`${SUPABASE_URL}/auth/v1/token?grant_type=password`, {
    headers: { apikey: SUPABASE_PUBLISHABLE_KEY ?? "" },
    data: account,
  });
  const authorization = `Bearer ${(await signedIn.json()).access_token}`;
  const settings = await request.get("/api/settings", { headers: { authorization } });
  expect(await settings.json()).toMatchObject(await workspace());
});

test("the hosted project's webhook brings workspace and welcome mail, and jobs bring theirs @services", async ({
  page,
  account,
}) => {
  await expectMail(page, "Welcome to Kith", account.email);
  await upload(page, {
    name: "guests.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Email,Where they work\nada@example.com,Engines & Sons\n"),
  });
  // Found by the model: no rule knows this header.
  await expect(page.getByLabel("Field for column Where they work")).toHaveValue("company");
  await runImport(page);
  await expectMail(page, "Import finished: guests.csv", account.email);
});
