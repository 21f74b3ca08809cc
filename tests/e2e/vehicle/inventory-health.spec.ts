import { createDealership } from "#tests/support/people.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

test.describe("the health of an inventory", () => {
  test("a dealer opens the lists of old and of incomplete vehicles", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const kona = await makeVehicle(dealer, { price: "15000" });
    await makeVehicle(dealer, { model: "Tucson", price: "A consultar", description: null });
    await makeVehicle(dealer, { model: "Ioniq", status: "Vendido" });
    await site.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${kona.id}, ${dealer.id}, private.local_day(${dealer.id}) - 70, 11000)`;
    await openAs(page, dealer, "/dashboard");
    const isPhone = (page.viewportSize()?.width ?? 0) < 640;
    if (isPhone) await page.getByRole("button", { name: "Más" }).click();
    await page.getByRole("link", { name: "Salud del inventario" }).click();
    const ages = page.getByRole("region", { name: "Días en el inventario" }).getByRole("listitem");
    await expect(ages).toHaveText([
      /Reciente10–30 díasSin precio pedido/,
      /A tiempo0/,
      /Lento0/,
      /Estancado161 días o más\$15,000 pedidos\$11,000 de costo/,
    ]);
    await expectAccessibleByDayAndNight(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole("link", { name: "61 días o más" }).click();
    await expect(page).toHaveURL("/inventory-health?lista=61-mas#lista");
    const row = page.getByRole("table", { name: "61 días o más" }).getByRole("row").nth(1);
    await expect(row).toContainText("Hyundai Kona 2023");
    await expect(row.getByRole("cell").first()).toContainText("70");
    await page.getByRole("link", { name: "Sin descripción" }).click();
    const lacking = page.getByRole("table", { name: "Sin descripción" }).getByRole("row");
    await expect(lacking).toHaveCount(2);
    await expect(lacking.nth(1)).toContainText("precio, fotos, descripción");
  });
});
