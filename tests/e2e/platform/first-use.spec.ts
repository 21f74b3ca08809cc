import type { Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Lets no script through until the given function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test.describe("parts of public pages that are fetched on first use", () => {
  test("a visitor chooses the dark theme by keyboard, and finds it again", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/", { waitUntil: "networkidle" });
    const button = page.getByRole("button", { name: "Cambiar tema" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "Como el sistema" })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole("menuitemradio", { name: "Oscuro" }).press("Enter");
    await expect(page.locator("html")).toHaveClass(/dark/);
    await expect(button).toBeFocused();
    await page.reload();
    await expect(page.locator("html")).toHaveClass(/dark/);
  });

  test("a visitor opens the request for a demo, closes it with Esc and is back at its button", async ({
    page,
  }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const button = page.getByRole("button", { name: "Solicitar demo" }).first();
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Solicitar acceso" });
    await expect(dialog.getByLabel("Tipo de cuenta")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(dialog).toBeVisible();
  });

  test.describe("while the connection is gone", () => {
    test.use({ provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

    test("a visitor keeps the page and is told what to do, and a new page opens the dialog", async ({
      page,
      context,
    }) => {
      await page.goto("/", { waitUntil: "networkidle" });
      const button = page.getByRole("button", { name: "Solicitar demo" }).first();
      await context.setOffline(true);
      await button.click();
      await expect(notice(page, "No se pudo abrir")).toContainText("recarga la página");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(button).not.toHaveAttribute("aria-busy");
      await context.setOffline(false);
      await page.reload({ waitUntil: "networkidle" });
      await button.click();
      await expect(page.getByRole("dialog", { name: "Solicitar acceso" })).toBeVisible();
    });
  });
});

test.describe("public pages while their script is under way", () => {
  test("a visitor presses a button early and gets what it opens", async ({ page }) => {
    const letThrough = await holdScripts(page);
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Solicitar demo" }).first().click();
    letThrough();
    await expect(page.getByRole("dialog", { name: "Solicitar acceso" })).toBeVisible();
  });

  test("a visitor searches early and reads what was found", async ({ page, site }) => {
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

  test("a page's script starts after its first paint", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const [painted, asked] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))?.startTime,
    ]);
    expect(asked).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
  });
});
