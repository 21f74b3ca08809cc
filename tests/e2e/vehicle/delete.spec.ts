import type { Page } from "@playwright/test";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** Makes the requests fail; returns a function that undoes it. */
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

test.describe("a deletion that fails halfway", () => {
  test.use({ provoked: /status of 500/ });

  test("a dealer sees that a vehicle could not be deleted, and retries", async ({ page, site }) => {
    const { dealer, left } = await publishVehicle(site);
    await openAs(page, dealer, "/dashboard");
    const mend = await refuse(page, { method: "DELETE", path: ROWS });
    await deleteFromCard(page);
    await expect(notice(page, "No se pudo eliminar el vehículo.")).toBeVisible();
    expect(await left()).toEqual({ rows: 1, photos: 0 });

    await mend();
    await deleteFromCard(page);
    await expect(notice(page, "Vehículo eliminado.")).toBeVisible();
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    expect(await left()).toEqual({ rows: 0, photos: 0 });
  });

  test("a dealer keeps a vehicle when its photos could not be deleted, and retries", async ({
    page,
    site,
  }) => {
    const { dealer, id, isShown, left } = await publishVehicle(site);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    const mend = await refuse(page, { method: "DELETE", path: PHOTOS });
    await page.getByLabel("Color").fill("Negro");
    await page.getByRole("button", { name: "Eliminar" }).click();
    const question = page.getByRole("alertdialog", { name: "¿Estás absolutamente seguro?" });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    const confirm = question.getByRole("button", { name: "Eliminar" });
    await confirm.click();
    await expect(notice(page, "Error al eliminar imágenes")).toBeVisible();
    expect(await left()).toEqual({ rows: 1, photos: 1 });
    expect(await isShown()).toBe(true);

    await mend();
    await confirm.click();
    await expect(notice(page, "¡Eliminado!")).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
    expect(await left()).toEqual({ rows: 0, photos: 0 });
  });
});

test.describe("a rejected deletion", () => {
  test.use({ provoked: /status of 400/ });

  test("a salesperson cannot delete a vehicle reserved with a deposit, and sees why", async ({
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
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await deleteFromCard(page);
    await expect(notice(page, "Error")).toContainText("Este apartado tiene un depósito.");
    expect(await left()).toEqual({ rows: 1, photos: 1 });
    expect(await isShown()).toBe(true);
  });
});
