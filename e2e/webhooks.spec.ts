import { expectAccessible, expectNoOverflow, takePicture } from "./axe";
import { apiCaller, expect, test } from "./support";

test("webhooks are made, tried out, looked into and removed in the settings", async ({ page, account }) => {
  expect(account).toBeTruthy();
  await page.goto("/settings#webhooks");
  const section = page.getByRole("region", { name: "Webhooks" });
  await expect(section.getByText("No webhooks.")).toBeVisible();

  await section.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  const look = async (what: string) => {
    await expectAccessible(page, what, { dark: true });
    await takePicture(page, what);
  };
  await dialog.getByLabel("Address").fill("http://127.0.0.1/kith");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText(/https/).last()).toBeVisible();
  await expect(dialog.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await look("new webhook");

  await dialog.getByLabel("Address").fill("https://crm.invalid/kith");
  await dialog.getByRole("checkbox", { name: "contact.created" }).click();
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText(/^whsec_\S{20,}$/)).toBeVisible();
  await look("secret of a webhook");
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const row = section.getByRole("listitem");
  await expect(row).toContainText("https://crm.invalid/kith");
  await expect(row).toContainText("1 kind of event");

  const choose = async (name: string) => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await choose("Send a test");
  await expect(page.getByText(/could not be|not found|cannot be|no address/i).first()).toBeVisible();

  await row.getByRole("button", { name: "Deliveries" }).click();
  const sent = dialog.getByRole("listitem");
  await expect(sent).toHaveCount(1);
  await sent.locator("summary").click();
  await expect(sent.getByText("1 attempt")).toBeVisible();
  await expect(sent.locator("pre")).toContainText('"type"');
  // Content wider than a phone scrolls on its own.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await expectNoOverflow(page, "deliveries, 390");
  await look("deliveries of a webhook 390");
  const body = dialog.locator("[data-dialog-body]");
  expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await sent.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");

  await choose("Edit");
  await dialog.getByLabel("Description").fill("The CRM");
  await dialog.getByRole("checkbox", { name: "contact.created" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("All events · The CRM");

  await choose("New secret");
  await dialog.getByRole("button", { name: "Create a new secret" }).click();
  await expect(dialog.getByText(/^whsec_\S{20,}$/)).toBeVisible();
  await dialog.getByRole("button", { name: "I have copied it" }).click();

  await choose("Switch off");
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
  await choose("Switch on");
  await expect(row.getByText("Off", { exact: true })).toHaveCount(0);
  await choose("Delete");
  await look("delete a webhook");
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(section.getByText("No webhooks.")).toBeVisible();
});

test("an edit of a webhook leaves alone what was changed elsewhere meanwhile", async ({ page, account }) => {
  expect(account).toBeTruthy();
  const call = await apiCaller(page);
  const url = "https://crm.invalid/kith";
  const { id } = await call("post", "/api/webhook-endpoints", { url });
  await page.goto("/settings#webhooks");
  await page.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Description").fill("The CRM");
  await call("patch", `/api/webhook-endpoints/${id}`, { url: `${url}/new`, events: ["tag.created"] });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await call("get", "/api/webhook-endpoints");
  expect(data).toMatchObject([{ url: `${url}/new`, events: ["tag.created"], description: "The CRM" }]);
});
