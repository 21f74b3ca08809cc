import type { Locator, Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import {
  closeNotice,
  expect,
  expectAccessibleByDayAndNight,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

test.describe("the bottom bar on phones", () => {
  test("a dealer reaches every page by it, and settings and sign-out by 'Más'", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await postLead(site, makeInquiry(dealer));
    await openAs(page, dealer, "/dashboard");
    const bar = page.getByRole("navigation", { name: "Principal" });
    await expect(bar.getByRole("link", { name: "Inventario" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expectAccessibleByDayAndNight(page);
    await bar.getByRole("link", { name: "Prospectos 1 nuevo" }).click();
    await expect(page).toHaveURL("/leads");
    await bar.getByRole("link", { name: "Equipo" }).click();
    await expect(page).toHaveURL("/team");
    await bar.getByRole("link", { name: "Añadir Vehículo" }).click();
    await expect(page).toHaveURL("/add-vehicle");
    await expect(bar, "the form has its own").toHaveCount(0);
    await page.getByRole("banner").first().getByRole("link", { name: "Prospectos" }).click();
    await expect(page).toHaveURL("/leads");
    await bar.getByRole("link", { name: "Inventario" }).click();
    await expect(page).toHaveURL("/dashboard");

    const more = page.getByRole("button", { name: "Más" });
    await more.click();
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("dialog").getByRole("link", { name: "Configuración" }).click();
    await expect(page).toHaveURL("/settings");
    await page.goBack();
    await more.click();
    await page.getByRole("dialog").getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/dashboard");
    await expect(page, "the session is over").toHaveURL("/");
  });

  test("a salesperson's bar has no new vehicle or team, and an admin has no bar", async ({
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id);
    for (const [person, names] of [
      [vendedor, ["Inventario", "Prospectos"]],
      [await createAdmin(site), []],
    ] as const) {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      await openAs(page, person, "/dashboard");
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
      const links = page.getByRole("navigation", { name: "Principal" }).getByRole("link");
      await expect(links).toHaveText([...names]);
      await context.close();
    }
  });

  test("a dealer's notices cover neither the pressed control nor the bar", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    for (const model of ["Kona", "Tucson", "Elantra"]) await makeVehicle(dealer, { model });
    await openAs(page, dealer, "/dashboard");
    const bar = page.getByRole("navigation", { name: "Principal" });
    for (const model of ["Elantra", "Kona"]) {
      const menu = page.getByRole("button", { name: new RegExp(`^Acciones para .*${model}`) });
      await menu.click();
      await page.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
      await expect(notice(page, "Estado del vehículo actualizado.")).toBeVisible();
      await expectUncovered(menu);
      await expectUncovered(bar.getByRole("link", { name: "Equipo" }));
      await closeNotice(page);
    }
    await page.getByRole("link", { name: /Tucson/ }).click();
    const publish = page.getByRole("button", { name: "Publicar", exact: true });
    await publish.click();
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    await expectUncovered(page.getByRole("button", { name: "Ocultar", exact: true }));
  });

  test("a dealer and a salesperson see six whole cards below all hints, before scrolling", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site, {
      fullName: "Concesionario Automotriz de los Hermanos Ibarra y Villaseñor",
    });
    const model = "Clase GLE 350 4MATIC Coupé AMG Line";
    for (let car = 0; car < 7; car++) await makeVehicle(dealer, { brand: "Mercedes-Benz", model });
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("region", { name: "Primeros pasos" })).toBeVisible();
    await expectSixCars(page);

    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 390, height: 844 },
    });
    const other = await context.newPage();
    await openAs(other, await createSalesperson(site, dealer.id), "/dashboard");
    await expect(other.getByRole("region", { name: "Tu tarjeta digital" })).toBeVisible();
    await expectSixCars(other);
    await context.close();
  });

  test("a dealer sees 84 px rows with exceptions only, and no control on the photo", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer, { published: true, price: null });
    await makeVehicle(dealer, { model: "Tucson", status: "En revisión" });
    await openAs(page, dealer, "/dashboard");
    const [tucson, kona] = [page.getByRole("article").first(), page.getByRole("article").last()];
    await expect(tucson).toContainText("Oculto");
    await expect(tucson.getByText("En revisión")).toBeVisible();
    await expect(tucson.getByText("Sin fotos")).toBeVisible();
    await expect(kona).toContainText("Sin precio");
    await expect(kona).toContainText("hoy");
    for (const exception of ["Disponible", "Publicado", "Oculto"]) {
      await expect(kona.getByText(exception, { exact: true })).not.toBeVisible();
    }
    for (const row of [tucson, kona]) {
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(84);
      expect(await row.locator("img").evaluate(coveredBy)).toEqual([]);
      expect(await row.locator("button, input").evaluateAll(lessThanTheirs)).toEqual([]);
    }
    expect(await page.locator("select").evaluateAll(lessThanTheirs)).toEqual([]);
    await expectAccessibleByDayAndNight(page);
  });
});

/** The figures, search, filters and six whole cards are above the bottom bar. */
async function expectSixCars(page: Page): Promise<void> {
  await expect(page.getByPlaceholder("Buscar por VIN, marca o modelo...")).toBeInViewport();
  for (const name of ["Estado", "Marca", "Ordenar"]) {
    await expect(page.getByRole("combobox", { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByText("Vistas Totales")).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole("navigation", { name: "Principal" }).boundingBox();
  const sixth = await page.getByRole("article").nth(5).boundingBox();
  const end = (sixth?.y ?? Number.POSITIVE_INFINITY) + (sixth?.height ?? 0);
  expect(end).toBeLessThan(bar?.y ?? 0);
}

/** A tap on its middle hits it, not something on top. */
async function expectUncovered(control: Locator): Promise<void> {
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  await expect.poll(() => control.evaluate(isOnTop)).toBe(true);
}

/**
 * The elements, other than the vehicle's link, that a tap on a photo would hit, sampled in a grid.
 */
function coveredBy(photo: Element): string[] {
  const { left, top, width, height } = photo.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const points = parts.flatMap((x) =>
    parts.map((y) => [left + x * width, top + y * height] as const),
  );
  return points
    .map(([x, y]) => document.elementFromPoint(x, y))
    .filter((element) => element !== photo && element?.tagName !== "A")
    .map((element) => element?.outerHTML ?? "nothing");
}

/** The controls that a tap at an edge, or within 12 px of the middle, would miss. */
function lessThanTheirs(controls: Element[]): string[] {
  return controls
    .filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const [across, down] = [Math.max(width / 2, 12) - 1, Math.max(height / 2, 12) - 1];
      const owner = control.closest("label") ?? control;
      return [
        [x - across, y],
        [x + across, y],
        [x, y - down],
        [x, y + down],
      ].some(([x = 0, y = 0]) => !owner.contains(document.elementFromPoint(x, y)));
    })
    .map((control) => control.outerHTML);
}
