import type { Page } from "@playwright/test";
import { expect, figure, hold, PATIENCE_MS, test, upload } from "./support";

/** As Outlook exports contacts in German: windows-1252, commas, every cell in quotation marks. */
const HEADER = ["Vorname", "Nachname", "Firma", "E-Mail-Adresse", "E-Mail 2: Adresse", "Notizen"];
const PEOPLE: [string, string, string, string, string?][] = [
  ["Jürgen", "Groß", "Müller & Söhne", "juergen.gross@example.com"],
  ["Anna", "Weiß", "Weiß GmbH", "anna.weiss(at)example.com"],
  ["Bernd", "Kühn", "Kühn KG", "bernd@example.com"],
  ["Carla", "Özer", "Özer AG", "carla@example.com; carla@example.org"],
  ["Dörte", "Böhm", "Böhm", "doerte@example.com"],
  ["Emil", "Jäger", "Jäger", "emil (at) example.com"],
  ["Frauke", "Lüders", "", "frauke@example.com"],
  ["Gül", "Yilmaz", "", "guel@example.com"],
  ["Hans", "Vögele", "", "", "hans@example.com"],
  ["Ines", "Förster", "", "ines@example.com"],
  ["Jörg", "Schäfer", "", "joerg@example.com"],
  ["Käthe", "Münch", "", "keine"],
  ["Lutz", "Bär", "", "lutz@example.com"],
];
const OUTLOOK = {
  name: "outlook.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [HEADER, ...PEOPLE.map(([first, last, firm, mail, other = ""]) => [first, last, firm, mail, other, ""])]
      .map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\r\n`)
      .join(""),
    "latin1",
  ),
};

const toCheck = async (page: Page) => {
  await upload(page, OUTLOOK);
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(page.getByRole("heading", { name: "5 rows will be rejected" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
};

test("a German Outlook export with 13 rows, 5 of them broken, is imported whole without leaving the page", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await toCheck(page);
  const reasons = page.getByRole("group", { name: "Reasons" });
  await expect(reasons.getByRole("button").first()).toHaveText("4 ×Not an e-mail address · E-Mail-Adresse");
  await expect(page.getByRole("button", { name: "Create 8 contacts" })).toBeEnabled();

  // For all of the same kind.
  await page.getByRole("button", { name: "Write “(at)” or “%40” as “@” (2 rows)" }).click();
  await expect(page.getByRole("heading", { name: "3 rows will be rejected" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Create 10 contacts" })).toBeEnabled();

  // For one; and by hand, where nothing can be proposed.
  const rows = page.getByRole("list", { name: "Rejected rows" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole("button", { name: "Use carla@example.com" }).click();
  await expect(rows.first().getByText("Accepted")).toBeVisible();
  const cell = page.getByLabel("E-Mail-Adresse, line 13");
  await cell.fill("kaethe");
  await cell.press("Enter");
  await expect(rows.last()).toContainText("“kaethe” is not a valid e-mail address.");
  await cell.fill("kaethe@example.com");
  await cell.press("Enter");
  await expect(rows.last().getByText("Accepted")).toBeVisible();
  await expect(cell).toBeFocused();

  // Corrections survive a reload, and are the same in every tab.
  await expect(page).toHaveURL(/step=check/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "1 row will be rejected" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await expect(page.getByRole("list", { name: "Corrections" })).toContainText("2 rows corrected");
  await page.getByRole("button", { name: "Use hans@example.com" }).click();
  await expect(page.getByRole("heading", { name: "No rows are rejected any more" })).toBeVisible();
  await expect(figure(page, "What will happen", "Rejected")).toHaveText("0");
  await page.getByRole("button", { name: "Create 13 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("13");
  await expect(figure(page, "Figures of the import", "Rejected")).toHaveText("0");
  await page.getByRole("link", { name: "Contacts of this import" }).click();
  await expect(page.getByText("13 contacts")).toBeVisible();
});

test("corrections can be taken back, and a whole row be put in order", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const text = "email,first_name,company\nada@example.com,Ada,Analytical, Engines\nbob,Bob,X\n";
  await upload(page, { name: "shifted.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByRole("button", { name: /More cells than columns/ }).click();
  await page.getByLabel("company").fill("Analytical, Engines");
  await page.getByLabel("Extra cell 4").fill("");
  await page.getByLabel("Extra cell 4").press("Enter");
  await expect(page.getByText("Accepted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create 1 contact" })).toBeEnabled();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeVisible();
  await page.getByRole("button", { name: /Not an e-mail address/ }).click();
  await page.getByLabel("email, line 3").fill("bob@exam");
  const release = await hold(page, "**/api/imports/*/corrections", "PATCH");
  const order: string[] = [];
  page.on("request", (asked) => /\/changes\?code=/.test(asked.url()) && order.push("rows asked for"));
  page.on("response", (answer) => /\/corrections$/.test(answer.url()) && order.push("correction stored"));
  await page.goBack();
  await page.getByRole("button", { name: "Check the import" }).click();
  const reason = page.getByRole("button", { name: /Not an e-mail address/ });
  await reason.click();
  await expect(reason).toHaveAttribute("aria-pressed", "true");
  // Long enough for a page that does not wait for the correction to ask: on a slower one less is tested, and nothing fails.
  await page.waitForTimeout(1000);
  release();
  await expect(page.getByLabel("email, line 3"), "Back has saved it").toHaveValue("bob@exam");
  expect(order[0]).toBe("correction stored");
  await page.getByLabel("email, line 3").fill("bob@example.com");
  await page.getByLabel("email, line 3").blur();
  await expect(page.getByRole("button", { name: "Create 1 contact" })).toBeEnabled();
  await page.getByRole("button", { name: "Discard all corrections" }).click();
  await expect(page.getByRole("heading", { name: "2 rows will be rejected" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeVisible();
});

test("another reading of the file, which discards the corrections, is asked about first", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await toCheck(page);
  await page.getByRole("button", { name: "Write “(at)” or “%40” as “@” (2 rows)" }).click();
  const left = page.getByRole("heading", { name: "3 rows will be rejected" });
  await expect(left).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("File format").click();
  const separator = page.getByLabel("Separator");
  await separator.selectOption("semicolon");
  const dialog = page.getByRole("dialog", { name: "Read the file differently?" });
  await expect(dialog).toContainText("corrected rows and rows left out are discarded");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(separator.locator("option:checked")).toHaveText("comma");
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(left).toBeVisible();

  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("File format").click();
  await separator.selectOption("semicolon");
  await dialog.getByRole("button", { name: "Read it differently" }).click();
  // Nothing is left to lose.
  await page.getByRole("button", { name: "Read it as detected" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(page.getByRole("heading", { name: "5 rows will be rejected" })).toBeVisible();
});

test("what an import rejected is corrected afterwards, as an import of these rows alone", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await toCheck(page);
  await page.getByRole("button", { name: "Create 8 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("button", { name: "Correct and import these" }).click();
  await expect(page.getByRole("heading", { name: "outlook-errors.csv" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await expect(page.getByRole("heading", { name: "5 rows will be rejected" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await page.getByRole("button", { name: "Write “(at)” or “%40” as “@” (2 rows)" }).click();
  await page.getByRole("button", { name: "Create 2 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("link", { name: "Contacts of this import" }).click();
  await expect(page.getByText("2 contacts match")).toBeVisible();
});

/** Drags a file onto the page, or pastes one, with the events of a browser. */
async function bring(page: Page, how: "drop" | "paste", ...texts: string[]): Promise<void> {
  await page.evaluate(
    ([way, contents]) => {
      const data = new DataTransfer();
      if (way === "paste") data.setData("text/plain", contents.join(""));
      else
        for (const [at, content] of contents.entries())
          data.items.add(new File([content], `dropped${at || ""}.csv`, { type: "text/csv" }));
      const init = { bubbles: true, cancelable: true };
      if (way === "paste")
        document.body.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }));
      else
        for (const name of ["dragover", "drop"])
          document.body.dispatchEvent(new DragEvent(name, { ...init, dataTransfer: data }));
    },
    [how, texts] as const,
  );
}

/** Goes to a page, does something before its scripts are there, and lets them come. */
async function goAndActEarly(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const release = await hold(page, "**/_next/static/**/*.js");
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("main")).toBeAttached();
  await act();
  release();
}

test("a file dropped anywhere and rows pasted on a list are imported, even before the page is alive", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await goAndActEarly(page, "/tags", () => bring(page, "drop", "email,first_name\nada@example.com,Ada\n"));
  const columns = page.getByRole("list", { name: "Columns of the file" });
  await expect(columns.getByText("Ada", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Tags", level: 1 })).toBeVisible();
  const header = "email,first_name\n";
  await bring(page, "drop", `${header}cleo@example.com,Cleo\n`, `${header}dora@example.com,Dora\n`);
  await expect(columns.getByText("Cleo", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
  // Of several files none is lost.
  await expect(page.getByText("“dropped1.csv” was uploaded.")).toBeVisible({ timeout: PATIENCE_MS });

  const rows = "email\tfirst_name\nbob@example.com\tBob\n";
  await goAndActEarly(page, "/contacts", () => bring(page, "paste", rows));
  await expect(columns.getByText("Bob", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await bring(page, "paste", "one word");
  await bring(page, "paste", rows.replaceAll("ob", "en"));
  await expect(columns.getByText("Ben", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
});
