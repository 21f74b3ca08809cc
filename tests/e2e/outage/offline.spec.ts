import { createDealership } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

test.describe("a phone without a signal", () => {
  test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("a dealer who opens a vehicle stays on the dashboard, is told why, and opens it when the signal is back", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    const vehicle = page.getByRole("link", { name: /Hyundai/ }).first();
    await expect(vehicle).toBeVisible();
    await context.setOffline(true);
    await vehicle.click();
    await expect(notice(page, "Sin conexión")).toContainText("Sigues en la misma página.");
    await expect(page).toHaveURL("/dashboard");
    await context.setOffline(false);
    await vehicle.click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
  });

  test("a dealer sees a bar while the line is lost, and none once it is back", {
    tag: "@every-width",
  }, async ({ page, site, context }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    const bar = page.getByRole("banner").getByText("Sin conexión.");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bar).toHaveCount(0);
    await context.setOffline(true);
    await expect(bar).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await expectNoSidewaysScroll(page);
    await context.setOffline(false);
    await expect(bar).toHaveCount(0);
  });

  test("a dealer who picks photos reads in Spanish what they wait for, and they go on by themselves when the signal is back", async ({
    page,
    site,
    context,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const picker = page.getByLabel("Elegir fotos");
    await picker.waitFor({ state: "attached" });
    await context.setOffline(true);
    await picker.setInputFiles([await drawPhoto("a.jpg", "#1f5fa8")]);
    await expect(page.getByText("Esperando conexión…")).toBeVisible();
    await expect(page.getByText(/Failed|fetch|module/)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);

    await context.setOffline(true);
    await picker.setInputFiles([await drawPhoto("b.jpg", "#b3202c")]);
    await expect(page.getByText("Esperando conexión…")).toBeVisible();
    await page.getByRole("button", { name: "Reintentar foto 2 de 2" }).click();
    await expect(page.getByText("Esperando conexión…")).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(2);
  });

  test("a dealer whose scanner does not arrive keeps what was typed", async ({
    page,
    site,
    context,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Escanear", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText("Sin conexión.");
    await context.setOffline(false);
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Marca")).toHaveValue("Kia");
  });
});
