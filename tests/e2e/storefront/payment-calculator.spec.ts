import { randomUUID } from "node:crypto";
import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, test } from "../fixtures.ts";

const newSlug = () => `calcula-${randomUUID().slice(0, 8)}`;

test.describe("the payment calculator", () => {
  test("a customer moves the sliders, types values and sees an estimate", async ({
    page,
    site,
  }) => {
    const slug = newSlug();
    await createDealership(site, { slug });
    await page.goto(`/i/${slug}`, { waitUntil: "networkidle" });
    const calculator = page.getByRole("region", { name: "Calcula tu pago mensual" });
    const payment = calculator.getByRole("status");
    await expect(payment).toHaveText("$372.86");
    await expect(calculator.getByText("Es una estimación")).toBeVisible();

    const price = calculator.getByRole("slider", { name: /^Precio/ });
    await expect(price).toHaveAttribute("max", "100000");
    await price.press("ArrowRight");
    await expect(calculator.getByRole("textbox", { name: "Precio del vehículo" })).toHaveValue(
      "26,000",
    );
    await expect(price).toHaveAttribute("aria-valuetext", "$26,000");
    await expect(payment).toHaveText("$391.50");

    await calculator.getByRole("textbox", { name: "Tasa de interés anual" }).fill("0");
    await expect(payment).toHaveText("$350.00");
    await calculator.getByRole("textbox", { name: "Precio del vehículo" }).fill("8,000");
    await expect(calculator.getByRole("slider", { name: /^Pago inicial/ })).toHaveValue("4000");
    await expect(payment).toHaveText("$66.67");
    await calculator.getByRole("textbox", { name: "Plazo" }).fill("500");
    await calculator.getByRole("textbox", { name: "Plazo" }).blur();
    await expect(calculator.getByRole("textbox", { name: "Plazo" })).toHaveValue("84");
    await expect(calculator.getByText("El máximo es 84 meses.")).toBeVisible();

    const box = calculator.getByRole("textbox", { name: "Precio del vehículo" });
    await box.fill("23,499");
    await box.blur();
    await expect(box).toHaveValue("23,499");
    await expect(price).toHaveValue("23000");
    await price.press("ArrowRight");
    await expect(box).toHaveValue("24,000");
    await box.fill("250000");
    await expect(calculator.getByText("El máximo es $100,000.")).toBeVisible();
    await box.blur();
    await expect(box).toHaveValue("100,000");
    await expect(price).toHaveValue("100000");
    await box.fill("0");
    await expect(payment).toHaveText("$0.00");
    await expectAccessible(page);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("a customer gets an estimate for typed values", async ({ page, site }) => {
      const slug = newSlug();
      await createDealership(site, { slug });
      await page.goto(`/i/${slug}`);
      await expect(page.getByRole("status")).toHaveText("$372.86");
      await page.getByLabel("Precio del vehículo", { exact: true }).fill("10,000");
      await page.getByLabel("Tasa de interés anual", { exact: true }).fill("0");
      await page.getByRole("button", { name: "Calcular" }).click();
      await expect(page.getByRole("status")).toHaveText("$83.33");
      expect(new URL(page.url()).searchParams.get("precio")).toBe("10,000");
    });
  });
});
