import { expectMail } from "./mails";
import { expect, runImport, test, upload } from "./support";

test("every part says that it is hosted, and what is embedded otherwise is not there", async ({
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

test("the hosted project's webhook brings workspace and welcome mail, and jobs bring theirs", async ({
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
