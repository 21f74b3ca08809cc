import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "./fixtures.ts";
import { makeVehicle, storePhoto } from "./make-vehicle.ts";

test.describe("section 2, Private vehicle detail", () => {
  test("a dealer sees the vehicle with its photos, and publishes and hides it", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images });
    await openAs(page, dealer, `/vehicle/${id}`);
    await expect(page).toHaveTitle(/Kona.*\| Vitrina$/);
    await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
    await expect(page.getByText("$18,500")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publicar" }).click();
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    await expect(page.getByText("Publicado", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Ocultar" }).click();
    await expect(notice(page, "Vehículo ocultado.")).toBeVisible();
    const [row] = await site.sql`select published from public.vehicles where id = ${id}`;
    expect(row?.published).toBe(false);
  });

  test("a dealer copies the public link", async ({ page, site, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/public/vehicle/${id}`,
    );
  });

  test("a dealer whose clipboard is closed reads that the link was not copied", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) },
      });
    });
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "Error al copiar")).toContainText("No se pudo copiar el enlace.");
  });

  test.describe("a vehicle that is not there", () => {
    test.use({ provoked: /status of 406/ });

    test("a dealer with a dead address is told and led to the dashboard", async ({
      page,
      site,
    }) => {
      const path = "/vehicle/0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11";
      await openAs(page, await createDealership(site), path);
      await expect(notice(page, "Vehículo no encontrado.")).toBeVisible();
      await expect(page).toHaveURL("/dashboard");
    });
  });
});
