import { createDealership } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";

const VIN = "KM8K2CAB4PU001140";

test.describe("a VIN in the form", () => {
  test.beforeEach(async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
  });

  test("a dealer sees the count, capitals, and a button only at 17 characters", async ({
    page,
  }) => {
    const vin = page.getByLabel("VIN", { exact: true });
    const button = page.getByRole("button", { name: "Decodificar VIN" });
    await vin.fill(VIN.slice(0, 16).toLowerCase());
    await expect(page.getByText("16/17")).toBeVisible();
    await expect(button).toBeDisabled();
    await vin.press("End");
    await vin.pressSequentially("09");
    await expect(vin).toHaveValue(VIN);
    await expect(page.getByText("17/17")).toBeVisible();
    await expect(button).toBeEnabled();
  });

  test("a dealer's own words stay, the empty fields are filled and marked", async ({ page }) => {
    await page.getByLabel("Modelo").fill("Kona Limited");
    await page.getByLabel("VIN", { exact: true }).fill(VIN);
    await page.getByRole("button", { name: "Decodificar VIN" }).click();
    await expect(page.getByLabel("Año")).toHaveValue("2023");
    await expect(page.getByLabel("Modelo")).toHaveValue("Kona Limited");
    await expect(page.getByText(/Se completó: Marca, Año/)).toBeVisible();
    const marks = page.getByText("Según el VIN");
    const before = await marks.count();
    expect(before).toBeGreaterThanOrEqual(2);
    await page.getByLabel("Año").fill("2022");
    await expect(marks).toHaveCount(before - 1);
  });

  test("a dealer with a wrong check digit is warned", async ({ page }) => {
    await page.getByLabel("VIN", { exact: true }).fill("KM8K2CAB5PU001140");
    await expect(page.getByText("El dígito de control no coincide")).toBeVisible();
    await page.getByLabel("VIN", { exact: true }).fill(VIN);
    await expect(page.getByText("El dígito de control no coincide")).toBeHidden();
  });

  test("a dealer with an unknown VIN is told to fill in by hand", async ({ page }) => {
    await page.getByLabel("VIN", { exact: true }).fill("99999999999999999");
    await page.getByRole("button", { name: "Decodificar VIN" }).click();
    await expect(page.getByText("No disponible, complétalo a mano")).toBeVisible();
    await expect(page.getByLabel("Marca")).toHaveValue("");
  });

  test.describe("without a connection", () => {
    test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch manifest/ });

    test("a dealer reads that the VIN could not be asked about, and tries again", async ({
      page,
      context,
    }) => {
      await page.getByLabel("VIN", { exact: true }).fill(VIN);
      await context.setOffline(true);
      await page.getByRole("button", { name: "Decodificar VIN" }).click();
      await expect(page.getByText("No se pudo consultar el VIN.")).toBeVisible();
      await context.setOffline(false);
      await page.getByRole("button", { name: "Decodificar VIN" }).click();
      await expect(page.getByLabel("Modelo")).toHaveValue("Kona");
      await expect(notice(page, "Error")).toHaveCount(0);
    });
  });
});
