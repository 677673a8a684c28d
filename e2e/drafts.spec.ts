import { addContact, expect, test } from "./support";

test("what is typed into a dialog is not lost by Escape or a click beside it", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("button", { name: "Add contact" }).click();
  const adding = page.getByRole("dialog", { name: "Add a contact" });
  await adding.getByLabel("First name").fill("Grace");
  const asking = page.getByRole("dialog", { name: "Discard what you typed?" });
  await page.keyboard.press("Escape");
  await asking.getByRole("button", { name: "Keep editing" }).click();
  await expect(adding.getByLabel("First name")).toHaveValue("Grace");
  await page.mouse.click(5, 5);
  await expect(asking).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(adding.getByLabel("First name")).toHaveValue("Grace");
  await adding.getByRole("button", { name: "Close" }).click();
  await asking.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Add contact" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog"), "nothing is asked when nothing was typed").toHaveCount(0);

  await page.getByRole("link", { name: "Ada" }).click();
  await page.getByRole("button", { name: "Send e-mail" }).click();
  const writing = page.getByRole("dialog", { name: "E-mail to Ada" });
  await writing.getByLabel("Message").fill("Dear Ada");
  await page.keyboard.press("Escape");
  await asking.getByRole("button", { name: "Keep editing" }).click();
  await expect(writing.getByLabel("Message")).toHaveValue("Dear Ada");
});
