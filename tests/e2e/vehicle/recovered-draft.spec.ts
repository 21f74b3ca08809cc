import type { Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const VIN = "1HGCM82633A004352";
const start = (page: Page) => page.getByRole("group", { name: "Empezar con el VIN" });
const summary = (page: Page) => page.getByText("Más datos", { exact: true });

async function comeBack(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname;
  page.once("dialog", (dialog) => dialog.accept());
  await page.goto("/dashboard");
  await page.goto(path);
  await expect(page.getByText("Recuperamos lo que escribiste")).toBeVisible();
}

test.describe("a recovered draft", () => {
  test("a dealer who starts with the VIN gets everything back", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const card = start(page).getByLabel("Empezar con el VIN");

    await test.step("a VIN that was still being decoded", async () => {
      await page.route("**/functions/v1/decode-vin", () => undefined, { times: 1 });
      await card.fill(VIN);
      await comeBack(page);
      await expect(card).toHaveValue(VIN);
      await expect(start(page).getByText("Honda Accord 2003")).toBeVisible();
    });

    await test.step("the note, marks, open fields and photos", async () => {
      await start(page).getByRole("button", { name: "Usar estos datos" }).click();
      await expect(page.getByLabel("Modelo")).toHaveValue("Accord");
      await page.getByLabel("Año").fill("2004");
      await page.getByLabel("Año").blur();
      await page.getByRole("button", { name: "Dejar 2004" }).tap();
      await page.getByLabel("Modelo").fill("Accord Coupe");
      await page.getByLabel("Modelo").blur();
      await page.getByLabel("Motor").fill("2.4 L");
      const equipment = page.getByRole("textbox", { name: "Equipamiento" });
      await equipment.fill("Cámara");
      await equipment.press("Enter");
      await equipment.fill("Techo sol");
      await page
        .getByLabel("Elegir fotos")
        .setInputFiles([
          await drawPhoto("uno.jpg", "#1f5fa8"),
          await drawPhoto("dos.jpg", "#b3202c"),
        ]);
      await expect(page.getByText("Subida", { exact: true })).toHaveCount(2);
      await equipment.fill("Techo sol");
      const marks = await page.getByText("Según el VIN").count();

      await comeBack(page);
      await expect(start(page)).toHaveCount(0);
      await expect(page.getByLabel("VIN", { exact: true })).toHaveValue(VIN);
      await expect(page.getByText(/^Honda Accord 2003\. Se completó: Marca/)).toBeVisible();
      await expect(page.getByText("Según el VIN")).toHaveCount(marks);
      await expect(page.getByText("El VIN dice Accord.")).toBeVisible();
      await expect(page.getByText("El VIN dice 2003.")).toHaveCount(0);
      await expect(page.getByLabel("Motor")).toHaveValue("2.4 L");
      await expect(page.getByLabel("Versión")).toBeVisible();
      await expect(page.getByRole("button", { name: "Quitar Cámara" })).toBeVisible();
      await expect(equipment).toHaveValue("Techo sol");
      await expect(page.getByRole("button", { name: /^Foto \d de 2/ })).toHaveCount(2);
    });
  });

  test("a dealer who types by hand gets the same fields open, and can discard them", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await start(page).getByRole("button", { name: "Escribir a mano" }).click();
    await page.getByLabel("Marca").fill("Kia");
    await summary(page).click();
    await page.getByLabel("Versión").fill("EX");
    await comeBack(page);
    await expect(start(page)).toHaveCount(0);
    await expect(page.getByLabel("Versión")).toBeVisible();
    await expect(page.getByLabel("Versión")).toHaveValue("EX");
    await page.getByRole("button", { name: "Descartar" }).click();
    await expect(start(page)).toBeVisible();
    await expect(page.getByLabel("Versión")).toHaveValue("");
  });

  test("a dealer who edits gets the VIN's data and the open fields back", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByLabel("VIN", { exact: true }).fill("99999999999999999");
    await page.getByRole("button", { name: "Decodificar VIN" }).click();
    await expect(page.getByText("No disponible, complétalo a mano")).toBeVisible();
    await summary(page).click();
    await comeBack(page);
    await expect(page.getByText("No disponible, complétalo a mano")).toBeVisible();
    await expect(page.getByLabel("Versión")).toBeVisible();
  });
});
