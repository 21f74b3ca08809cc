import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import writeWorkbook from "write-excel-file/node";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const path = "/inventory/transfer";
const lists = (page: Page) => page.getByRole("tablist", { name: "Qué pasaría con las filas" });
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Archivo con vehículos").setInputFiles({ name, mimeType: "", buffer });

/** Downloads an export with a button. */
async function saved(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFile(await file.path());
}

test.describe("importing and exporting vehicles", () => {
  test("a dealer previews and imports a workbook, and undoes it", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const vehicle = await makeVehicle(dealer, { price: "18500", mileage: 21000 });
    const file = await writeWorkbook([
      ["VIN", "Make", "Model", "Year", "Precio", "Kilómetros", "Me costó"],
      ["KM8K2CAB4PU001140", "Hyundai", "Kona", 2023, 17900, 3, 15000],
      [null, "Kia", "Rio", 2020, "A consultar", null, 8000.5],
      [null, "Kia", null, 2020, null, null, null],
    ]).toBuffer();
    await openAs(page, dealer, path);
    await expect(page.getByRole("button", { name: "Elegir archivo" })).toBeVisible();
    await expectAccessible(page);
    await choose(page, "inventario.xlsx", file);
    await expect(lists(page)).toHaveText("Nuevos 1Cambian 1Sin cambios 0Rechazados 1");
    await expect(page.getByText("se convierte de kilómetros a millas")).toBeVisible();
    await page.getByText("No se importan: Me costó").click();
    await expect(page.getByLabel("Me costó")).toHaveValue("");
    await page.getByLabel("Me costó").selectOption({ label: "Costo (USD)" });
    await page.getByRole("tab", { name: "Cambian" }).click();
    await expect(page.getByRole("tabpanel")).toContainText("Precio (USD): 18500 → 17900");
    await expect(page.getByRole("tabpanel")).toContainText("Millaje (mi): 21000 → 2");
    await page.getByRole("tab", { name: "Rechazados" }).click();
    await expect(page.getByRole("tabpanel")).toContainText("Escribe el modelo.");
    const refused = (await saved(page, "Descargar las rechazadas")).toString();
    expect(refused.split(/[\r\n;,]+/)).toEqual(
      expect.arrayContaining(["Make", "Motivo del rechazo", "Kia", "Escribe el modelo."]),
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Importar 2 vehículos" }).click();
    await expect(page.getByText("1 vehículo nuevo, 1 cambiado.")).toBeVisible();
    await expectAccessible(page);
    const stored = () => site.sql`select vehicle.id, brand, price, mileage, cost
      from public.vehicles as vehicle left join public.vehicle_figures using (id)
      where user_id = ${dealer.id} order by brand`;
    expect(await stored()).toMatchObject([
      { id: vehicle.id, price: "17900", mileage: 2, cost: "15000.00" },
      { brand: "Kia", price: "A consultar", cost: "8000.50" },
    ]);

    await page.reload();
    await page.getByRole("button", { name: "Deshacer la importación" }).click();
    await expect(page.getByText("2 vehículos están como antes.")).toBeVisible();
    expect(await stored()).toMatchObject([{ id: vehicle.id, price: "18500", mileage: 21000 }]);
  });

  test("a dealer chooses date format and sheet, and imports .xls files that are HTML", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, path);

    await test.step("the date format; an unknown number of doors is skipped", async () => {
      const rows = [
        "Vehículo;Precio USD;Puertas;Estado;Fecha de compra;Fecha de venta",
        "Kia Rio 2020;9,500;3;En piso;3/4/2025;",
        "Kia Soul 2021;11,500;5;Entregado;1/2/2025;3/4/2025",
      ];
      await choose(page, "lote.csv", Buffer.from(rows.join("\n")));
      await expect(lists(page)).toContainText("Rechazados 2");
      await page.getByLabel("Cómo escribe los días").selectOption("31/12/2026: primero el día");
      await expect(lists(page)).toContainText("Nuevos 2Cambian 0Sin cambios 0Rechazados 0");
      await expect(page.getByRole("tabpanel")).toContainText("Adquirido el: 2025-04-03");
      await expect(page.getByText("Se omite Puertas: Elige 2, 4 o 5 puertas.")).toBeVisible();
      await page.getByLabel("Publicar los nuevos al importarlos").check();
      await page.getByRole("button", { name: "Importar 2 vehículos" }).click();
      const undo = page.getByRole("button", { name: "Deshacer la importación" });
      await expect(undo).toBeInViewport();
      const imported = await site.sql`select model, published, status, day::text
        from public.vehicles as vehicle left join public.deals as sale on sale.vehicle_id = vehicle.id
        where user_id = ${dealer.id} order by model`;
      expect(imported).toEqual([
        { model: "Rio", published: true, status: "Disponible", day: null },
        { model: "Soul", published: false, status: "Vendido", day: "2025-04-03" },
      ]);
      await undo.click();
      await expect(page.getByText("2 vehículos están como antes.")).toBeVisible();
    });

    await test.step("the sheet of a workbook", async () => {
      const file = await writeWorkbook([
        { sheet: "Resumen", data: [["Total", 2]] },
        {
          sheet: "Norte",
          data: [
            ["Marca", "Modelo", "Año", "Color"],
            ["SEDANES"],
            ["Kia", "Rio", 2020, "Rojo"],
            ["Total", null, null, 1],
          ],
        },
        {
          sheet: "Sur",
          data: [
            ["Marca", "Modelo", "Año"],
            ["Kia", "Soul", 2021],
          ],
        },
      ]).toBuffer();
      await choose(page, "sucursales.xlsx", file);
      await expect(page.getByLabel("Hoja")).toHaveValue("Norte");
      await expect(page.getByRole("tabpanel")).toContainText("Kia Rio 2020");
      await expect(page.getByText("2 filas sin vehículo no se leen")).toBeVisible();
      await page.getByLabel("Hoja").selectOption("Sur");
      await expect(page.getByRole("tabpanel")).toContainText("Kia Soul 2021");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Importar 1 vehículo" }).click();
      await expect(page.getByText("1 vehículo nuevo, 0 cambiados.")).toBeVisible();
      const stored = await site.sql`select model from public.vehicles where user_id = ${dealer.id}`;
      expect(stored).toEqual([{ model: "Soul" }]);
    });

    await test.step("an HTML page with a table, saved as .xls", async () => {
      await page.reload();
      const rows = [
        "<tr><td colspan=3>Inventario<tr><th>Marca<th>Modelo<th>A&ntilde;o<th>Color",
        "<tr><td rowspan=2>Kia<td>Rio<td>2020<td>Rojo<br>vino<tr><td>Soul<td>2021<td>Café",
      ];
      const file = `\uFEFF<html><head><style>td{}</style></head><table><tr><td>Menú</table>
        <table>${rows.join("")}</table></html>`;
      await choose(page, "reporte.xls", Buffer.from(file));
      await expect(lists(page)).toContainText("Nuevos 2Cambian 0Sin cambios 0Rechazados 0");
      await expect(page.getByText("Hoja: Tabla 2")).toBeVisible();
      await expect(page.getByRole("tabpanel")).toContainText("Color: Rojo vino");
      await expect(page.getByRole("tabpanel")).toContainText("Kia Soul 2021");
      await page.getByRole("button", { name: "Descartar" }).click();
      const hidden = `<tr style="display: none"><td>Ford<td>Lobo<td>2001`;
      const cost = `<th style="display:none">Costo`;
      const shown = `<tr><th>Marca<th>Modelo<th>Año${cost}${hidden}<tr><td>Kia<td>Rio<td>2020`;
      await choose(
        page,
        "oculto.xls",
        Buffer.from(`<?xml version="1.0"?><html><table>${shown}</table>`),
      );
      await expect(lists(page)).toContainText("Nuevos 1Cambian 0Sin cambios 0Rechazados 0");
      await expect(page.getByText("No se lee lo oculto: fila 2; columna Costo")).toBeVisible();
      await page.getByRole("button", { name: "Descartar" }).click();
      await choose(page, "sesion.xls", Buffer.from("<html><p>Your session has expired.</html>"));
      await expect(page.getByRole("alert")).toContainText("página web sin ninguna tabla");
      await choose(page, "marcos.xls", Buffer.from("<html><frameset></frameset></html>"));
      await expect(page.getByRole("alert")).toContainText("Guárdalo como .xlsx o .csv");
      const spanning = "<tr><td rowspan=65534 colspan=1000>Kia".repeat(20_000);
      await choose(page, "enorme.xls", Buffer.from(`<table>${spanning}</table>`));
      await expect(page.getByRole("alert")).toContainText("Son 19,999 filas");
    });
  });

  test("a dealer's exports imported again change nothing, in other units", async ({
    page,
    site,
  }) => {
    const config = { profile: { currency: "COP", distance: "km" } };
    const dealer = await createDealership(site, { config });
    await makeVehicle(dealer, { published: true, price: "$ 85.000.000" });
    await makeVehicle(dealer, { vin: null, price: "US$ 9,900" });
    await makeVehicle(dealer, {
      vin: null,
      price: "A consultar",
      status: "Vendido",
      description: '- Bluetooth;\n- "ABS", ñ',
    });
    await openAs(page, dealer, path);
    for (const [button, name] of [
      ["Exportar Excel", "inventario.xlsx"],
      ["Exportar CSV", "inventario.csv"],
    ] as const) {
      await choose(page, name, await saved(page, button));
      await expect(lists(page)).toHaveText("Nuevos 0Cambian 0Sin cambios 3Rechazados 0");
      await expect(page.getByRole("button", { name: "Importar 0 vehículos" })).toBeDisabled();
      await page.getByText("Columnas: se importan").click();
      await expect(page.getByLabel("Precio (COP)")).toHaveValue("price");
      await expect(page.getByLabel("Kilometraje (km)")).toHaveValue("mileage");
      await page.getByRole("button", { name: "Descartar" }).click();
    }
  });

  test("a salesperson imports a list of VINs, and unknown ones are rejected", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const salesperson = await createSalesperson(site, dealer.id);
    await openAs(page, salesperson, path);
    await expect(page.getByRole("button", { name: "Exportar fotos (ZIP)" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Llévate todo" })).toBeHidden();
    await page
      .getByLabel(/O pega filas/)
      .fill("1HGCM82633A004352\nkm8k2cab4pu001140\nZZZZZZZZZZZZZZZZZ\n");
    await page.getByRole("button", { name: "Revisar" }).click();
    await expect(lists(page)).toContainText("Nuevos 2Cambian 0Sin cambios 0Rechazados 1");
    await expect(page.getByRole("tabpanel")).toContainText("Honda Accord 2003");
    await page.getByRole("button", { name: "Importar 2 vehículos" }).click();
    await expect(page.getByText("2 vehículos nuevos, 0 cambiados.")).toBeVisible();
    const brands = await site.sql`select brand, published from public.vehicles
      where user_id = ${dealer.id} order by brand`;
    expect(brands).toMatchObject([
      { brand: "Honda", published: false },
      { brand: "Hyundai", published: false },
    ]);
  });

  test.describe("not compared", () => {
    test.use({ provoked: /open_figures|\/rest\/v1\/vehicles/ });
    test("a dealer sees that a sheet was not compared, and retries", async ({ page, site }) => {
      await openAs(page, await createDealership(site), path);
      await expect(page.getByRole("button", { name: "Elegir archivo" })).toBeVisible();
      for (const { failing, url, cause } of [
        { failing: "a server error", url: "**/rpc/open_figures*", cause: 500 },
        { failing: "a rejected session", url: "**/rest/v1/vehicles*", cause: 401 },
        { failing: "no response", url: "**/rpc/open_figures*", cause: null },
      ]) {
        await test.step(failing, async () => {
          await page.route(url, (route) =>
            cause === null
              ? route.abort()
              : route.fulfill({ status: cause, json: { code: "XX000", message: "x" } }),
          );
          await choose(page, "lote.csv", Buffer.from("Marca,Modelo,Año\nKia,Rio,2020"));
          await expect(page.getByRole("alert")).toContainText(
            cause === null ? "No hubo respuesta" : "No se pudo comparar con tu inventario.",
          );
          await expect(page.getByRole("button", { name: "Importar 0 vehículos" })).toBeDisabled();
          await page.unrouteAll();
          await page.getByRole("button", { name: "Reintentar" }).click();
          await expect(lists(page)).toContainText("Nuevos 1");
          await page.getByRole("button", { name: "Descartar" }).click();
        });
      }
    });
  });

  test.describe("errors", () => {
    test.use({ provoked: /import_vehicles/ });
    test("a dealer sees why a file is invalid, cancels, and sees a conflict", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await makeVehicle(dealer);
      await openAs(page, dealer, path);
      await choose(page, "foto.xlsx", Buffer.from("PK nothing of the kind"));
      await expect(page.getByRole("alert")).toContainText("No se pudo leer el archivo");
      await choose(page, "coches.csv", Buffer.from("VIN;Color\nKM8K2CAB4PU001140;Rojo"));
      await expect(lists(page)).toContainText("Cambian 1");
      await page.route("**/vehicle_import_rows*", () => undefined);
      await page.getByRole("button", { name: "Importar 1 vehículo" }).click();
      await page.getByRole("button", { name: "Cancelar" }).click();
      await expect(page.getByRole("button", { name: "Importar 1 vehículo" })).toBeVisible();
      const staged = await site.sql`select from public.vehicle_imports
        where dealership_id = ${dealer.id}`;
      expect(staged).toEqual([]);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await site.sql`update public.vehicles set color = 'Verde' where user_id = ${dealer.id}`;
      await page.getByRole("button", { name: "Importar 1 vehículo" }).click();
      await expect(page.getByRole("alert")).toHaveText(
        "No se importó nada. Alguien cambió entretanto uno de estos vehículos. Revisa los datos otra vez.",
      );
      await expect(page.getByRole("tabpanel")).toContainText("Color: Verde → Rojo");
      await page.getByRole("button", { name: "Importar 1 vehículo" }).click();
      await expect(page.getByText("0 vehículos nuevos, 1 cambiado.")).toBeVisible();
    });
  });
});
