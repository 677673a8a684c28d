import { expect, test, upload } from "./support";

test("a column that is to say who opted out and marks nobody says so before the import", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const text = "email,Level\na@example.com,gold\nb@example.com,silver\n";
  await upload(page, { name: "levels.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByLabel("Field for column Level").selectOption("is_unsubscribed");
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(
    page.getByText("0 marked as unsubscribed, 0 subscribed again, 0 opted out before and stay unsubscribed."),
  ).toBeVisible();
  await expect(page.getByText("In 2 rows it cannot be read whether the person has opted out.")).toBeVisible();
  const level = page.getByRole("list", { name: "Level" });
  await expect(level.getByText("“silver” (1 row)")).toBeVisible();
  await level.getByRole("button", { name: "“gold” (1 row): Unsubscribed" }).click();
  await expect(page.getByText("1 marked as unsubscribed, 0 subscribed again")).toBeVisible();
  await expect(page.getByText("“gold”: Unsubscribed")).toBeVisible();
  await level.getByRole("button", { name: "“silver” (1 row): Subscribed" }).click();
  await expect(page.getByText("it cannot be read whether")).toHaveCount(0);
  // An answer stays where it was given, so that it can be changed.
  await expect(level.getByRole("listitem")).toHaveText([/gold/, /silver/]);
  await level.getByRole("button", { name: "“gold” (1 row): Unsubscribed" }).click();
  await expect(page.getByText("In 1 row it cannot be read whether")).toBeVisible();
});

test("a list of opt-outs that creates nobody can be imported, and nobody of it is subscribed later", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const list = "email,Unsubscribed\nada@example.com,yes\nbob@example.com,yes\n";
  await upload(page, { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByText("Update it, and create no new contacts").click();
  await expect(
    page.getByText("2 skipped rows say that people who are not contacts opted out."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Save 2 opt-outs" }).click();
  await expect(
    page.getByText("2 skipped rows said that people who are not contacts opted out."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText("2 opt-outs of people who are not contacts are withdrawn")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/history");
  const listed = page.getByRole("listitem").filter({ hasText: "list.csv" });
  await expect(listed).toContainText("2 opt-outs remembered");
  await listed.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("2 opt-outs of non-contacts withdrawn");
  await page.keyboard.press("Escape");
  const later = "email\nada@example.com\ncleo@example.com\n";
  await upload(page, { name: "later.csv", mimeType: "text/csv", buffer: Buffer.from(later) });
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(
    page.getByText("0 marked as unsubscribed, 0 subscribed again, 1 opted out before"),
  ).toBeVisible();
});

test("what values mean is said by one press each, kept, and taken back", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const text = "email,Newsletter\na@example.com,K\nb@example.com,E\nc@example.com,yes\n";
  await upload(page, { name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const next = page.getByRole("button", { name: "Check the import" });
  await expect(page.getByText("Some values of “Newsletter” are neither yes nor no.")).toBeVisible();
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "“K”: Unsubscribed" }).click();
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "“E”: Subscribed" }).click();
  await expect(page.getByText("You said what these values of “Newsletter” mean.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "“K”: Unsubscribed" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "“K”: Unsubscribed" }).click();
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "“K”: Unsubscribed" }).click();
  await next.click();
  await expect(page.getByText("1 marked as unsubscribed, 0 subscribed again")).toBeVisible();
});

test("a list in which only the subscribers are marked asks what an empty cell means", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const text = "email,Newsletter\na@example.com,x\nb@example.com,\n";
  await upload(page, { name: "marked.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(
    page.getByText("“Newsletter” says who wants e-mails, and is empty for some people."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Empty cells: Unsubscribed" }).click();
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(page.getByText("1 marked as unsubscribed, 0 subscribed again")).toBeVisible();
  await expect(page.getByText("Empty cells: Unsubscribed")).toBeVisible();
});

test("a column that may say who wants no mail stops the user with a question", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const rows = "a@example.com,weekly\nb@example.com,unsubscribed\nc@example.com,vip\n";
  await upload(page, {
    name: "asked.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email,Mailing preference\n${rows}`),
  });
  const next = page.getByRole("button", { name: "Check the import" });
  await expect(page.getByText("Does “Mailing preference” say who wants no e-mails?")).toBeVisible();
  await expect(next).toBeDisabled();
  await page.reload();
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "Yes means unsubscribed" }).press("Enter");
  await expect(next).toBeFocused();
  await next.click();
  await expect(
    page.getByText("1 marked as unsubscribed, 0 subscribed again, 0 opted out before and stay unsubscribed."),
  ).toBeVisible();
});

test("a header that may mean the opposite is asked about in words that say so", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const text =
    "email,Not unsubscribed\na@example.com,0\nb@example.com,1\nc@example.com,0\nd@example.com,1\ne@example.com,maybe\nfirst_name,email\nZoë,z@example.com\n";
  await upload(page, { name: "turned.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(page.getByText("“Not unsubscribed” may mean the opposite")).toBeVisible();
  // Nothing below another header is a value of this column.
  await expect(page.getByText("Its values: 0, 1, and maybe.")).toBeVisible();
  const next = page.getByRole("button", { name: "Check the import" });
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "Leave it out" }).click();
  await next.click();
  await expect(page.getByText("From here on the file has different columns").first()).toBeVisible();
});

test("a list of people who opted out stops the user", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const text = "Unsubscribed emails\na@example.com\nb@example.com\nc@example.com\n";
  await upload(page, { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const next = page.getByRole("button", { name: "Check the import" });
  await expect(page.getByText("This looks like a list of people who opted out.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Yes means unsubscribed" })).toHaveCount(0);
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "Yes, unsubscribe all of them" }).click();
  await next.click();
  await expect(page.getByText("3 marked as unsubscribed, 0 subscribed again")).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByRole("button", { name: "No, only those a column names" }).click();
  await expect(next).toBeDisabled();
  await page.getByRole("button", { name: "No, they may get e-mails" }).click();
  await expect(next).toBeEnabled();
});
