import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import {
  chooseFrom,
  expect,
  expectAccessibleByDayAndNight,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

test.describe("the inventory as a table", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("a dealer sorts by the column headers, and a reload keeps the order", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const photo = await storePhoto(dealer, "kona.jpg", "#1f5fa8");
    const kona = await makeVehicle(dealer, {
      images: [photo, photo],
      mileage: 9000,
      published: true,
    });
    await makeVehicle(dealer, { model: "Tucson", mileage: null, price: "A consultar" });
    await makeVehicle(dealer, { model: "Accent", price: "7000", mileage: 21000 });
    await postLead(site, makeInquiry(dealer, { type: "vehicle_inquiry", vehicleId: kona.id }));
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("article")).toHaveCount(3);
    await page.getByRole("button", { name: "Tabla" }).click();

    const table = page.getByRole("table", { name: "Vehículos del inventario" });
    const names = table.getByRole("rowheader").getByRole("link");
    const row = table.getByRole("row").filter({ hasText: "Kona" });
    const head = (name: string) => table.getByRole("columnheader", { name });
    await expect(names).toHaveText(["Hyundai Accent", "Hyundai Tucson", "Hyundai Kona"]);
    await expect(row.getByRole("cell")).toHaveText([
      "",
      "",
      "A-0001",
      /Disponible/,
      "",
      /\$18,500/,
      "9,000",
      "0",
      "0",
      "1",
      "2",
      "",
    ]);
    await expectAccessibleByDayAndNight(page);

    await expect(head("Días")).toHaveAttribute("aria-sort", "ascending");
    await head("Prospectos").getByRole("button").click();
    await expect(head("Prospectos")).toHaveAttribute("aria-sort", "descending");
    await expect(names.first()).toHaveText("Hyundai Kona");
    await expect(page.getByRole("combobox", { name: "Ordenar" })).toHaveValue("");
    await head("Millas").getByRole("button").click();
    await expect(names).toHaveText(["Hyundai Kona", "Hyundai Accent", "Hyundai Tucson"]);
    await head("Millas").getByRole("button").press("Enter");
    await expect(names).toHaveText(["Hyundai Accent", "Hyundai Kona", "Hyundai Tucson"]);
    await head("Número").getByRole("button").click();
    await expect(head("Número")).toHaveAttribute("aria-sort", "ascending");
    await expect(names).toHaveText(["Hyundai Kona", "Hyundai Tucson", "Hyundai Accent"]);
    await head("Millas").getByRole("button").click();
    await head("Millas").getByRole("button").click();
    await expect(page).toHaveURL("/dashboard?columna=-millas");
    await page.reload();
    await expect(names).toHaveText(["Hyundai Accent", "Hyundai Kona", "Hyundai Tucson"]);
    await page.getByRole("combobox", { name: "Ordenar" }).selectOption("Precio: mayor a menor");
    await expect(head("Precio")).toHaveAttribute("aria-sort", "descending");
    await expect(names).toHaveText(["Hyundai Kona", "Hyundai Accent", "Hyundai Tucson"]);

    await page.getByPlaceholder("Buscar por VIN, marca o modelo...").fill("kona");
    await expect(names).toHaveText(["Hyundai Kona"]);
    await row.getByRole("cell", { name: "9,000" }).click();
    await expect(page).toHaveURL(`/vehicle/${kona.id}`);
    await page.setViewportSize({ width: 800, height: 800 });
    await page.goBack();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(table).toHaveCount(0);
  });

  test.describe("with many vehicles", () => {
    test.use({ provoked: /status of 400/ });

    test("a dealer selects rows and publishes 120 vehicles in one request or none", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await site.sql`insert into public.vehicles (user_id, brand, model, year)
        select ${dealer.id}, 'Kia', 'Rio ' || n, 2020 from generate_series(1, 120) as n`;
      const published = async () => {
        const [row] = await site.sql`select count(*)::integer as n from public.vehicles
          where user_id = ${dealer.id} and published`;
        return row?.n;
      };
      const writes: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (/vehicles$/.test(pathname) && request.method() !== "GET") writes.push(pathname);
      });
      await openAs(page, dealer, "/dashboard");
      await page.getByRole("button", { name: "Tabla" }).click();

      await test.step("a range of rows is selected, also as cards", async () => {
        const box = (number: number) =>
          page.getByRole("checkbox", { name: `Seleccionar Kia Rio ${number} 2020`, exact: true });
        const names = page.getByRole("rowheader").getByRole("link");
        const numbers = (await names.allTextContents()).map((name) => Number(/\d+$/.exec(name)));
        const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
        await box(first).click();
        await box(third).click({ modifiers: ["Shift"] });
        await expect(page.getByRole("button", { name: "Compartir (3)" })).toBeVisible();
        await expect(box(fourth)).not.toBeChecked();
        await page.getByRole("button", { name: "Tarjetas" }).click();
        await expect(page.getByRole("article").first()).toBeVisible();
        await expect(box(second)).toBeChecked();
        await page.getByRole("button", { name: "Tabla" }).click();
      });

      await page.getByRole("checkbox", { name: "Seleccionar todos" }).click();
      await page.getByRole("button", { name: "Publicar (120)" }).click();
      await expect(notice(page, "Éxito")).toContainText("120 vehículos publicados.");
      expect(await published()).toBe(120);
      await page.getByRole("button", { name: "Deshacer" }).click();
      await expect(notice(page, "Éxito")).toContainText("120 vehículos ocultados.");
      expect(await published()).toBe(0);
      expect(writes).toEqual(["/rest/v1/rpc/publish_vehicles", "/rest/v1/rpc/publish_vehicles"]);

      await site.sql`delete from public.vehicles
        where user_id = ${dealer.id} and model = 'Rio 120'`;
      await page.getByRole("button", { name: "Publicar (120)" }).click();
      await expect(notice(page, "Error")).toContainText("No se cambió ninguno.");
      await expect(page.getByRole("button", { name: "Publicar (119)" })).toBeVisible();
      expect(await published()).toBe(0);
    });
  });

  test("a salesperson changes price, status and publication in their cells", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const stored = async () => {
      const [row] =
        await site.sql`select price, status, published from public.vehicles where id = ${id}`;
      return row;
    };
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await page.getByRole("button", { name: "Tabla" }).click();
    const price = page.getByRole("button", { name: /cambiar el precio de Hyundai Kona 2023/ });
    const box = page.getByRole("textbox", { name: "Precio de Hyundai Kona 2023" });
    await price.press("Enter");
    await expect(box).toBeFocused();
    await box.fill("17250");
    await box.press("Escape");
    await expect(price).toBeFocused();
    await expect(price).toHaveText(/\$18,500/);
    await price.press("Enter");
    await box.fill("x".repeat(61));
    await box.press("Enter");
    await expect(page.getByText("El precio es demasiado largo.")).toBeVisible();
    await box.fill("17250");
    await box.press("Enter");
    await expect(price).toBeFocused();
    await expect.poll(stored).toMatchObject({ price: "17250" });
    await notice(page, "Precio actualizado.").getByRole("button", { name: "Deshacer" }).click();
    await expect(price).toHaveText(/\$18,500/);
    await expect.poll(stored).toMatchObject({ price: "18500" });

    await chooseFrom(
      page.getByRole("button", { name: "Estado de Hyundai Kona 2023: Disponible" }),
      "En revisión",
    );
    await expect(notice(page, "Estado del vehículo actualizado.")).toBeVisible();
    await page.getByRole("switch", { name: "Publicado: Hyundai Kona 2023" }).press("Space");
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    expect(await stored()).toEqual({ price: "18500", status: "En revisión", published: true });
    await page.getByRole("button", { name: "Acciones para Hyundai Kona 2023" }).click();
    await page.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
    await expect.poll(stored).toMatchObject({ status: "Vendido" });
    await expect(page).toHaveURL("/dashboard");
  });
});
