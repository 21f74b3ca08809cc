import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const widths = [390, 320];

test.describe("the selected option of a filter, at 390 and 320 px", () => {
  test("a dealer sees each one uncut", async ({ page, site }) => {
    const dealer = await createDealership(site);
    for (const fullName of ["Ana María Fernández", "Luis Echeverría"]) {
      await createSalesperson(site, dealer.id, { fullName });
    }
    await makeVehicle(dealer, { brand: "Mercedes-Benz" });
    await openAs(page, dealer, "/dashboard");
    for (const path of ["/dashboard", "/leads", "/sales"]) await expectWholeChoices(page, path);
  });

  test("a visitor of the inventory sees each one uncut", async ({ page, site }) => {
    const slug = `filtros-${randomBytes(4).toString("hex")}`;
    const dealer = await createDealership(site, { slug });
    await makeVehicle(dealer, { brand: "Mercedes-Benz", published: true });
    await page.goto(`/i/${slug}/inventory`);
    await page.getByRole("button", { name: "Filtrar y ordenar" }).click();
    const filters = page.locator("select:visible");
    await expect(filters.first()).toBeVisible();
    // Choosing would reload the page; the width of these selects is fixed.
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      for (const filter of await filters.all()) {
        for (const words of await filter.locator("option").allTextContents()) {
          const missing = await filter.evaluate(missingWidth, words);
          expect(missing, `${words} at ${width} px`).toBeLessThanOrEqual(0);
        }
      }
    }
  });

  test("an admin sees each one uncut", async ({ page, site }) => {
    await openAs(page, await createAdmin(site), "/admin/users");
    for (const path of ["/admin/users", "/admin/platform-inventory", "/admin/audit-log"]) {
      await expectWholeChoices(page, path);
    }
  });
});

/** Chooses each option of each filter and compares the text's width with the space. */
async function expectWholeChoices(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  const filters = page.locator("select:visible");
  await expect(filters.first(), path).toBeVisible();
  for (const filter of await filters.all()) {
    for (const [index, words] of (await filter.locator("option").allTextContents()).entries()) {
      await filter.selectOption({ index });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        const missing = await filter.evaluate(missingWidth);
        expect(missing, `${path} at ${width} px: ${words}`).toBeLessThanOrEqual(0);
      }
    }
    await filter.selectOption({ index: 0 });
  }
}

/** The number of pixels missing for the selected text of a select, or for another option's. */
function missingWidth(select: HTMLSelectElement, words = select.selectedOptions[0]?.text): number {
  const style = getComputedStyle(select);
  const shown = select.parentElement?.querySelector(":scope > span");
  // An invisible select shows its words in a sibling element.
  if (style.opacity === "0" && shown) return shown.scrollWidth - shown.clientWidth;
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.font = style.font;
  const arrow = style.appearance === "none" ? 0 : 20;
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  return Math.ceil(pen.measureText(words ?? "").width + padding + arrow - select.clientWidth);
}
