import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

test.describe("editing a vehicle", () => {
  test("a dealer's save writes only what changed, the switch publishes directly", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { transmission: "CVT" });
    const stored = async () => {
      const [row] =
        await site.sql`select transmission, published from public.vehicles where id = ${id}`;
      return row;
    };
    const save = page.getByRole("button", { name: "Guardar cambios" });
    const writes: unknown[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") writes.push(request.postDataJSON());
    });
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await expect(page).toHaveTitle("Editar Vehículo | Vitrina");
    await expect(page.getByLabel("Marca")).toHaveValue("Hyundai");
    await save.click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    expect(writes).toEqual([]);

    await page.goto(`/edit-vehicle/${id}`);
    await page.getByLabel("Precio").fill("17,900");
    await save.click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    await expect(page.getByText("$17,900", { exact: true })).toBeVisible();
    expect(writes).toEqual([{ price: "17,900" }]);
    expect(await stored()).toEqual({ transmission: "CVT", published: false });

    await page.goto(`/edit-vehicle/${id}`);
    await page.getByRole("switch", { name: "Oculto" }).click();
    await expect(notice(page, "El vehículo ahora está publicado")).toBeVisible();
    await page.getByRole("switch", { name: "Publicado" }).click();
    await expect(notice(page, "El vehículo ahora está oculto")).toBeVisible();
    expect(await stored()).toMatchObject({ published: false });

    await page.goto("/edit-vehicle/no-es-un-id");
    await expect(page.getByText("Vehículo no encontrado.")).toBeVisible();
  });

  test("a salesperson changes facts and photos; a removed photo leaves the storage", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "uno.jpg", "#1f5fa8"),
      await storePhoto(dealer, "dos.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images });
    await openAs(page, await createSalesperson(site, dealer.id), `/edit-vehicle/${id}`);
    await page.getByLabel("Color").fill("Negro");
    await page.locator("#status").selectOption("En revisión");
    await page.getByRole("button", { name: "Quitar foto 1 de 2" }).click();
    await page.getByLabel("Elegir fotos").setInputFiles([await drawPhoto("tres.jpg", "#2b8a3e")]);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Foto 2 de 2: tres.jpg" }).click();
    await page.getByRole("button", { name: /^Foto 1 de 2/ }).click();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    const [row] = await site.sql<{ images: string[]; color: string; status: string }[]>`
      select images, color, status from public.vehicles where id = ${id}`;
    expect(row).toMatchObject({ color: "Negro", status: "En revisión" });
    expect(row?.images.map((url) => url.replace(/.*-/, ""))).toEqual(["tres.jpg", "dos.jpg"]);
    const stored = await site.sql<{ name: string }[]>`
      select name from storage.objects where name like ${`${dealer.id}/%`}`;
    expect(stored.map(({ name }) => name.replace(/.*-/, "")).toSorted()).toEqual([
      "dos.jpg",
      "tres.jpg",
    ]);
  });
});
