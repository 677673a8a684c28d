import { expectAccessible, expectNoOverflow, inEveryLook, takePicture } from "./axe";
import { apiCaller, expect, figure, PATIENCE_MS, signUp, test, upload } from "./support";

const fileOf = (plans: string[]) => ({
  name: "plans.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    `email,first_name,Plan\n${plans.map((plan, n) => `p${n}@example.com,Person ${n},${plan}`).join("\n")}\n`,
  ),
});

inEveryLook((label) => {
  test("words that are no options of a field are added to it where they are found", async ({ page }) => {
    await signUp(page);
    const call = await apiCaller(page);
    await call("post", "/api/fields", { name: "Plan", type: "choice", options: ["Free", "Team Plus"] });
    await upload(page, fileOf(["FREE", "team  plus", "Enterprise", "Scale", "enterprise", "Trial", "Frey"]));
    const add = page.getByRole("button", { name: "Add “Enterprise” and 2 more to the options" });
    await expect(add).toBeVisible();
    await add.scrollIntoViewIfNeeded();
    await expectAccessible(page, `unknown words of a column, ${label}`);
    await expectNoOverflow(page, `unknown words of a column, ${label}`);
    await takePicture(page, `unknown words mapping ${label}`);

    await page.getByRole("button", { name: "Check the import" }).click();
    await expect(page.getByRole("heading", { name: "5 rows will be rejected" })).toBeVisible({
      timeout: PATIENCE_MS,
    });
    await add.scrollIntoViewIfNeeded();
    await expectAccessible(page, `unknown words of rejected rows, ${label}`);
    await expectNoOverflow(page, `unknown words of rejected rows, ${label}`);
    await takePicture(page, `unknown words check ${label}`);
    await add.click();
    await expect(page.getByText("Options of Plan added")).toBeVisible();
    await expect(page.getByRole("heading", { name: "1 row will be rejected" })).toBeFocused();
    const rows = page.getByRole("list", { name: "Rejected rows" }).getByRole("listitem");
    await expect(rows).toHaveCount(1);
    await takePicture(page, `unknown words added ${label}`);

    // Whoever undoes it sees the rows again, and may add the words again.
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(page.getByRole("heading", { name: "5 rows will be rejected" })).toBeVisible();
    await expect(rows).toHaveCount(5);
    await add.click();
    await expect(rows).toHaveCount(1);
    await rows.getByRole("button", { name: "Use Free" }).click();
    await expect(page.getByRole("heading", { name: "No rows are rejected any more" })).toBeVisible();
    await page.getByRole("button", { name: "Create 7 contacts" }).click();
    await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({
      timeout: PATIENCE_MS,
    });
    await expect(figure(page, "Figures of the import", "Created")).toHaveText("7");
    const { data: fields } = await call("get", "/api/fields");
    expect(fields[0].options).toEqual(["Free", "Team Plus", "Enterprise", "Scale", "Trial"]);

    await upload(page, fileOf(Array.from({ length: 120 }, (_, n) => `Word ${n}`)));
    await takePicture(page, `too many words ${label}`);
    await page.getByRole("button", { name: "Make “Plan” a text field" }).click();
    await expect(page.getByText("Field Plan saved")).toBeVisible();
    await expect(page.getByTitle("Type: Text, set by the field")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(page.getByTitle("Type: Choice, set by the field")).toBeVisible();

    await page.goto("/settings");
    await page.getByRole("button", { name: "Edit Plan" }).click();
    const options = page.getByLabel("Options");
    await options.fill("Free\nTeam Plus\nScale\nTrial");
    await options.blur();
    await expect(page.getByText("2 contacts have “Enterprise” and keep it")).toBeVisible();
    await expectAccessible(page, `an option with contacts is removed, ${label}`);
    await takePicture(page, `removed option ${label}`);
  });
});

test("options that no field can have are said where they are typed, and are in the way of going on", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, fileOf(["Klein", "Groß", "Klein", "Groß"]));
  await page.getByLabel("Type of Plan").selectOption("Choice");
  await page.getByRole("button", { name: "Edit the options of Plan" }).click();
  const options = page.getByLabel("Options of Plan", { exact: true });
  const onwards = page.getByRole("button", { name: "Check the import" });
  const typed: [string, RegExp][] = [
    ["Klein; Groß; klein", /^“Klein” and “klein” are the same option/],
    [`Klein; ${"x".repeat(101)}`, /^“x+…” has more than 100 characters\.$/],
    [
      Array.from({ length: 101 }, (_, n) => n).join(";"),
      /^A field has at most 100 options; these are 101\.$/,
    ],
  ];
  for (const [text, reason] of typed) {
    await options.fill(text);
    await expect(options).toHaveAccessibleDescription(reason);
    await options.press("Tab");
    await expect(options).toHaveValue(text);
    await expect(onwards).toBeDisabled();
  }
  await options.fill("Groß; Klein; klein");
  await page.getByRole("button", { name: "Edit the options of Plan" }).click();
  await expect(options, "nothing is lost that was typed").toHaveValue("Groß; Klein; klein");
  await options.fill("Groß; Klein");
  await options.press("Enter");
  await expect(onwards).toBeEnabled();
  await page.reload();
  await page.getByRole("button", { name: "Edit the options of Plan" }).click();
  await expect(options).toHaveValue("Groß; Klein");
});

test("a field that is renamed keeps the options that it was given meanwhile", async ({ page, account }) => {
  expect(account).toBeTruthy();
  const call = await apiCaller(page);
  await call("post", "/api/fields", { name: "Plan", type: "choice", options: ["Free"] });
  await page.goto("/settings#fields");
  await page.getByRole("button", { name: "Edit Plan" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Tariff");
  const { data } = await call("get", "/api/fields");
  await call("patch", `/api/fields/${data[0].id}`, { options: ["Free", "Team"] });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const { data: fields } = await call("get", "/api/fields");
  expect(fields).toMatchObject([{ name: "Tariff", options: ["Free", "Team"] }]);
});
