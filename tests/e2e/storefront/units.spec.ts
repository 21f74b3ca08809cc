import { randomUUID } from "node:crypto";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

test("a dealership's currency and distance apply to its public and private pages", async ({
  page,
  browser,
  site,
}) => {
  const slug = `unidades-${randomUUID().slice(0, 8)}`;
  const dealer = await createDealership(site, { slug });
  const { id } = await makeVehicle(dealer, { price: "250000", published: true });
  await makeVehicle(dealer, { model: "Tucson", price: "US$ 25,000", published: true });
  const office = await (await browser.newContext({ baseURL: site.url })).newPage();
  await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
  await expect(page.getByText("21,000 mi", { exact: true })).toBeVisible();

  await openAs(office, dealer, "/settings");
  await office.getByLabel("Moneda").selectOption("DOP");
  await office.getByLabel("Distancia").selectOption("km");
  await expect(office.getByText("Un precio se ve así: RD$250,000")).toBeVisible();
  await office.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(notice(office, "¡Guardado!")).toBeVisible();

  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("Kilometraje")).toBeVisible();
  await expect(page.getByText("21,000 km", { exact: true })).toBeVisible();
  await expect(page.getByText("US$ 25,000")).toBeVisible();
  const car = await page.locator("script[type='application/ld+json']").first().textContent();
  expect(JSON.parse(car ?? "")).toMatchObject({
    offers: { price: 250_000, priceCurrency: "DOP" },
    mileageFromOdometer: { unitCode: "KMT" },
  });
  await page.getByRole("button", { name: "Calcula tu pago" }).click();
  const price = page.getByRole("dialog").getByRole("slider", { name: /^Precio/ });
  await expect(price).toHaveAttribute("aria-valuetext", "RD$250,000");
  await page.goto(`/i/${slug}/inventory`);
  await expect(page.getByText("21,000 km · Automático · Gasolina").first()).toBeVisible();

  await office.goto("/dashboard");
  await expect(office.getByText("RD$250,000").first()).toBeVisible();
  await expect(office.getByText("US$ 25,000").first()).toBeVisible();
  await office.context().close();
  const admin = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openAs(admin, await createAdmin(site), `/vehicle/${id}`);
  await expect(admin.getByText("21,000 km", { exact: true })).toBeVisible();
  await expect(admin.getByText("RD$250,000").first()).toBeVisible();
  await admin.context().close();
});

test("a customer sees a vehicle's currency if the dealership has no public page", async ({
  page,
  site,
}) => {
  const config = { profile: { currency: "GTQ", distance: "km" } };
  const dealer = await createDealership(site, { slug: null, config });
  const { id } = await makeVehicle(dealer, { price: "Q 120,000", published: true });
  await page.goto(`/public/vehicle/${id}`);
  await expect(page.getByText("21,000 km", { exact: true })).toBeVisible();
  await expect(page.getByText("Q 120,000").first()).toBeVisible();
});

test("a phone with another number format shows numbers as the server rendered them", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { NumberFormat } = Intl;
    const german = (_: unknown, options?: Intl.NumberFormatOptions) =>
      new NumberFormat("de", options);
    // Callable with and without `new`, like the browser's own.
    Object.defineProperty(Intl, "NumberFormat", {
      value: new Proxy(NumberFormat, {
        apply: (_, __, [locale, options]) => german(locale, options),
        construct: (_, [locale, options]) => german(locale, options),
      }),
    });
    Number.prototype.toLocaleString = function grouped() {
      return new NumberFormat("de").format(Number(this));
    };
  });
  const slug = `puntos-${randomUUID().slice(0, 8)}`;
  const dealer = await createDealership(site, { slug });
  const car = await makeVehicle(dealer, { price: "21900", mileage: 11_840, published: true });
  for (const path of [`/public/vehicle/${car.id}`, `/i/${slug}/inventory`]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByText(/11,840 mi/).first()).toBeVisible();
    await expect(page.getByText("$21,900").first()).toBeVisible();
  }
  await openAs(page, dealer, "/dashboard");
  await expect(page.getByText("11,840 mi")).toBeVisible();
  await expect(page.getByText("$21,900").first()).toBeVisible();
});

test("a customer sees no cents in a currency without them", async ({ page, site }) => {
  const config = { profile: { currency: "COP", distance: "km" } };
  const dealer = await createDealership(site, { slug: `cop-${randomUUID().slice(0, 8)}`, config });
  const { id } = await makeVehicle(dealer, { price: "$ 85.000.000", published: true });
  await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
  await expect(page.getByText("21.000 km", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Calcula tu pago" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Precio del vehículo", { exact: true })).toHaveValue("85.000.000");
  await expect(dialog.getByText(/^\$\s[\d.]+$/).first()).toBeVisible();
  await expect(dialog.getByText(/\d,\d/)).toHaveCount(0);

  await site.sql`update public.vehicles set views = 1234 where id = ${id}`;
  await openAs(page, dealer, `/vehicle/${id}`);
  await expect(page.getByText("1.234 vistas")).toBeVisible();
});
