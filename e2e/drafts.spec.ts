import { takePicture } from "./axe";
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
  await page.evaluate(() => {
    for (const _ of ["opens the question", "takes it back"]) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
      );
    }
  });
  await expect(asking, "two keys faster than the page").toHaveCount(0);
  await page.mouse.click(5, 5);
  await expect(asking).toBeVisible();
  await takePicture(page, "discard what was typed");
  await page.keyboard.press("Escape");
  await expect(asking).toHaveCount(0);
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

  // The search box opens over it, and leads away.
  const goToTags = async () => {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog", { name: "Search or jump" });
    await search.getByRole("combobox").fill("Tags");
    await search.getByRole("option", { name: "Tags", exact: true }).click();
  };
  await goToTags();
  await asking.getByRole("button", { name: "Keep editing" }).click();
  await expect(writing.getByLabel("Message")).toHaveValue("Dear Ada");
  await goToTags();
  await asking.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: "Tags", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/tags$/);
});

for (const isTold of [true, false]) {
  test(`two tabs edit one value, and both values are shown${isTold ? "" : ", without a stream too"}`, {
    tag: isTold ? [] : "@full",
  }, async ({ page, account }) => {
    expect(account.email).toContain("@");
    const other = await page.context().newPage();
    if (!isTold) await page.route("**/api/events*", (route) => route.abort());
    await addContact(page, "ada@example.com", "Ada");
    await page.getByRole("link", { name: "Ada" }).click();
    await expect(page.getByRole("button", { name: "Edit Company: Not set" })).toBeVisible();
    await expect(page).toHaveURL(/[0-9a-f-]{36}/);
    await other.goto(page.url());
    const typed = page.getByRole("textbox", { name: "Company" });
    const edit = page.getByRole("button", { name: "Edit Company: Not set" });
    await edit.click();
    await typed.fill("From A");
    await other.getByRole("button", { name: "Edit Company: Not set" }).click();
    await other.getByRole("textbox", { name: "Company" }).fill("From B");
    await other.getByRole("textbox", { name: "Company" }).press("Enter");
    await expect(other.getByRole("button", { name: "Edit Company: From B" })).toBeVisible();
    if (isTold) await expect(page.getByText(/changed this to: From B/)).toBeVisible();
    await typed.press("Enter");
    await expect(page.getByText(/changed this to: From B/)).toBeVisible();
    await expect(typed).toHaveValue("From A");
    await takePicture(page, "two values");
    await page.getByRole("button", { name: "Save mine" }).click();
    await expect(page.getByRole("button", { name: "Edit Company: From A" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Edit Company: From A" })).toBeVisible();
    // Another field that has changed is no reason to ask.
    await other.reload();
    await other.getByRole("button", { name: "Edit Phone: Not set" }).click();
    await other.getByRole("textbox", { name: "Phone" }).fill("123");
    await other.getByRole("textbox", { name: "Phone" }).press("Enter");
    await expect(other.getByRole("button", { name: "Edit Phone: 123" })).toBeVisible();
    await page.getByRole("button", { name: "Edit Company: From A" }).click();
    await typed.fill("Again A");
    await typed.press("Enter");
    await expect(page.getByRole("button", { name: "Edit Company: Again A" })).toBeVisible();
  });
}

test("an edit that is not saved is not lost when another contact is opened", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "grace@example.com", "Grace");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("link", { name: "Ada" }).click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const sheet = page.getByRole("dialog", { name: "Contact" });
  const typed = sheet.getByRole("textbox", { name: "Company" });
  const edit = { name: "Edit Company: Not set" };
  await sheet.getByRole("button", edit).click();
  await typed.fill("From A");
  await other.getByRole("button", edit).click();
  await other.getByRole("textbox", { name: "Company" }).fill("From B");
  await other.getByRole("textbox", { name: "Company" }).press("Enter");
  await expect(sheet.getByText(/changed this to: From B/)).toBeVisible();

  const asking = page.getByRole("dialog", { name: "Discard what you typed?" });
  const leaving = {
    "by a click": () => page.getByRole("link", { name: "Grace" }).click(),
    "by the button": () => sheet.getByRole("button", { name: "Next contact" }).click(),
    "by closing": () => sheet.getByRole("button", { name: "Close" }).click(),
    "by a key": async () => {
      await sheet.getByRole("heading", { name: "Ada" }).click();
      await page.keyboard.press("j");
    },
  };
  for (const [how, leave] of Object.entries(leaving)) {
    await leave();
    await expect(asking, how).toBeVisible();
    await asking.getByRole("button", { name: "Keep editing" }).click();
    await expect(asking).toHaveCount(0);
    await expect(typed, how).toHaveValue("From A");
    await expect(typed, how).toBeFocused();
  }
  await page.getByRole("link", { name: "Grace" }).click();
  await asking.getByRole("button", { name: "Discard" }).click();
  await expect(sheet.getByRole("heading", { name: "Grace" })).toBeVisible();

  // What leaving saves is no reason to ask.
  await sheet.getByRole("button", { name: "Edit Phone: Not set" }).click();
  await sheet.getByRole("textbox", { name: "Phone" }).fill("123");
  await page.getByRole("link", { name: "Ada" }).click();
  await expect(sheet.getByRole("button", { name: "Edit Company: From B" })).toBeVisible();
  await expect(asking).toHaveCount(0);
  await page.getByRole("link", { name: "Grace" }).click();
  await expect(sheet.getByRole("button", { name: "Edit Phone: 123" })).toBeVisible();
});

test("Back asks before what was typed is lost, and so does a reload", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.goto("/tags");
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await page.getByRole("button", { name: "Add contact" }).click();
  await expect(page).toHaveURL(/new=contact/);
  const adding = page.getByRole("dialog", { name: "Add a contact" });
  await adding.getByLabel("First name").fill("Grace");
  const asking = page.getByRole("dialog", { name: "Discard what you typed?" });
  await page.goBack();
  await expect(asking).toBeVisible();
  await asking.getByRole("button", { name: "Keep editing" }).click();
  await expect(adding.getByLabel("First name")).toHaveValue("Grace");
  await expect(page).toHaveURL(/new=contact/);

  const question = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(adding.getByLabel("First name")).toHaveValue("Grace");

  await page.goBack();
  await asking.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/contacts$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/tags$/);

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const sender = page.getByLabel("Sender");
  await sender.fill("Acme <hello@example.com>");
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Members" }).click();
  await page.goBack();
  await expect(asking, "a place on the same page").toHaveCount(0);
  const leaving = {
    "by Back": () => page.goBack(),
    "by keys": async () => {
      await page.getByRole("heading", { name: "Settings", level: 1 }).click();
      await page.keyboard.press("g");
      await page.keyboard.press("c");
    },
    "by a link": () => page.getByRole("link", { name: "Contacts", exact: true }).click(),
  };
  for (const [how, leave] of Object.entries(leaving)) {
    await leave();
    await expect(asking, how).toBeVisible();
    await asking.getByRole("button", { name: "Keep editing" }).click();
    await expect(asking).toHaveCount(0);
    await expect(page, how).toHaveURL(/\/settings$/);
    await expect(sender, how).toHaveValue("Acme <hello@example.com>");
  }
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await asking.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/contacts$/);
});

