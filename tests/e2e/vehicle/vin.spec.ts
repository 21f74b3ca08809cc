import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const VIN = "KM8K2CAB4PU001140";
const ACCORD = "1HGCM82633A004352";

test.describe("a VIN in the form", () => {
  test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch manifest/ });

  test("a dealer corrects the VIN, and it fills in only what was not typed", async ({
    page,
    site,
    context,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const vin = page.getByLabel("VIN", { exact: true });
    const decode = page.getByRole("button", { name: "Decodificar VIN" });
    const model = page.getByLabel("Modelo");

    await test.step("typing by hand keeps the VIN and fills in nothing", async () => {
      const start = page.getByRole("group", { name: "Empezar con el VIN" });
      await start.getByLabel("Empezar con el VIN").fill(VIN);
      await expect(start.getByText("Hyundai Kona 2023")).toBeVisible();
      await start.getByRole("button", { name: "Escribir a mano" }).click();
      await expect(page.getByLabel("Marca")).toBeFocused();
      await expect(page.getByLabel("Marca")).toHaveValue("");
      await expect(vin).toHaveValue(VIN);
    });

    await test.step("a wrong check digit offers the corrected VIN", async () => {
      await vin.fill("1HGCM82643A004352");
      await expect(page.getByText("El dígito de control no coincide")).toBeVisible();
      await page.getByRole("button", { name: `Usar ${ACCORD}` }).tap();
      await expect(vin).toHaveValue(ACCORD);
      await expect(page.getByText("El dígito de control no coincide")).toBeHidden();
    });

    await test.step("the count, capitals, and a button only at 17 characters", async () => {
      await vin.fill(VIN.slice(0, 16).toLowerCase());
      await expect(page.getByText("16/17")).toBeVisible();
      await expect(decode).toBeDisabled();
      await vin.press("End");
      await vin.pressSequentially("09");
      await expect(vin).toHaveValue(VIN);
      await expect(page.getByText("17/17")).toBeVisible();
      await expect(decode).toBeEnabled();
    });

    await test.step("without a connection the dealer can try again", async () => {
      await model.fill("Kona N");
      await context.setOffline(true);
      await decode.click();
      await expect(page.getByText("No se pudo consultar el VIN.")).toBeVisible();
      await context.setOffline(false);
      await decode.click();
      await expect(notice(page, "Error")).toHaveCount(0);
    });

    await test.step("empty fields are filled in and marked, typed ones stay", async () => {
      await expect(page.getByLabel("Año")).toHaveValue("2023");
      await expect(model).toHaveValue("Kona N");
      await expect(page.getByText(/Se completó: Marca, Año/)).toBeVisible();
      expect(await page.getByText("Según el VIN").count()).toBeGreaterThanOrEqual(2);
    });

    await test.step("another VIN offers a choice where both differ", async () => {
      await vin.fill(ACCORD);
      await decode.click();
      await expect(page.getByLabel("Marca")).toHaveValue("Honda");
      await expect(page.getByLabel("Año")).toHaveValue("2003");
      await expect(page.getByLabel("Puertas")).toHaveValue("2");
      await expect(model).toHaveValue("Kona N");
      await expect(page.getByText("No coincide con lo que escribiste: Modelo.")).toBeVisible();
      await expectAccessible(page);
      await expect(page.getByText("El VIN dice Accord.")).toBeVisible();
      await page.getByRole("button", { name: "Usar Accord" }).press("Enter");
      await expect(model).toHaveValue("Accord");
      await expect(model).toBeFocused();

      const marks = page.getByText("Según el VIN");
      const marked = await marks.count();
      await page.getByLabel("Año").fill("2004");
      await expect(marks).toHaveCount(marked - 1);
      await page.getByLabel("Color").focus();
      await page.getByRole("button", { name: "Dejar 2004" }).tap();
      await expect(page.getByText("El VIN dice")).toHaveCount(0);
      await expect(page.getByLabel("Año")).toHaveValue("2004");
    });
  });
});

test("a dealer who types a VIN sees its vehicle, and if the inventory has it already", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site);
  const { id } = await makeVehicle(dealer, { published: true });
  const stranger = await createDealership(site);
  await makeVehicle(stranger, { brand: "Ajena", vin: ACCORD, published: true });
  await openAs(page, dealer, "/add-vehicle");
  const start = page.getByRole("group", { name: "Empezar con el VIN" });
  const box = start.getByLabel("Empezar con el VIN");
  await box.pressSequentially(VIN.slice(0, 16).toLowerCase());
  await expect(start.getByText("Falta 1 carácter.")).toBeVisible();
  await box.press("End");
  await box.pressSequentially(VIN.slice(16));
  await expect(start.getByText("Hyundai Kona 2023", { exact: true }).last()).toBeVisible();
  await expect(start.getByText("Versión SE")).toBeVisible();
  await expect(start.getByText("Ya lo tienes:")).toContainText("(Disponible, publicado)");
  await expect(start.getByRole("link", { name: "Hyundai Kona 2023" })).toHaveAttribute(
    "href",
    `/vehicle/${id}`,
  );
  await expect(page.getByLabel("Marca")).toHaveValue("");
  await expect(page.locator(".button-primary"), "one main act").toHaveText(["Guardar vehículo"]);
  await expectAccessible(page);

  await box.fill(ACCORD);
  await expect(start.getByText("Honda Accord 2003")).toBeVisible();
  await expect(start.getByText("Ya lo tienes:")).toHaveCount(0);
  await start.getByRole("button", { name: "Usar estos datos" }).click();
  await expect(page.getByLabel("Modelo")).toHaveValue("Accord");
  await expect(start).toHaveCount(0);
  await expect(page.getByText("Ya lo tienes:")).toHaveCount(0);
  await page.getByRole("button", { name: "Guardar vehículo" }).click();
  await expect(notice(page, "¡Éxito!")).toBeVisible();

  await page.goto(`/edit-vehicle/${id}`);
  await page.getByLabel("VIN", { exact: true }).fill(ACCORD);
  await expect(page.getByText("Ya lo tienes:")).toContainText("Honda Accord 2003");
  await page.getByLabel("VIN", { exact: true }).fill(VIN);
  await expect(page.getByText("Ya lo tienes:")).toHaveCount(0);
});
