import { randomUUID } from "node:crypto";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

test("a dealership's pages and its people's screens are in the currency and distance that it chose", async ({
  page,
  browser,
  site,
}) => {
  const slug = `unidades-${randomUUID().slice(0, 8)}`;
  const dealer = await createDealership(site, { slug });
  const seller = await createSalesperson(site, dealer.id, { slug: `${slug}-ana` });
  const { id } = await makeVehicle(dealer, { price: "250000", published: true });
  await makeVehicle(dealer, { model: "Tucson", price: "US$ 25,000", published: true });
  const openPrivate = async (person: Person, path: string) => {
    const own = await (await browser.newContext({ baseURL: site.url })).newPage();
    await openAs(own, person, path);
    return own;
  };
  await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
  await expect(page.getByText("21,000 mi", { exact: true })).toBeVisible();

  const office = await openPrivate(dealer, "/settings");
  await office.getByLabel("Moneda").selectOption("DOP");
  await office.getByLabel("Distancia").selectOption("km");
  await expect(office.getByText("Un precio se ve así: RD$250,000")).toBeVisible();
  await expectAccessible(office);
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

  for (const person of [dealer, seller]) {
    const screen = await openPrivate(person, "/dashboard");
    await expect(screen.getByText("RD$250,000").first()).toBeVisible();
    await expect(screen.getByText("US$ 25,000").first()).toBeVisible();
  }
  const desk = await openPrivate(await createAdmin(site), `/vehicle/${id}`);
  await expect(desk.getByText("21,000 km", { exact: true })).toBeVisible();
  await expect(desk.getByText("RD$250,000").first()).toBeVisible();
});

test("a customer reads a vehicle's own currency also of a dealership without a public page", async ({
  page,
  site,
}) => {
  const config = { profile: { currency: "GTQ", distance: "km" } };
  const dealer = await createDealership(site, { slug: null, config });
  const { id } = await makeVehicle(dealer, { price: "Q 120,000", published: true });
  const { id: other } = await makeVehicle(dealer, { price: "150 mil", published: true });
  await page.goto(`/public/vehicle/${id}`);
  await expect(page.getByText("21,000 km", { exact: true })).toBeVisible();
  await expect(page.getByText("Q 120,000").first()).toBeVisible();
  await page.goto(`/share?ids=${id},${other}`);
  await expect(page.getByText("Q 150,000")).toBeVisible();
});

test("a phone that groups all numbers with points shows miles and dollars as the server wrote them", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { NumberFormat } = Intl;
    const german = (_: unknown, options?: Intl.NumberFormatOptions) =>
      new NumberFormat("de", options);
    // A function with its own `new`, as the browser's is.
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
  for (const path of [`/public/vehicle/${car.id}`, `/i/${slug}`, `/i/${slug}/inventory`]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByText(/11,840 mi/).first()).toBeVisible();
    await expect(page.getByText("$21,900").first()).toBeVisible();
  }
  await openAs(page, dealer, "/dashboard");
  await expect(page.getByText("11,840 mi")).toBeVisible();
  await page.goto(`/vehicle/${car.id}`);
  await expect(page.getByText("11,840 mi", { exact: true })).toBeVisible();
  await expect(page.getByText("$21,900").first()).toBeVisible();
});

test("a customer of a dealership in pesos without cents reads none in the calculator, and its views are grouped alike", async ({
  page,
  site,
}) => {
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
  await page.goto("/dashboard");
  await expect(page.getByText("1.234", { exact: true }).first()).toBeVisible();
});
