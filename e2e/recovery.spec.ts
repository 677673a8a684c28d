import { signal, waitUntilGone } from "../scripts/lib/processes.mjs";
import { startInstallation } from "./operations/installation";
import { addContact, expect, PATIENCE_MS, signUp, test } from "./support";

test.skip(process.platform !== "linux", "finds processes through /proc");

for (const part of ["app", "database"] as const) {
  test(`a page that was open while the ${part} died comes back without a click`, {
    tag: part === "app" ? "@embedded" : ["@embedded", "@full"],
  }, async ({ browser }) => {
    const kith = await startInstallation();
    const context = await browser.newContext({ baseURL: kith.url });
    try {
      const page = await context.newPage();
      await signUp(page);
      await addContact(page, "anna@example.com", "Anna");
      await addContact(page, "berta@example.com", "Berta");
      // When the app dies, the supervisor lets connections wait for its next process. When the database dies, the
      // supervisor is suspended until the page has met the outage.
      const isHeld = part === "database";
      if (isHeld) signal(kith.supervisor, "SIGSTOP");
      const pid = kith[part]();
      signal(pid, "SIGKILL");
      await waitUntilGone(pid, 5_000);
      await page.getByRole("searchbox", { name: "Search contacts" }).fill("berta");
      const away = page.getByText(/The server is not responding|Part of the service is not available/);
      if (isHeld) await expect(away.first()).toBeVisible({ timeout: PATIENCE_MS });
      signal(kith.supervisor, "SIGCONT");
      await expect(page.getByText("1 contact matches")).toBeVisible({ timeout: PATIENCE_MS });
      await expect(away).toHaveCount(0);
    } finally {
      signal(kith.supervisor, "SIGCONT");
      await context.close();
      await kith.stop();
      kith.remove();
    }
  });
}
