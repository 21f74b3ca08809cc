import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** The 15th of the month this many months ago, as YYYY-MM-DD. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - months, 15))
    .toISOString()
    .slice(0, 10);
}

type Sold = { model: string; day: string; price: number; cost: number | null };

async function sell(site: Site, dealer: Person, seller: Person, sold: Sold): Promise<void> {
  const { id } = await makeVehicle(dealer, { model: sold.model });
  await site.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
    values (${id}, ${dealer.id}, ${sold.day}::date - 20, ${sold.cost})`;
  const { error } = await dealer.client.rpc("sell_vehicle", {
    p_vehicle_id: id,
    p_day: sold.day,
    p_price: sold.price,
    p_buyer_name: "Carla Cliente",
    p_seller_id: seller.id,
  });
  if (error) throw error;
}

/** On phones the link is under 'Más'. */
async function openSales(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) await page.getByRole("button", { name: "Más" }).click();
  await page.getByRole("link", { name: "Ventas", exact: true }).click();
}

test.describe("the sales of a dealership", () => {
  test("a dealer sees sales by month and seller, and exports one month as CSV", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id);
    await sell(site, dealer, vendedor, {
      model: "Kona",
      day: monthsAgo(1),
      price: 15000,
      cost: 11000,
    });
    await sell(site, dealer, dealer, {
      model: "Tucson",
      day: monthsAgo(1),
      price: 20000,
      cost: null,
    });
    await sell(site, dealer, dealer, {
      model: "Ioniq",
      day: monthsAgo(2),
      price: 30000,
      cost: 31000,
    });
    await openAs(page, dealer, "/dashboard");
    await openSales(page);
    await expect(page).toHaveTitle("Ventas | Vitrina");
    const main = page.getByRole("main");
    await expect(main.getByText("$65,000", { exact: true })).toBeVisible();
    await expect(main.getByText("De 2 de 3 ventas.")).toBeVisible();
    const months = page.getByRole("table", { name: "Ventas por mes" });
    await expect(months.getByRole("row").nth(1)).toContainText("$35,000");
    await expect(months.getByRole("row").nth(2)).toContainText("-$1,000");
    const board = page.getByRole("table", { name: "Ventas por vendedor" });
    await expect(board.getByRole("row", { name: /Valeria Vendedora/ })).toContainText("$15,000");
    await expect(main.locator(".recharts-bar-rectangle").first()).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await expectNoSidewaysScroll(page);

    await months.getByRole("row").nth(1).getByRole("link").click();
    await expect(page).toHaveURL(`/sales?periodo=${monthsAgo(1).slice(0, 7)}`);
    const sales = page.getByRole("table", { name: "Cada venta" });
    await expect(sales.getByRole("row")).toHaveCount(3);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV de cada venta" }).click(),
    ]);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain("Hyundai Kona 2023");
    for (const head of ["Precio", "Margen", "Costo", "Comisión"]) {
      expect(text).toContain(`${head} (USD)`);
    }
    expect(text).not.toContain("Ioniq");
    await page.getByLabel("Periodo").selectOption("Este mes");
    await expect(page.getByText("No hay ventas en este periodo")).toBeVisible();
  });

  test("a salesperson is redirected until the dealership allows access to figures", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id);
    await openAs(page, vendedor, "/sales");
    await expect(page).toHaveURL("/dashboard");
    await page.getByRole("button", { name: "Más" }).click();
    await expect(page.getByRole("link", { name: "Configuración" }).last()).toBeVisible();
    await expect(page.getByRole("link", { name: "Ventas" })).toHaveCount(0);
    await site.sql`insert into public.figure_viewers (id, dealership_id)
      values (${vendedor.id}, ${dealer.id})`;
    await page.goto("/dashboard");
    await openSales(page);
    await expect(page.getByRole("heading", { name: "Ventas", level: 1 })).toBeVisible();
  });
});
