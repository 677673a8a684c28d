import { expectAccessible, takePicture } from "./axe";
import { apiCaller, expect, test } from "./support";

test("fields are made, renamed, merged and deleted in the settings, and each is undone", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  await call("post", "/api/fields", { name: "City" });
  const custom_fields = { City: "Turin" };
  const ada = { email: "ada@example.com", first_name: "Ada", custom_fields };
  const { id } = await call("post", "/api/contacts", ada);
  const kept = async () => (await call("get", `/api/contacts/${id}`)).custom_fields;
  await page.goto("/settings#fields");
  const section = page.getByRole("region", { name: "Fields" });
  const dialog = page.getByRole("dialog");
  const look = async (what: string) => {
    await expectAccessible(page, what, { dark: true });
    await takePicture(page, what);
  };
  const undo = async (said: string) => {
    const toast = page.getByRole("listitem").filter({ hasText: said });
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone", { exact: true }).last()).toBeVisible();
  };
  await section.getByRole("button", { name: "New field" }).click();
  await dialog.getByLabel("Name").fill("Town");
  await look("new field");
  await dialog.getByRole("button", { name: "Create field" }).click();
  await expect(section.getByRole("listitem").filter({ hasText: "Town" })).toBeVisible();

  await section.getByRole("button", { name: "Edit City" }).click();
  await dialog.getByLabel("Name").fill("Place");
  await dialog.getByRole("button", { name: "Save" }).click();
  const place = section.getByRole("listitem").filter({ hasText: "Place" });
  await expect(place).toContainText("“City” in files and in the API");
  await undo("Field Place saved");
  await expect(place).toHaveCount(0);

  await section.getByRole("button", { name: "Merge City into another field" }).click();
  await dialog.getByLabel("Into").selectOption("Town");
  await look("merge fields");
  await dialog.getByRole("button", { name: "Merge fields" }).click();
  const city = section.getByRole("button", { name: "Edit City" });
  await expect(city).toHaveCount(0);
  await expect.poll(kept).toEqual({ Town: "Turin" });
  await undo("Field City merged");
  await expect(city).toBeVisible();
  await expect.poll(kept).toEqual(custom_fields);

  await section.getByRole("button", { name: "Delete City" }).click();
  await look("delete a field");
  await dialog.getByRole("button", { name: "Delete field" }).click();
  await expect(city).toHaveCount(0);
  await expect.poll(kept).toBeNull();
  await undo("Field City deleted");
  await expect(city).toBeVisible();
  await expect.poll(kept).toEqual(custom_fields);
});

test("before a field is deleted, merged or converted, the segments that filter by it are named", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  for (const name of ["City", "Town"]) await call("post", "/api/fields", { name });
  const filter = { custom_fields: { City: "Turin" } };
  await call("post", "/api/segments", { name: "People of Turin", filter });
  await page.goto("/settings#fields");
  const section = page.getByRole("region", { name: "Fields" });
  const dialog = page.getByRole("dialog");
  const named = dialog.getByText(/^These segments filter by it; .*: “People of Turin”\.$/);
  for (const action of ["Delete City", "Merge City into another field", "Edit City"]) {
    await section.getByRole("button", { name: action }).click();
    if (action === "Edit City") await dialog.getByLabel("Type").selectOption("Number");
    await expect(named).toBeVisible();
    await takePicture(page, `segments of a field: ${action}`);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await section.getByRole("button", { name: "Delete Town" }).click();
  await expect(dialog).toContainText("All contacts lose its values.");
  await expect(named).toHaveCount(0);
});

test("a field says what is wrong with its name and its options, until they are changed", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  await call("post", "/api/fields", { name: "City" });
  await page.goto("/settings#fields");
  await page.getByRole("region", { name: "Fields" }).getByRole("button", { name: "New field" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("City");
  const create = dialog.getByRole("button", { name: "Create field" });
  await create.click();
  const taken = dialog.getByText("There is already a custom field with this name.");
  await expect(taken).toBeVisible();
  await takePicture(page, "a field whose name is taken");
  await dialog.getByLabel("Name").fill("Town");
  await expect(taken).toHaveCount(0);
  await expect(dialog.getByLabel("Name")).toHaveValue("Town");

  await dialog.getByLabel("Type").selectOption("choice");
  const options = dialog.getByLabel("Options");
  await options.fill(Array.from({ length: 101 }, (_, n) => `Option ${n}`).join("\n"));
  await expect(dialog.getByText("A field has at most 100 options; these are 101.")).toBeVisible();
  await expect(create).toBeDisabled();
  await options.fill("x".repeat(101));
  await expect(dialog.getByText("has more than 100 characters.")).toBeVisible();
  await options.fill("Turin");
  await create.click();
  await expect(dialog).toHaveCount(0);
});
