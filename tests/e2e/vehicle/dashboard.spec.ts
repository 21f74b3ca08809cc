import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

test.describe("the dashboard", () => {
  test("a concesionario sees the figures, the filters and the own inventory", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    await createSalesperson(site, dealer.id);
    await makeVehicle(dealer, { images: [await storePhoto(dealer, "kona.jpg", "#1f5fa8")] });
    await makeVehicle(dealer, { brand: "Toyota", model: "Corolla", vin: null, status: "Vendido" });
    await makeVehicle(await createDealership(site), { brand: "Ajena" });
    await openAs(page, dealer, "/dashboard");

    for (const [label, figure] of [
      ["Total de Vehículos", "2"],
      ["Disponibles", "1"],
      ["Vistas Totales", "0"],
      ["Miembros del Equipo", "2"],
    ] as const) {
      await expect(page.getByText(label).locator("xpath=ancestor::div[2]")).toContainText(figure);
    }
    await expect(page.getByRole("article")).toHaveCount(2);
    await expectAccessible(page);

    await page.getByPlaceholder("Buscar por VIN, marca o modelo...").fill("corolla");
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByPlaceholder("Buscar por VIN, marca o modelo...").fill("");
    await page.getByRole("combobox", { name: "Estado" }).selectOption("Disponible");
    await expect(page.getByRole("article")).toHaveText([/Hyundai/]);
    await page.getByRole("combobox", { name: "Estado" }).selectOption("");
    await page.getByRole("combobox", { name: "Marca" }).selectOption("Toyota");
    await expect(page.getByRole("article")).toHaveText([/Corolla/]);
  });

  test("a dealer finds a vehicle by any words, a misspelt one too, and orders the list", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const suv = { body_style: "SUV", fuel_type: "Híbrido" };
    await makeVehicle(dealer, { ...suv, color: "Naranja", price: "21900" });
    await makeVehicle(dealer, {
      brand: "Kia",
      model: "Soul",
      vin: null,
      price: "9900",
      description: "Con techo panorámico.",
    });
    await openAs(page, dealer, "/dashboard");
    const cards = page.getByRole("article").getByRole("heading", { level: 2 });
    const box = page.getByPlaceholder("Buscar por VIN, marca o modelo...");
    for (const [text, model] of [
      ["naranja kona", "Hyundai Kona"],
      ["panoramico", "Kia Soul"],
      ["21900", "Hyundai Kona"],
      ["hiunday", "Hyundai Kona"],
      ["camioneta hibrida", "Hyundai Kona"],
      ["carro anaranjado", "Hyundai Kona"],
    ] as const) {
      await box.fill(text);
      await expect(cards, text).toHaveText([model]);
      await expect(page.getByText("1 de 2 vehículos")).toBeVisible();
    }
    await box.fill("");
    await expect(cards).toHaveText(["Kia Soul", "Hyundai Kona"]);
    await page.getByRole("combobox", { name: "Ordenar" }).selectOption("Precio: mayor a menor");
    await expect(cards).toHaveText(["Hyundai Kona", "Kia Soul"]);
    await expect(page).toHaveURL("/dashboard?orden=precio-mayor");
    await page.reload();
    await expect(cards).toHaveText(["Hyundai Kona", "Kia Soul"]);
    await expectAccessible(page);
  });

  test("a dealer changes a price from the list, and takes it and a sale back", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const stored = async () => {
      const [row] = await site.sql`select price, status from public.vehicles where id = ${id}`;
      return row;
    };
    await openAs(page, dealer, "/dashboard");
    const card = page.getByRole("article");
    const price = card.getByRole("button", { name: /cambiar el precio de Hyundai Kona 2023$/ });
    const box = card.getByRole("textbox", { name: "Precio de Hyundai Kona 2023" });
    await price.click();
    await expect(box).toBeFocused();
    await expectAccessible(page);
    await box.fill("19000");
    await box.press("Escape");
    await expect(price).toBeFocused();
    await expect(price).toHaveText(/\$18,500/);
    await price.press("Enter");
    await box.fill("x".repeat(61));
    await box.press("Enter");
    await expect(page.getByText("El precio es demasiado largo.")).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await box.fill("17250");
    await box.press("Enter");
    await expect(price).toBeFocused();
    await expect(card).toContainText("$17,250");
    expect(await stored()).toMatchObject({ price: "17250" });
    await notice(page, "Precio actualizado.").getByRole("button", { name: "Deshacer" }).click();
    await expect(card).toContainText("$18,500");
    await expect.poll(stored).toMatchObject({ price: "18500" });
    await price.click();
    await box.fill("");
    await page.getByPlaceholder("Buscar por VIN, marca o modelo...").click();
    await expect.poll(stored).toMatchObject({ price: null });
    await expect(page).toHaveURL("/dashboard");
    await notice(page, "Precio actualizado.").getByRole("button", { name: "Deshacer" }).click();
    await expect.poll(stored).toMatchObject({ price: "18500" });

    await page.getByRole("button", { name: "Acciones para Hyundai Kona 2023" }).click();
    await page.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
    await expect.poll(stored).toMatchObject({ status: "Vendido" });
    await notice(page, "Estado del vehículo actualizado.")
      .getByRole("button", { name: "Deshacer" })
      .click();
    await expect(card).toContainText("Disponible");
    await expect.poll(stored).toMatchObject({ status: "Disponible" });
  });

  test("a dealer sells, publishes and takes back with one press each in the list", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { status: "En revisión", price: null });
    const stored = async () => {
      const [row] = await site.sql`select status, published from public.vehicles where id = ${id}`;
      return row;
    };
    await openAs(page, dealer, "/dashboard");
    const press = (name: string) => page.getByRole("button", { name, exact: true });
    const state = "Estado del vehículo actualizado.";
    const box = await page.getByRole("article").boundingBox();
    expect(box?.width).toBeLessThan(page.viewportSize()?.width ?? 0);
    const save = Promise.withResolvers<void>();
    await page.route("**/rest/v1/vehicles?*", async (route) => {
      if (route.request().method() === "PATCH") await save.promise;
      await route.continue();
    });
    await press("En revisión: marcar Hyundai Kona 2023 como Disponible").click();
    await press("Disponible: marcar Hyundai Kona 2023 como Vendido").click();
    save.resolve();
    await expect.poll(stored).toMatchObject({ status: "Vendido" });
    await notice(page, state).getByRole("button", { name: "Deshacer" }).click();
    await expect.poll(stored).toMatchObject({ status: "Disponible" });

    await press("Oculto: publicar Hyundai Kona 2023").click();
    await expect.poll(stored).toMatchObject({ published: true });
    await notice(page, "Vehículo publicado.").getByRole("button", { name: "Deshacer" }).click();
    await expect.poll(stored).toMatchObject({ published: false });
    // A notice that goes takes the focus along that its button had.
    await expect(notice(page, "Vehículo publicado.")).toBeHidden();
    await press("Oculto: publicar Hyundai Kona 2023").press("Enter");
    await expect.poll(stored).toMatchObject({ published: true });
    await expect(page).toHaveURL("/dashboard");
    await expect(press("Publicado: ocultar Hyundai Kona 2023")).toBeVisible();
    await expectAccessible(page);
  });

  test("a concesionario gets from the figure of the team to the team", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    await page.getByRole("link", { name: "Miembros del Equipo" }).click();
    await expect(page).toHaveURL("/team");
  });

  test("a concesionario without vehicles is led to add the first", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Añadir Vehículo" }).first().click();
    await expect(page).toHaveURL("/add-vehicle");
  });

  test("a new dealer is led from step to step, and puts the rest away for every device", async ({
    page,
    site,
    browser,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/dashboard");
    const steps = page.getByRole("region", { name: "Primeros pasos" });
    await expect(steps).toContainText("0 de 5");
    await expect(steps.getByRole("link")).toHaveText([
      /Añade tu WhatsApp/,
      /Sube tu logo/,
      /Añade tu primer vehículo/,
      /Publícalo/,
      /Compártelo/,
    ]);
    await expectAccessibleByDayAndNight(page);
    await steps.getByRole("link", { name: "Añade tu primer vehículo" }).click();
    await expect(page).toHaveURL("/add-vehicle");

    const { id } = await makeVehicle(dealer);
    await page.goto("/dashboard");
    await expect(steps).toContainText("1 de 5");
    await steps.getByRole("link", { name: "Publícalo" }).click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    await page.goBack();
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await page.getByRole("menuitem", { name: "Publicar y compartir" }).click();
    await expect(steps).toContainText("3 de 5");
    await expect(steps.getByRole("link")).toHaveText([/Añade tu WhatsApp/, /Sube tu logo/]);

    await steps.getByRole("button", { name: "Ocultar" }).click();
    await expect(steps).toHaveCount(0);
    const elsewhere = await browser.newContext({ baseURL: site.url });
    const other = await elsewhere.newPage();
    await openAs(other, dealer, "/dashboard");
    await expect(other.getByRole("article")).toHaveCount(1);
    await expect(other.getByText("Primeros pasos")).toHaveCount(0);
    await elsewhere.close();
  });

  test("a vendedor sees the dealership's inventory and no button to add", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await expect(page.getByText("Vehículos del Concesionario")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Añadir Vehículo" })).toHaveCount(0);
    await expect(page.getByText("Primeros pasos")).toHaveCount(0);
    await expectAccessible(page);
  });

  test("a vendedor of an empty dealership and one without a dealership read what is missing", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await expect(
      page.getByText("No hay vehículos en el inventario del concesionario"),
    ).toBeVisible();
    const context = await browser.newContext({ baseURL: site.url });
    const other = await context.newPage();
    await openAs(other, await createSalesperson(site, undefined), "/dashboard");
    await expect(other.getByText("Aún no perteneces a un concesionario")).toBeVisible();
    await context.close();
  });

  test("an admin sees the admin panel with its tabs, and what waits for a decision", async ({
    page,
    site,
  }) => {
    await openAs(page, await createAdmin(site), "/dashboard");
    const tabs = page.getByRole("navigation", { name: "Panel de administración" });
    await expect(tabs.getByRole("link", { name: "Vista General" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await expect(tabs.getByRole("link", { name: "Gestionar Cuentas" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Revisar" }).click();
    await expect(page).toHaveURL("/admin/access-requests");
  });

  test("a concesionario marks a vehicle as sold and available again from its card", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    for (const status of ["Vendido", "Disponible"]) {
      await page.getByRole("button", { name: /Acciones para/ }).click();
      await page.getByRole("menuitem", { name: `Marcar como ${status}` }).click();
      await expect(notice(page, "Estado del vehículo actualizado.")).toBeVisible();
      await expect
        .poll(() => site.sql`select status from public.vehicles where id = ${id}`)
        .toMatchObject([{ status }]);
    }
  });

  test("a concesionario opens the edit screen and the public page from the card", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Editar" }).click();
    await expect(page).toHaveURL(`/edit-vehicle/${id}`);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await page.getByRole("menuitem", { name: "Ver Página Pública" }).click();
    await expect(page).toHaveURL(`/public/vehicle/${id}`);
  });

  test("a concesionario deletes a vehicle only after saying so", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const image = await storePhoto(dealer, "kona.jpg", "#1f5fa8");
    const { id } = await makeVehicle(dealer, { images: [image] });
    await openAs(page, dealer, "/dashboard");
    const ask = async () => {
      await page.getByRole("button", { name: /Acciones para/ }).click();
      await page.getByRole("menuitem", { name: "Eliminar" }).click();
      await expect(page.getByRole("alertdialog", { name: "¿Estás seguro?" })).toBeVisible();
    };
    await ask();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await ask();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "Éxito")).toContainText("Vehículo eliminado.");
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    expect(await site.sql`select id from public.vehicles where id = ${id}`).toHaveLength(0);
    expect(
      await site.sql`select id from storage.objects where name like ${`${dealer.id}/%`}`,
    ).toHaveLength(0);
  });

  test("a concesionario shares a selection: the link is copied and the page it leads to opens", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    const first = await makeVehicle(dealer, { published: true });
    const second = await makeVehicle(dealer, { model: "Tucson", published: true });
    await makeVehicle(dealer, { model: "Santa Fe", published: true });
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("checkbox", { name: /Kona/ }).click();
    await page.getByRole("checkbox", { name: /Tucson/ }).click();
    await page.getByRole("button", { name: "Compartir (2)" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Vehículos Seleccionados" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(page.url());
    const { origin, pathname, searchParams } = new URL(copied);
    expect(origin + pathname).toBe(`${site.url}/share`);
    expect(searchParams.get("ids")?.split(",").toSorted()).toEqual(
      [first.id, second.id].toSorted(),
    );
  });

  test("a concesionario who shares a hidden vehicle is told that nobody will see it", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    await makeVehicle(dealer, { published: false });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("checkbox", { name: /Kona/ }).click();
    await page.getByRole("checkbox", { name: /Tucson/ }).click();
    await page.getByRole("button", { name: "Compartir (2)" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toContainText("Uno de ellos está oculto");
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("a concesionario publishes what is hidden of a selection, and takes it back", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer, { published: true });
    await makeVehicle(dealer, { model: "Tucson" });
    await makeVehicle(dealer, { model: "Santa Fe" });
    const published = () => site.sql`select model, published from public.vehicles
      where user_id = ${dealer.id} order by model`;
    const shown = (others: boolean) => [
      { model: "Kona", published: true },
      { model: "Santa Fe", published: others },
      { model: "Tucson", published: others },
    ];
    await openAs(page, dealer, "/dashboard");
    for (const model of ["Kona", "Tucson", "Santa Fe"]) {
      await page.getByRole("checkbox", { name: new RegExp(model) }).click();
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publicar (2)" }).click();
    await expect(notice(page, "Éxito")).toContainText("2 vehículos publicados.");
    await expect(page.getByRole("button", { name: /^Publicar \(/ })).toHaveCount(0);
    expect(await published()).toEqual(shown(true));
    await page.getByRole("button", { name: "Deshacer" }).click();
    await expect(notice(page, "Éxito")).toContainText("2 vehículos ocultados.");
    expect(await published()).toEqual(shown(false));
  });

  test("a concesionario clears a selection", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("checkbox", { name: /Kona/ }).click();
    await expect(page.getByRole("button", { name: "Compartir (1)" })).toBeVisible();
    await page.getByRole("button", { name: "Limpiar selección" }).click();
    await expect(page.getByRole("button", { name: /Compartir/ })).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /Kona/ })).not.toBeChecked();
  });
});
