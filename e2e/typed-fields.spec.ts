import { expectAccessible, expectNoOverflow, inEveryLook, takePicture } from "./axe";
import { expect, PATIENCE_MS, runImport, selectAllContacts, signUp, test, upload } from "./support";

const PLANS = ["Free", "Pro", "Team"];
const rows = Array.from({ length: 12 }, (_, n) => {
  const renewal = n === 3 ? "" : `2026-${String(1 + n).padStart(2, "0")}-15`;
  return `p${n}@example.com,Person ${n},${n * 5},${renewal},${PLANS[n % 3]}`;
});
const file = {
  name: "typed.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`email,first_name,Seats,Renewal,Plan\n${rows.join("\n")}\n`),
};

inEveryLook((label) => {
  test("custom fields are filtered, sorted, shown and set as their types are", async ({ page, viewport }) => {
    const isWide = (viewport?.width ?? 0) > 1000;
    await signUp(page);
    await upload(page, file);
    await page.getByLabel("Type of Plan").selectOption("Choice");
    await expect(page.getByRole("button", { name: "Edit the options of Plan" })).toBeVisible();
    for (const column of await page
      .getByRole("list", { name: "Columns of the file" })
      .getByRole("listitem")
      .all())
      if (isWide) expect((await column.boundingBox())?.height).toBeLessThan(60);
    await expectAccessible(page, `typed mapping, ${label}`);
    await takePicture(page, `typed mapping ${label}`);
    await runImport(page);
    await page.goto("/contacts");

    await page.getByRole("button", { name: "Filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    const custom = dialog.getByRole("group", { name: "Custom field" });
    const add = async (name: string) => {
      await dialog.getByRole("button", { name: "Add a custom field" }).click();
      await dialog.getByRole("combobox", { name: "Field", exact: true }).last().selectOption(name);
    };
    await add("Seats");
    await custom.getByRole("textbox", { name: "From" }).fill("many");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await custom.getByRole("textbox", { name: "From" }).fill("10");
    await custom.getByRole("textbox", { name: "To" }).fill("50");
    await add("Plan");
    await dialog.getByRole("button", { name: "Choose options" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Pro" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Team" }).click();
    await page.keyboard.press("Escape");
    await add("Renewal");
    await dialog.getByRole("combobox", { name: "Comparison" }).last().selectOption("has a value");
    await expectAccessible(page, `typed filters, ${label}`);
    await expectNoOverflow(page, `typed filters, ${label}`);
    await takePicture(page, `typed filters ${label}`);
    await dialog.getByRole("button", { name: "Show contacts" }).click();
    await expect(page.getByText("6 contacts match")).toBeVisible();
    const chips = page.getByRole("list", { name: "Active filters" });
    await expect(chips.getByRole("button")).toHaveText([
      "Seats 10 – 50",
      "Plan: Pro or Team",
      "Renewal: any value",
    ]);
    await page.reload();
    await expect(page.getByText("6 contacts match")).toBeVisible();

    await page.getByRole("button", { name: "Sort" }).click();
    await page.getByRole("menuitemradio", { name: "Seats" }).click();
    const names = page.locator("[data-contact] [role=cell]:nth-child(2) a");
    await expect(names).toHaveText([2, 4, 5, 7, 8, 10].map((n) => `Person ${n}`));
    if (isWide) {
      await page.getByRole("button", { name: "Columns" }).click();
      for (const name of ["Seats", "Renewal", "Plan"])
        await page.getByRole("menuitemcheckbox", { name }).click();
      await page.keyboard.press("Escape");
      await page.reload();
      const header = page.getByRole("columnheader", { name: "Seats" });
      await expect(header).toHaveAttribute("aria-sort", "ascending");
      await expect(page.locator("[data-contact]").first()).toContainText("Mar 15, 2026");
      await header.getByRole("button").click();
      // The table head scrolls horizontally with the rows, and the rows with it.
      const cell = page.locator("[data-contact]").first().getByText("50", { exact: true });
      await cell.scrollIntoViewIfNeeded();
      await expect
        .poll(async () => {
          const [one, other] = [await header.boundingBox(), await cell.boundingBox()];
          return one && other && Math.abs(one.x - other.x);
        })
        .toBeLessThan(2);
      await expect(names.first()).toHaveText("Person 10");
    }
    await expectAccessible(page, `typed columns, ${label}`);
    await expectNoOverflow(page, `typed columns, ${label}`);
    await takePicture(page, `typed columns ${label}`);

    await selectAllContacts(page);
    await page.getByRole("button", { name: "Set a field" }).click();
    const set = page.getByRole("dialog", { name: "Set a field for 6 contacts" });
    await set.getByLabel("Field").selectOption("Plan");
    await set.getByLabel("New value").selectOption("Free");
    await expectAccessible(page, `set a typed field, ${label}`);
    await takePicture(page, `set a typed field ${label}`);
    await set.getByRole("button", { name: "Set for 6 contacts" }).click();
    await expect(page.getByText("No contacts found")).toBeVisible({ timeout: PATIENCE_MS });
    await chips.getByRole("button", { name: "Plan" }).click();
    await expect(page.getByText("8 contacts match")).toBeVisible();
  });
}, 1280);
