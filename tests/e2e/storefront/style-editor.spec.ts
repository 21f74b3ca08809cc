import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { columns, logoOf, storedPictures } from "../account/settings-rows.ts";
import { drawPhonePhoto, drawPhoto, renamedText } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storeLogo } from "../make-vehicle.ts";

test("a dealer's large logo is resized, saved, replaced and deleted", async ({ page, site }) => {
  const logo = `${site.url}/favicon.svg`;
  const dealer = await createDealership(site, { config: { profile: { logo } } });
  await openAs(page, dealer, "/settings");

  await test.step("a logo on another path cannot be deleted, but the profile can be saved", async () => {
    await page.getByRole("button", { name: "Eliminar logo" }).click();
    await expect(notice(page, "Error al eliminar")).toContainText(
      "No se pudo encontrar la ruta del logo.",
    );
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    expect(await logoOf(site, dealer)).toBe("");
  });

  await test.step("a file that is not an image is rejected", async () => {
    await page.getByLabel("Subir logo").setInputFiles(renamedText("logo.jpg"));
    await expect(notice(page, "Error de subida")).toContainText("«logo.jpg» no es una imagen");
    expect(await storedPictures(site, dealer)).toEqual([]);
  });

  await page.getByLabel("Subir logo").setInputFiles(await drawPhonePhoto("logo.jpg"));
  await expect(notice(page, "Logo subido")).toContainText("Recuerda guardar los cambios.");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(notice(page, "¡Guardado!")).toBeVisible();
  const [first] = await storedPictures(site, dealer);
  expect(first).toMatch(new RegExp(`^${dealer.id}/logo_\\d+$`));
  const answer = await fetch(await logoOf(site, dealer));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  expect(bytes.length).toBeLessThanOrEqual(512 * 1024);
  expect(Math.max(width, height)).toBe(800);

  await page.getByLabel("Cambiar logo").setInputFiles(await transparentLogo());
  await expect(notice(page, "Logo subido")).toBeVisible();
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(notice(page, "¡Guardado!")).toBeVisible();
  await expect.poll(() => storedPictures(site, dealer)).toHaveLength(1);
  const second = await fetch(await logoOf(site, dealer));
  const { hasAlpha } = await sharp(Buffer.from(await second.arrayBuffer())).metadata();
  expect(hasAlpha).toBe(true);

  await page.getByRole("button", { name: "Eliminar logo" }).click();
  await expect(notice(page, "Logo eliminado")).toBeVisible();
  await expect(page.getByLabel("Subir logo")).toBeEnabled();
  expect(await storedPictures(site, dealer)).toEqual([]);
  expect(await logoOf(site, dealer)).toBe("");
});

