import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

// A screen of 1280 x 800 whose page is enlarged to 200 % (WCAG 1.4.4 and 1.4.10).
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, isMobile: false });

test.describe("at 200 % zoom, by day and by night", () => {
  test("a dealer reads every private page without scrolling sideways", async ({ page, site }) => {
    const dealer = await createDealership(site, {
      fullName: "Concesionario de Automóviles Hermanos Echeverría",
    });
    const seller = await createSalesperson(site, dealer.id);
    const { id } = await makeVehicle(dealer, { brand: "Mercedes-Benz", model: "Clase GLE 350" });
    await openAs(page, dealer, "/dashboard");
    for (const path of [
      "/dashboard",
      "/add-vehicle",
      `/vehicle/${id}`,
      `/edit-vehicle/${id}`,
      "/team",
      `/team/edit/${seller.id}`,
      "/settings",
      "/settings?tab=seguridad",
      "/settings/public-page",
      "/leads",
      "/sales",
      "/inventory-health",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Cargando...")).toHaveCount(0);
      await expectNoSidewaysScroll(page, path);
      await expectAccessibleByDayAndNight(page);
    }
  });

  test("a dealer who searches sees what they type", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    const box = await page.getByPlaceholder("Buscar por VIN, marca o modelo...").boundingBox();
    expect(box?.width).toBeGreaterThan(240);
  });

  test("an admin reads every page of the panel without scrolling sideways", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createAdmin(site), "/admin/dashboard");
    for (const path of [
      "/admin/dashboard",
      "/admin/users",
      `/admin/user/edit/${dealer.id}`,
      "/admin/platform-inventory",
      "/admin/access-requests",
      "/admin/audit-log",
      "/admin/mail",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Cargando...")).toHaveCount(0);
      await expectNoSidewaysScroll(page, path);
      await expectAccessibleByDayAndNight(page);
    }
  });
});
