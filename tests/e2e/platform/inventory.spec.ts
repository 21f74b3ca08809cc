import type { Page } from "@playwright/test";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** A word that occurs in no other vehicle of the run. */
const mark = () => `Zz${crypto.randomUUID().slice(0, 8)}`;

test.describe("the platform's inventory", () => {
  /** A vehicle's row in the table, or its card. */
  const shown = (page: Page, text: string) =>
    page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: text, visible: true });

  test("an admin sees every dealership's vehicles with owner, VIN, publication and views", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    const brand = mark();
    const seen = await makeVehicle(dealer, { brand, model: "Público", published: true });
    await makeVehicle(dealer, { brand, model: "Oculto", vin: null });
    await site.sql`update public.vehicles set views = 1234 where id = ${seen.id}`;
    await openAs(page, await createAdmin(site), "/admin/platform-inventory");
    await page.getByRole("searchbox", { name: "Buscar vehículos" }).fill(`${brand} publico`);
    await expect(shown(page, brand)).toHaveCount(1);
    const row = shown(page, brand);
    for (const text of [
      "2023",
      dealer.fullName,
      dealer.email,
      "KM8K2CAB4PU001140",
      "Sí",
      "1,234",
    ]) {
      await expect(row).toContainText(text);
    }
    await page.getByRole("searchbox", { name: "Buscar vehículos" }).fill(`${brand} oculto`);
    await expect(shown(page, "Oculto")).toContainText("N/A");
    await expect(shown(page, "Oculto")).toContainText("No");
    await expectAccessible(page);

    const [totals] = await site.sql`select count(*)::int as n from public.vehicles`;
    const total = await page.getByText("Total de vehículos").locator("../..").textContent();
    const shownTotal = Number(total?.replaceAll(/\D/g, ""));
    expect(shownTotal).toBeGreaterThan(0);
    expect(shownTotal).toBeLessThanOrEqual(totals?.n);

    await page.getByRole("searchbox", { name: "Buscar vehículos" }).fill(mark());
    await expect(page.getByText("No se encontraron vehículos en la plataforma.")).toBeVisible();
  });

  test("an admin sorts the vehicles by views, turns the page and goes back", async ({
    page,
    site,
    isMobile,
  }) => {
    const dealer = await createDealership(site);
    const brand = mark();
    await site.sql`insert into public.vehicles (user_id, brand, model, year, views)
      select ${dealer.id}, ${brand}, 'Modelo ' || n, 2020, n from generate_series(1, 60) as n`;
    await openAs(page, await createAdmin(site), `/admin/platform-inventory?q=${brand}`);
    await expect(page.getByText("1–50 de 60")).toBeVisible();
    if (isMobile) await page.getByLabel("Ordenar por").selectOption("vistas");
    else await page.getByRole("button", { name: "Vistas" }).click();
    await expect(shown(page, brand).first()).toContainText("Modelo 60");
    if (isMobile) await page.getByRole("button", { name: /invertir/ }).click();
    else await page.getByRole("button", { name: "Vistas" }).click();
    await expect(shown(page, brand).first()).toContainText("Modelo 1");

    await page.getByRole("button", { name: "Página siguiente" }).click();
    await expect(page.getByText("51–60 de 60")).toBeVisible();
    await expect(shown(page, brand)).toHaveCount(10);
    await expect(page.getByRole("button", { name: "Página siguiente" })).toBeDisabled();
    await page.getByRole("button", { name: "Página anterior" }).click();
    await expect(page.getByText("1–50 de 60")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("51–60 de 60")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("1–50 de 60")).toBeVisible();
    await shown(page, brand).first().getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: `${brand} Modelo 1` })).toBeVisible();
  });
});
