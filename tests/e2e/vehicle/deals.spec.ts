import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

test.describe("sales and reservations of a vehicle", () => {
  const dealsOf = (site: Site, id: string) =>
    site.sql`select kind, ended_by, price, commission, buyer_name from public.deals
      where vehicle_id = ${id} order by created_at`;

  const openVehicle = async (site: Site, changes: object) => {
    const dealer = await createDealership(site);
    return { dealer, vehicle: await makeVehicle(dealer, changes) };
  };

  test("a dealer enters costs with cents, sells with price and buyer, and undoes it", async ({
    page,
    site,
  }) => {
    const { dealer, vehicle } = await openVehicle(site, { published: true, price: "15000" });
    await openAs(page, dealer, `/vehicle/${vehicle.id}`);

    await test.step("costs and expenses lower the margin", async () => {
      const figures = page.getByRole("region", { name: "Costos y margen" });
      const cost = figures.getByLabel("Costo ($)");
      await cost.fill("1,23,4");
      await expect(figures.getByText("Escribe una cantidad, como 15,000.")).toBeVisible();
      await expect(cost).toHaveValue("1,23,4");
      await cost.fill("11.000,99");
      await cost.press("Tab");
      await expect(figures.getByText("$3,999.01")).toBeVisible();
      await expect(cost).toHaveValue("11,000.99");
      await figures.getByRole("button", { name: "Añadir gasto" }).click();
      await figures.getByLabel("En qué").fill("Llantas");
      await figures.getByLabel("Cuánto ($)").fill("450,50");
      await figures.getByRole("button", { name: "Guardar gasto" }).click();
      await expect(figures.getByText("$3,548.51")).toBeVisible();
      await expectAccessible(page);
      await figures.getByRole("button", { name: "Quitar Llantas" }).click();
      await expect(figures.getByText("$3,999.01")).toBeVisible();
    });

    await test.step("an invalid price keeps the other input", async () => {
      await page.getByRole("button", { name: "Vender" }).click();
      const dialog = page.getByRole("dialog", { name: "Vender" });
      await expect(dialog.getByLabel("Precio de venta ($)")).toHaveValue("15,000");
      await dialog.getByLabel("Precio de venta ($)").fill("lo de siempre");
      await dialog.getByLabel("Comprador").fill("Carla Cliente");
      await dialog.getByRole("button", { name: "Marcar como vendido" }).click();
      await expect(dialog.getByRole("alert")).toHaveText("Escribe una cantidad, como 15,000.");
      await expect(dialog.getByLabel("Comprador")).toHaveValue("Carla Cliente");
      await expectAccessible(page);
      expect(await dealsOf(site, vehicle.id)).toEqual([]);
    });

    await test.step("the sale is shown and can be undone", async () => {
      const dialog = page.getByRole("dialog", { name: "Vender" });
      await dialog.getByLabel("Precio de venta ($)").fill("14.500,50");
      await dialog.getByLabel("Comisión ($)").fill("0,99");
      await dialog.getByRole("button", { name: "Marcar como vendido" }).click();
      await expect(notice(page, "¡Vendido!")).toBeVisible();
      const deal = page.getByRole("region", { name: "Venta y apartado" });
      await expect(deal).toContainText("$14,500.50 · A Carla Cliente");
      await expectAccessible(page);
      await deal.getByRole("button", { name: "Deshacer la venta" }).click();
      await expect(notice(page, "Venta deshecha")).toBeVisible();
      await expect(page.getByRole("button", { name: "Apartar" })).toBeVisible();
      expect(await dealsOf(site, vehicle.id)).toEqual([
        {
          kind: "Venta",
          ended_by: "undone",
          price: "14500.50",
          commission: "0.99",
          buyer_name: "Carla Cliente",
        },
      ]);
    });
  });

  test("a dealer reserves a vehicle, and visitors see until when", async ({ page, site }) => {
    const { dealer, vehicle } = await openVehicle(site, { published: true });
    await openAs(page, dealer, `/vehicle/${vehicle.id}`);
    await page.getByRole("button", { name: "Apartar" }).click();
    const dialog = page.getByRole("dialog", { name: "Apartar" });
    await dialog.getByRole("button", { name: "Mañana" }).click();
    await dialog.getByLabel("Para quién").fill("Carla Cliente");
    await dialog.getByLabel("Depósito ($)").fill("350,50");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Apartar" }).click();
    const deal = page.getByRole("region", { name: "Venta y apartado" });
    await expect(deal).toContainText("Para Carla Cliente · Depósito: $350.50");

    await page.goto(`/share?ids=${vehicle.id}`);
    await expect(page.getByRole("article").getByText(/^Apartado hasta el/)).toBeVisible();
    await page.goto(`/public/vehicle/${vehicle.id}`);
    await expect(page.getByText(/^Apartado hasta el/)).toBeVisible();
    await expect(page.getByText("Carla")).toHaveCount(0);
    await page.goto(`/vehicle/${vehicle.id}`);
    await deal.getByRole("button", { name: "Quitar apartado" }).click();
    await expect(deal.getByRole("button", { name: "Apartar" })).toBeVisible();
    await page.goto(`/public/vehicle/${vehicle.id}`);
    await expect(page.getByText("Disponible", { exact: true })).toBeVisible();
  });

  test("a dealer lowers a price and informs the customers who asked", async ({ page, site }) => {
    const { dealer, vehicle } = await openVehicle(site, { published: true, price: "15000" });
    const asked = makeInquiry(dealer, {
      type: "vehicle_inquiry",
      vehicleId: vehicle.id,
      name: "Carla Cliente",
      phone: "+13055550123",
    });
    expect((await postLead(site, asked)).status).toBe(200);
    const unreached = makeInquiry(dealer, {
      type: "vehicle_inquiry",
      vehicleId: vehicle.id,
      name: "Sin Prefijo",
      phone: "555 0123",
    });
    expect((await postLead(site, unreached)).status).toBe(200);
    const { error } = await dealer.client
      .from("vehicles")
      .update({ price: "14,500" })
      .eq("id", vehicle.id);
    expect(error).toBeNull();
    await openAs(page, dealer, `/vehicle/${vehicle.id}`);
    const history = page.getByRole("region", { name: "Historial de precios" });
    await expect(history).toContainText("$15,000 → $14,500");
    await history.getByRole("button", { name: "Avisar a quienes preguntaron (1)" }).click();
    const message = page.getByRole("link", { name: "Avisar a Carla Cliente por WhatsApp" });
    const href = new URL((await message.getAttribute("href")) ?? "");
    expect(href.pathname).toBe("/13055550123");
    const [, words, link = ""] = /^(.*) (http\S+)$/.exec(href.searchParams.get("text") ?? "") ?? [];
    expect(words).toBe(
      "Hola, Carla: el Hyundai Kona 2023 por el que preguntaste bajó a $14,500. ¿Te gustaría verlo?",
    );
    await expectAccessible(page);
    const publicPage = `${site.url}/public/vehicle/${vehicle.id}`;
    const mark = link.replace(`${publicPage}?v=`, "");
    const previewed = await page.request.get(link);
    const html = await previewed.text();
    expect(html).toMatch(/property="og:title" content="[^"]*\$14,500"/);
    expect(html).toMatch(new RegExp(`property="og:image" content="[^"]*v=${mark}"`));
    expect(html).toContain(`<link rel="canonical" href="${publicPage}"`);
    expect((await page.request.get(publicPage)).headers().etag).toBe(previewed.headers().etag);
  });

  test("a salesperson sees the figures of a sale only after the dealership allows it", async ({
    page,
    site,
  }) => {
    const { dealer, vehicle } = await openVehicle(site, { price: "15000" });
    const salesperson = await createSalesperson(site, dealer.id);
    await openAs(page, salesperson, `/vehicle/${vehicle.id}`);
    await page.getByRole("button", { name: "Vender" }).click();
    await page.getByRole("button", { name: "Marcar como vendido" }).click();
    const deal = page.getByRole("region", { name: "Venta y apartado" });
    await expect(deal).toContainText("Vendido");
    await expect(deal).not.toContainText("$15,000");
    await expect(page.getByText("Costos y margen")).toHaveCount(0);
    await site.sql`insert into public.figure_viewers (id, dealership_id)
      values (${salesperson.id}, ${dealer.id})`;
    await page.reload();
    await expect(deal).toContainText("$15,000");
    await expect(page.getByText("Costos y margen")).toBeVisible();
  });
});
