import type { Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Blocks all scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test.describe("parts of public pages that load on first use", () => {
  test.use({ provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

  test("a visitor opens them, also after losing the connection", async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/", { waitUntil: "networkidle" });
    await test.step("the script starts after the first paint", async () => {
      const [painted, asked] = await page.evaluate(() => [
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))
          ?.startTime,
      ]);
      expect(asked).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
    });

    const demo = page.getByRole("button", { name: "Solicitar demo" }).first();
    const dialog = page.getByRole("dialog", { name: "Solicitar acceso" });
    await test.step("while offline the page stays and explains what to do", async () => {
      await context.setOffline(true);
      await demo.click();
      await expect(notice(page, "No se pudo abrir")).toContainText("recarga la página");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(demo).not.toHaveAttribute("aria-busy");
      await context.setOffline(false);
      await page.reload({ waitUntil: "networkidle" });
    });

    await test.step("the request for a demo returns the focus", async () => {
      await demo.click();
      await expect(dialog.getByLabel("Tipo de cuenta")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(demo).toBeFocused();
      await demo.click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });

    await test.step("the dark theme is chosen by keyboard and remembered", async () => {
      const theme = page.getByRole("button", { name: "Cambiar tema" });
      await theme.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitemradio", { name: "Como el sistema" })).toBeChecked();
      await expectAccessible(page);
      await page.getByRole("menuitemradio", { name: "Oscuro" }).press("Enter");
      await expect(page.locator("html")).toHaveClass(/dark/);
      await expect(theme).toBeFocused();
      await page.reload();
      await expect(page.locator("html")).toHaveClass(/dark/);
    });
  });
});

test.describe("public pages before their script has loaded", () => {
  test("a visitor who presses a button early gets what it opens", async ({ page }) => {
    const letThrough = await holdScripts(page);
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Solicitar demo" }).first().click();
    letThrough();
    await expect(page.getByRole("dialog", { name: "Solicitar acceso" })).toBeVisible();
  });

  test("a visitor who searches early gets the results", async ({ page, site }) => {
    const slug = `pronto-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    for (const model of ["Kona", "Tucson"]) await makeVehicle(dealer, { model, published: true });
    const letThrough = await holdScripts(page);
    await page.goto(`/i/${slug}/inventory`, { waitUntil: "domcontentloaded" });
    await page.getByRole("searchbox", { name: "Buscar" }).fill("kona");
    letThrough();
    await expect(page.getByRole("article")).toHaveText([/Kona/]);
    await expect(page.getByRole("searchbox", { name: "Buscar" })).toHaveValue("kona");
  });
});