for (const place of ["sheet", "page"]) {
  test(`Back saves an edit of the ${place} as leaving the field does, and asks if that is refused`, {
    tag: place === "sheet" ? [] : "@full",
  }, async ({ page, account }) => {
    expect(account.email).toContain("@");
    await addContact(page, "ada@example.com", "Ada");
    let before = page.url();
    await page.getByRole("link", { name: "Ada" }).click();
    if (place === "page") {
      await expect(page).toHaveURL(/\?contact=/);
      before = page.url();
      await page.getByRole("link", { name: "Open as a page" }).click();
      await expect(page.getByRole("heading", { name: "Ada", level: 1 })).toBeVisible();
    }
    const company = page.getByRole("textbox", { name: "Company" });
    await page.getByRole("button", { name: "Edit Company: Not set" }).click();
    await company.fill("Acme");
    await page.goBack();
    await expect(page).toHaveURL(before);
    await page.goForward();
    await expect(page).not.toHaveURL(before);
    await page.getByRole("button", { name: "Edit Company: Acme" }).click();

    await page.route("**/api/contacts/*", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 409, json: { code: "CONFLICT", message: "Refused" } })
        : route.fallback(),
    );
    await company.fill("Refused");
    await company.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Refused" })).toBeVisible();
    const asking = page.getByRole("dialog", { name: "Discard what you typed?" });
    await page.goBack();
    await asking.getByRole("button", { name: "Keep editing" }).click();
    await expect(company).toHaveValue("Refused");
    await expect(company).toBeFocused();
    await page.goBack();
    await asking.getByRole("button", { name: "Discard" }).click();
    await expect(page).toHaveURL(before);
    await expect(company).toHaveCount(0);
  });
}
