import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

test.describe("editing a vehicle", () => {
  test("a dealer sees the stored values, changes the price, and only that is saved", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { transmission: "CVT" });
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await expect(page).toHaveTitle("Editar Vehículo | Vitrina");
    await expect(page.getByLabel("Marca")).toHaveValue("Hyundai");
    await expectAccessible(page);
    await page.getByLabel("Precio").fill("17,900");
    const write = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    expect((await write).postDataJSON()).toEqual({ price: "17,900" });
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    await expect(page.getByText("$17,900", { exact: true })).toBeVisible();
    const [row] = await site.sql`select transmission from public.vehicles where id = ${id}`;
    expect(row?.transmission).toBe("CVT");
  });

  test("a dealer who changes nothing continues, and nothing is saved", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await expect(page.getByLabel("Marca")).toHaveValue("Hyundai");
    const writes: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && writes.push(request.url()));
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    expect(writes).toEqual([]);
  });

  test("a dealer removes, adds and reorders photos; the removed one is deleted", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "uno.jpg", "#1f5fa8"),
      await storePhoto(dealer, "dos.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images });
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByRole("button", { name: "Quitar foto 1 de 2" }).click();
    await page.getByLabel("Elegir fotos").setInputFiles([await drawPhoto("tres.jpg", "#2b8a3e")]);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Foto 2 de 2: tres.jpg" }).click();
    await page.getByRole("button", { name: /^Foto 1 de 2/ }).click();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    const [row] = await site.sql<{ images: string[] }[]>`
      select images from public.vehicles where id = ${id}`;
    expect(row?.images.map((url) => url.replace(/.*-/, ""))).toEqual(["tres.jpg", "dos.jpg"]);
    const stored = await site.sql<{ name: string }[]>`
      select name from storage.objects where name like ${`${dealer.id}/%`}`;
    expect(stored.map(({ name }) => name.replace(/.*-/, "")).toSorted()).toEqual([
      "dos.jpg",
      "tres.jpg",
    ]);
  });

  test("a dealer publishes and hides with the switch", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByRole("switch", { name: "Oculto" }).click();
    await expect(notice(page, "El vehículo ahora está publicado")).toBeVisible();
    await page.getByRole("switch", { name: "Publicado" }).click();
    await expect(notice(page, "El vehículo ahora está oculto")).toBeVisible();
    const [row] = await site.sql`select published from public.vehicles where id = ${id}`;
    expect(row?.published).toBe(false);
  });

  test("a dealer deletes the vehicle with its photos after confirming", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, {
      images: [await storePhoto(dealer, "uno.jpg", "#1f5fa8")],
    });
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByLabel("Color").fill("Negro");
    await page.getByRole("button", { name: "Eliminar" }).click();
    const question = page.getByRole("alertdialog", { name: "¿Estás absolutamente seguro?" });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "¡Eliminado!")).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
    expect(await site.sql`select id from public.vehicles where id = ${id}`).toHaveLength(0);
    expect(
      await site.sql`select id from storage.objects where name like ${`${dealer.id}/%`}`,
    ).toHaveLength(0);
  });

  test("a salesperson edits the dealership's vehicle", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, await createSalesperson(site, dealer.id), `/edit-vehicle/${id}`);
    await page.getByLabel("Color").fill("Negro");
    await page.locator("#status").selectOption("En revisión");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    const [row] = await site.sql`select color, status from public.vehicles where id = ${id}`;
    expect(row).toEqual({ color: "Negro", status: "En revisión" });
  });

  test("a dealer with a mistyped URL sees that the vehicle does not exist", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/edit-vehicle/no-es-un-id");
    await expect(page.getByText("Vehículo no encontrado.")).toBeVisible();
    await expectAccessible(page);
  });
});
