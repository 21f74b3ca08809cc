import type { Page } from "@playwright/test";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** Every such request fails until the next call of what this gives. */
async function refuse(page: Page, { method, path }: { method: string; path: RegExp }) {
  const fail = { status: 500, json: { message: "refused", statusCode: "500" } };
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill(fail) : route.fallback(),
  );
  return () => page.unroute(path);
}

const ROWS = /\/rest\/v1\/vehicles/;
const PHOTOS = /\/storage\/v1\/object\/vehicle_images$/;

async function publishVehicle(site: Site) {
  const dealer = await createDealership(site);
  const images = [await storePhoto(dealer, "uno.jpg", "#1f5fa8")];
  const { id } = await makeVehicle(dealer, { images, published: true });
  const isShown = async () => {
    const [row] = await site.sql`select published from public.vehicles where id = ${id}`;
    return row?.published;
  };
  const left = async () => ({
    rows: (await site.sql`select from public.vehicles where id = ${id}`).length,
    photos: (await site.sql`select from storage.objects where name like ${`${dealer.id}/%`}`)
      .length,
  });
  return { dealer, id, isShown, left };
}

async function deleteFromCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Acciones para/ }).click();
  await page.getByRole("menuitem", { name: "Eliminar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
}

const whoDeletes: [string, (site: Site, dealer: Person) => Promise<Person>][] = [
  ["dealer", async (_, dealer) => dealer],
  ["vendedor", (site, dealer) => createSalesperson(site, dealer.id)],
];

test.describe("a deletion that fails in between", () => {
  test.use({ provoked: /status of 500/ });

  for (const [role, find] of whoDeletes) {
    test(`a ${role} whose vehicle's row stays reads so and tries again`, async ({ page, site }) => {
      const { dealer, left } = await publishVehicle(site);
      await openAs(page, await find(site, dealer), "/dashboard");
      const mend = await refuse(page, { method: "DELETE", path: ROWS });
      await deleteFromCard(page);
      await expect(notice(page, "No se pudo eliminar el vehículo.")).toBeVisible();
      expect(await left()).toEqual({ rows: 1, photos: 0 });

      await mend();
      await deleteFromCard(page);
      await expect(notice(page, "Vehículo eliminado.")).toBeVisible();
      expect(await left()).toEqual({ rows: 0, photos: 0 });
    });
  }

  test("a dealer whose vehicle's photos stay keeps the vehicle and tries again", async ({
    page,
    site,
  }) => {
    const { dealer, id, isShown, left } = await publishVehicle(site);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    const mend = await refuse(page, { method: "DELETE", path: PHOTOS });
    await page.getByRole("button", { name: "Eliminar" }).click();
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" });
    await confirm.click();
    await expect(notice(page, "Error al eliminar imágenes")).toBeVisible();
    expect(await left()).toEqual({ rows: 1, photos: 1 });
    expect(await isShown()).toBe(true);

    await mend();
    await confirm.click();
    await expect(notice(page, "¡Eliminado!")).toBeVisible();
    expect(await left()).toEqual({ rows: 0, photos: 0 });
  });

  test("an admin who acts for a dealer removes the photos before the row", async ({
    page,
    site,
  }) => {
    const { dealer, left } = await publishVehicle(site);
    const admin = await createAdmin(site);
    await openAs(page, admin, `/admin/users?q=${encodeURIComponent(dealer.email)}`);
    await page.getByRole("button", { name: /^Administrar/ }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    const acts: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // Functions read here; the days of the cars may still be on their way.
      if (/^(GET|OPTIONS)$/.test(request.method()) || pathname.includes("/rpc/")) return;
      acts.push(`${request.method()} ${pathname}`);
    });
    await deleteFromCard(page);
    await expect(notice(page, "Vehículo eliminado.")).toBeVisible();
    expect(acts).toEqual(["DELETE /storage/v1/object/vehicle_images", "DELETE /rest/v1/vehicles"]);
    expect(await left()).toEqual({ rows: 0, photos: 0 });
  });
});

test.describe("a deletion that is refused", () => {
  test.use({ provoked: /status of 400/ });

  test("a vendedor who may not end a deposit is told why, and the vehicle keeps its photos and page", async ({
    page,
    site,
  }) => {
    const { dealer, id, isShown, left } = await publishVehicle(site);
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const reserved = await dealer.client.rpc("reserve_vehicle", {
      p_vehicle_id: id,
      p_until: until,
      p_deposit: 500,
    });
    expect(reserved.error).toBeNull();
    const vendedor = await createSalesperson(site, dealer.id);
    await openAs(page, vendedor, "/dashboard");
    await deleteFromCard(page);
    await expect(notice(page, "Error")).toContainText("Este apartado tiene un depósito.");
    expect(await left()).toEqual({ rows: 1, photos: 1 });
    expect(await isShown()).toBe(true);
    await openAs(page, vendedor, `/edit-vehicle/${id}`);
    await page.getByRole("button", { name: "Eliminar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "Error")).toContainText("Este apartado tiene un depósito.");
    expect(await left()).toEqual({ rows: 1, photos: 1 });
  });
});
