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
  test("a dealer sees the figures, and searches, filters and sorts the vehicles", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await createSalesperson(site, dealer.id);
    await makeVehicle(dealer, {
      images: [await storePhoto(dealer, "kona.jpg", "#1f5fa8")],
      body_style: "SUV",
      fuel_type: "Híbrido",
      color: "Naranja",
      price: "21900",
    });
    await makeVehicle(dealer, {
      brand: "Kia",
      model: "Soul",
      vin: null,
      price: "9900",
      status: "Vendido",
      description: "Con techo panorámico.",
    });
    await openAs(page, dealer, "/dashboard");
    const cards = page.getByRole("article").getByRole("heading", { level: 2 });
    const box = page.getByPlaceholder("Buscar por VIN, marca o modelo...");

    for (const [label, figure] of [
      ["Total de Vehículos", "2"],
      ["Disponibles", "1"],
      ["Vistas Totales", "0"],
      ["Miembros del Equipo", "2"],
    ] as const) {
      await expect(page.getByText(label).locator("xpath=ancestor::div[2]")).toContainText(figure);
    }

    for (const [text, model] of [
      ["naranja kona", "Hyundai Kona"],
      ["panoramico", "Kia Soul"],
      ["hiunday", "Hyundai Kona"],
      ["camioneta hibrida", "Hyundai Kona"],
    ] as const) {
      await box.fill(text);
      await expect(cards, text).toHaveText([model]);
      await expect(page.getByText("1 de 2 vehículos"), text).toBeVisible();
    }
    await box.fill("");
    await expect(cards).toHaveText(["Kia Soul", "Hyundai Kona"]);
    await page.getByRole("combobox", { name: "Estado" }).selectOption("Disponible");
    await expect(cards).toHaveText(["Hyundai Kona"]);
    await page.getByRole("combobox", { name: "Estado" }).selectOption("");
    await page.getByRole("combobox", { name: "Marca" }).selectOption("Kia");
    await expect(cards).toHaveText(["Kia Soul"]);
    await page.getByRole("combobox", { name: "Marca" }).selectOption("");

    await page.getByRole("combobox", { name: "Ordenar" }).selectOption("Precio: mayor a menor");
    await expect(cards).toHaveText(["Hyundai Kona", "Kia Soul"]);
    await expect(page).toHaveURL("/dashboard?orden=precio-mayor");
    await page.reload();
    await expect(cards).toHaveText(["Hyundai Kona", "Kia Soul"]);
    await page.getByRole("link", { name: "Miembros del Equipo" }).click();
    await expect(page).toHaveURL("/team");
  });

  test("a dealer changes price, status and publication in the list and undoes it", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { status: "En revisión" });
    const stored = async () => {
      const [row] =
        await site.sql`select price, status, published from public.vehicles where id = ${id}`;
      return row;
    };
    await openAs(page, dealer, "/dashboard");
    const box = await page.getByRole("article").boundingBox();
    expect(box?.width).toBeLessThan(page.viewportSize()?.width ?? 0);

    await test.step("the price", async () => {
      const card = page.getByRole("article");
      const price = card.getByRole("button", { name: /cambiar el precio de Hyundai Kona 2023$/ });
      const box = card.getByRole("textbox", { name: "Precio de Hyundai Kona 2023" });
      await price.click();
      await expect(box).toBeFocused();
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
    });

    await test.step("status and publication, with one press each", async () => {
      const press = (name: string) => page.getByRole("button", { name, exact: true });
      const state = "Estado del vehículo actualizado.";
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
      // A notice that closes takes the focus of its button with it.
      await expect(notice(page, "Vehículo publicado.")).toBeHidden();
      await press("Oculto: publicar Hyundai Kona 2023").press("Enter");
      await expect.poll(stored).toMatchObject({ published: true });
      await expect(page).toHaveURL("/dashboard");
      await expect(press("Publicado: ocultar Hyundai Kona 2023")).toBeVisible();
    });

    await test.step("the status, from the card's menu", async () => {
      await page.getByRole("button", { name: "Acciones para Hyundai Kona 2023" }).click();
      await page.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
      await expect.poll(stored).toMatchObject({ status: "Vendido" });
      await notice(page, "Estado del vehículo actualizado.")
        .getByRole("button", { name: "Deshacer" })
        .click();
      await expect(page.getByRole("article")).toContainText("Disponible");
      await expect.poll(stored).toMatchObject({ status: "Disponible" });
    });
  });

  test("a new dealer follows the first steps and hides them on every device", async ({
    page,
    site,
    browser,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByText("No hay vehículos")).toBeVisible();
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

  test("a salesperson sees what is missing, then the dealership's vehicles", async ({
    page,
    site,
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: site.url });
    const other = await context.newPage();
    await openAs(other, await createSalesperson(site, undefined), "/dashboard");
    await expect(other.getByText("Aún no perteneces a un concesionario")).toBeVisible();
    await context.close();

    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await expect(
      page.getByText("No hay vehículos en el inventario del concesionario"),
    ).toBeVisible();
    await makeVehicle(dealer);
    await page.reload();
    await expect(page.getByText("Vehículos del Concesionario")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Añadir Vehículo" })).toHaveCount(0);
    await expect(page.getByText("Primeros pasos")).toHaveCount(0);
    await expectAccessible(page);
  });

  test("an administrator reaches the access requests from the overview", async ({ page, site }) => {
    await openAs(page, await createAdmin(site), "/dashboard");
    const tabs = page.getByRole("navigation", { name: "Panel de administración" });
    await expect(tabs.getByRole("link", { name: "Vista General" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await page.getByRole("link", { name: "Revisar" }).click();
    await expect(page).toHaveURL("/admin/access-requests");
  });

  test("a dealer opens private and public page by a card's menu, cancels a deletion", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, "/dashboard");
    const choose = async (name: string) => {
      await page.getByRole("button", { name: /Acciones para/ }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await choose("Eliminar");
    await expect(page.getByRole("alertdialog", { name: "¿Estás seguro?" })).toBeVisible();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await choose("Editar");
    await expect(page).toHaveURL(`/edit-vehicle/${id}`);
    await page.goBack();
    await choose("Ver Página Pública");
    await expect(page).toHaveURL(`/public/vehicle/${id}`);
  });

  test("a dealer selects vehicles, publishes the hidden ones and shares them", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    const kona = await makeVehicle(dealer, { published: true });
    const tucson = await makeVehicle(dealer, { model: "Tucson" });
    await makeVehicle(dealer, { model: "Santa Fe" });
    const published = () => site.sql`select model, published from public.vehicles
      where user_id = ${dealer.id} order by model`;
    const shown = (others: boolean) => [
      { model: "Kona", published: true },
      { model: "Santa Fe", published: others },
      { model: "Tucson", published: others },
    ];
    await openAs(page, dealer, "/dashboard");
    const choice = (model: RegExp) => page.getByRole("checkbox", { name: model });

    await test.step("clears a selection", async () => {
      await choice(/Kona/).click();
      await expect(page.getByRole("button", { name: "Compartir (1)" })).toBeVisible();
      await page.getByRole("button", { name: "Limpiar selección" }).click();
      await expect(page.getByRole("button", { name: /Compartir/ })).toHaveCount(0);
      await expect(choice(/Kona/)).not.toBeChecked();
    });

    await test.step("publishes the hidden vehicles, and undoes it", async () => {
      for (const model of [/Kona/, /Tucson/, /Santa Fe/]) await choice(model).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Publicar (2)" }).click();
      await expect(notice(page, "Éxito")).toContainText("2 vehículos publicados.");
      await expect(page.getByRole("button", { name: /^Publicar \(/ })).toHaveCount(0);
      expect(await published()).toEqual(shown(true));
      await page.getByRole("button", { name: "Deshacer" }).click();
      await expect(notice(page, "Éxito")).toContainText("2 vehículos ocultados.");
      expect(await published()).toEqual(shown(false));
    });

    await test.step("copies the link and opens its page, where the hidden one is missing", async () => {
      await choice(/Santa Fe/).click();
      await page.getByRole("button", { name: "Compartir (2)" }).click();
      await expect(notice(page, "¡Enlace copiado!")).toContainText("Uno de ellos está oculto");
      await expect(page.getByRole("heading", { name: "Vehículos Seleccionados" })).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(1);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(page.url());
      const { origin, pathname, searchParams } = new URL(copied);
      expect(origin + pathname).toBe(`${site.url}/share`);
      expect(searchParams.get("ids")?.split(",").toSorted()).toEqual(
        [kona.id, tucson.id].toSorted(),
      );
    });
  });
});