test.describe("the editor of the public page's style", () => {
  test("a dealer previews each change and saves it", async ({ page, site }) => {
    const dealer = await createDealership(site, {
      config: {
        profile: { name: "Valle" },
        page_style: { hero_image_url: `${site.url}/favicon.svg` },
      },
    });
    await openAs(page, dealer, "/settings?tab=pagina-publica");
    const preview = page.getByRole("img", { name: "Así se ve tu página" });
    const top = () =>
      preview
        .locator("header, section")
        .evaluateAll(([header, hero]) => [header?.innerHTML, hero?.innerHTML]);
    await expect(preview.getByText("Bienvenido a Valle")).toBeVisible();
    const shown = await top();
    await page.getByRole("link", { name: "Personalizar Página" }).click();
    await expect(page).toHaveURL("/settings/public-page");
    await expect(preview.getByText("Bienvenido a Valle")).toBeVisible();
    expect(await top()).toEqual(shown);

    await test.step("a hero image on another path cannot be deleted", async () => {
      await page.getByRole("button", { name: "Eliminar imagen" }).click();
      await expect(notice(page, "No se pudo encontrar la ruta de la imagen.")).toBeVisible();
    });

    await test.step("an invalid colour gets an error at its field", async () => {
      await page.getByLabel("Color de acento", { exact: true }).fill("#12");
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(page.getByText("Escribe un color como #FF6A00.")).toBeVisible();
      await page.getByRole("button", { name: "Volver a #FF6A00" }).click();
      await expect(page.getByText("Escribe un color como #FF6A00.")).toHaveCount(0);
    });

    await page.getByLabel("Clásico").check();
    await page.getByRole("switch", { name: "Mostrar el nombre" }).click();
    await page.getByLabel("Color de acento", { exact: true }).fill("#0b7a4b");
    await page.getByLabel("Color de fondo de la portada", { exact: true }).fill("#ffffff");
    await expect(preview.locator("section").first()).toHaveCSS(
      "background-color",
      "rgb(255, 255, 255)",
    );
    await expect(page.getByText("Casi no se distingue de un fondo claro.")).toBeVisible();
    await page.getByLabel("Subir imagen").setInputFiles(await drawPhoto("portada.jpg", "#1f5fa8"));
    await expect(notice(page, "Imagen subida")).toBeVisible();
    await expect(preview.locator("section img").first()).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toContainText(
      "La personalización de tu página ha sido actualizada.",
    );
    const { config } = await columns(site, dealer);
    expect(config).toEqual({
      profile: { name: "Valle" },
      page_style: {
        layout_style: "classic",
        show_header_name: false,
        accent_color: "#0B7A4B",
        hero_background_color: "#FFFFFF",
        hero_image_url: expect.stringMatching(new RegExp(`${dealer.id}/hero_image_\\d+$`)),
      },
    });
    await expect
      .poll(() =>
        page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue("--primary").trim(),
        ),
      )
      .toMatch(/^15[3-5]/);

    await page.getByRole("button", { name: "Eliminar imagen" }).click();
    await expect(notice(page, "Imagen eliminada")).toBeVisible();
    expect(await storedPictures(site, dealer)).toEqual([]);
    await expect(preview.locator("section img")).toHaveCount(0);
  });

  test("a salesperson styles their own page, starting from the dealership's style", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, {
      fullName: "Autos del Sur",
      config: { page_style: { hero_background_color: "#0B7A4B", accent_color: "#0B7A4B" } },
    });
    await makeVehicle(dealer, { published: true });
    const seller = await createSalesperson(site, dealer.id);
    const config = site.sql.json({ profile: { logo: await storeLogo(seller, "#1f5fa8") } });
    await site.sql`update public.profiles set config = ${config} where id = ${seller.id}`;
    await openAs(page, seller, "/settings/public-page");
    const shown = page.getByRole("img", { name: "Así se ve tu página" }).locator("iframe");
    const preview = shown.contentFrame();
    await expect(preview.getByText("Vendedor de Autos del Sur")).toBeVisible();
    await expect(preview.locator("a[href^='/public/vehicle/']")).toHaveCount(1);
    const band = preview.locator("header").first();
    await expect(band).toHaveCSS("background-color", "rgb(11, 122, 75)");
    await page.getByLabel("Color de fondo de la portada", { exact: true }).fill("#ffffff");
    await expect(band).toHaveCSS("background-color", "rgb(255, 255, 255)");
    const accent = page.getByLabel("Color de acento", { exact: true });
    await expect(accent).toHaveValue("#0B7A4B");
    await expect(page.getByText(/^Color de tu concesionario\./)).toHaveCount(1);
    await accent.fill("#ff6a00");
    const name = preview.getByRole("heading", { level: 1 });
    const picture = preview.locator("section img").first();
    await expect.poll(() => isBeside(picture, name)).toBe(true);
    await page.getByLabel("Centrado").check();
    await expect.poll(() => isBeside(picture, name)).toBe(false);
    await page.getByRole("switch", { name: "Mostrar el nombre" }).click();
    await expect(name).toHaveCSS("position", "absolute");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    expect((await columns(site, seller)).config.page_style).toEqual({
      layout_style: "centered",
      show_header_name: false,
      accent_color: "#FF6A00",
      hero_background_color: "#FFFFFF",
    });
    await page.getByRole("button", { name: "Volver al de tu concesionario" }).first().click();
    await expect(page.getByText(/^Color de tu concesionario\./)).toHaveCount(1);
    await page.getByRole("button", { name: "Teléfono" }).click();
    await expect(preview.getByText("Vendedor de Autos del Sur")).toBeVisible();
    expect(await preview.locator("body").evaluate(({ clientWidth }) => clientWidth)).toBe(390);
    await expectAccessible(page);
  });
});

/** Whether the second element starts to the right of the first. */
async function isBeside(first: Locator, second: Locator): Promise<boolean> {
  const [left, right] = [await first.boundingBox(), await second.boundingBox()];
  return left !== null && right !== null && right.x >= left.x + left.width;
}

async function transparentLogo() {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700">
    <circle cx="700" cy="350" r="300" fill="#0B7A4B"/></svg>`;
  const buffer = await sharp(Buffer.from(drawing)).png().toBuffer();
  return { name: "logo.png", mimeType: "image/png", buffer };
}
