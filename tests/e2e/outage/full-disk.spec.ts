import { type IsolatedSite, startIsolatedSite } from "#tests/support/isolated-site.ts";
import { createDealership } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

// The tests share a site and fill its disk, so they run one after the other.
test.describe.configure({ mode: "default" });
test.use({ provoked: /status of (400|500|503) .*\/storage\/v1\// });

let site: IsolatedSite;
let repair: () => void = () => undefined;
test.beforeAll(async () => {
  site = await startIsolatedSite();
});
test.afterEach(() => {
  repair();
  repair = () => undefined;
});
test.afterAll(() => site.close());

const takeDisk = () => {
  const give = site.fillDisk();
  repair = give;
  return () => {
    give();
    repair = () => undefined;
  };
};

const filesOf = (owner: string) =>
  site.sql`select name from storage.objects where name like ${`${owner}/%`}`;

test.describe("while no file can be stored", () => {
  test("a dealer who adds a vehicle sees which photo failed, and retries only that one", async ({
    page,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, `${site.url}/add-vehicle`);
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill("2019");
    const { promise: full, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/storage\/v1\/object\/vehicle_images\/.*mala/, async (route) => {
      await full;
      await route.continue();
    });
    await page
      .getByLabel("Elegir fotos")
      .setInputFiles([
        await drawPhoto("buena.jpg", "#1f5fa8"),
        await drawPhoto("mala.jpg", "#b3202c"),
      ]);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page.getByText("Subiendo fotos: 1 de 2")).toBeVisible();
    const free = takeDisk();
    goOn();
    await expect(notice(page, "Error al subir imagen")).toContainText("mala.jpg");
    await expect(page.getByLabel("Marca")).toHaveValue("Kia");
    expect(await site.sql`select 1 from public.vehicles where user_id = ${dealer.id}`).toHaveLength(
      0,
    );
    expect(await filesOf(dealer.id)).toHaveLength(1);

    free();
    await page.getByRole("button", { name: "Reintentar foto 2 de 2" }).click();
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(2);
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL(`${site.url}/dashboard`);
    const [row] = await site.sql<{ images: string[] }[]>`
      select images from public.vehicles where user_id = ${dealer.id}`;
    expect(row?.images.map((url) => url.replace(/.*-/, ""))).toEqual(["buena.jpg", "mala.jpg"]);
    expect(await filesOf(dealer.id)).toHaveLength(2);
  });

  test("a dealer who adds a photo sees that it failed, and nothing is saved", async ({ page }) => {
    const dealer = await createDealership(site);
    const images = [await storePhoto(dealer, "uno.jpg", "#1f5fa8")];
    const { id } = await makeVehicle(dealer, { images });
    await openAs(page, dealer, `${site.url}/edit-vehicle/${id}`);
    await page.getByLabel("Color").fill("Negro");
    const free = takeDisk();
    await page.getByLabel("Elegir fotos").setInputFiles([await drawPhoto("dos.jpg", "#b3202c")]);
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Error al subir nueva imagen")).toBeVisible();
    const [kept] = await site.sql`select color, images from public.vehicles where id = ${id}`;
    expect(kept).toEqual({ color: "Azul", images });
    free();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    const [saved] = await site.sql`select color, images from public.vehicles where id = ${id}`;
    expect(saved).toEqual({ color: "Negro", images: [images[0], expect.any(String)] });
  });

  test("a dealer sees that a logo failed, and uploads it later", async ({ page }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, `${site.url}/settings`);
    const free = takeDisk();
    const logo = page.getByLabel("Subir logo");
    await logo.setInputFiles(await drawPhoto("logo.jpg", "#1f5fa8"));
    await expect(notice(page, "Error de subida")).toBeVisible();
    free();
    await logo.setInputFiles(await drawPhoto("logo.jpg", "#1f5fa8"));
    await expect(notice(page, "Logo subido")).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();

    await site.sql`revoke delete on storage.objects from authenticated`;
    await page.getByRole("button", { name: "Eliminar logo" }).click();
    await expect(notice(page, "Error al eliminar")).toBeVisible();
    expect(await filesOf(dealer.id)).toHaveLength(1);
    await site.sql`grant delete on storage.objects to authenticated`;
  });
});
