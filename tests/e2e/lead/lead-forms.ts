import type { Locator, Page } from "@playwright/test";

/** Opens the page's dialog 'Solicitar Información' and returns it. */
export async function openInquiry(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Solicitar Información" }).click();
  return page.getByRole("dialog", { name: "Solicitar Información" });
}

/** Fills in a dialog's fields by their labels. */
export async function fillIn(dialog: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByRole("textbox", { name: label }).fill(value);
  }
}
