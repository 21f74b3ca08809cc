import { expect, expectAccessible, notice, test } from "./fixtures.ts";

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

  test("a visitor opens the request for a demo, closes it with Esc and is back at its button @one-width", async ({
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

  test.describe("while the connection is gone @one-width", () => {
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
