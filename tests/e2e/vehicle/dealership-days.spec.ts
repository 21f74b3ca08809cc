import { addDays, localDay } from "#contract/dealership-day.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** These two zones never have the same date. */
const behind = "Pacific/Pago_Pago";
const ahead = "Pacific/Kiritimati";
const notYet = "Ese día aún no ha llegado. Elige hoy o uno anterior.";

async function openDealership(site: Site, zone: string): Promise<Person> {
  const dealer = await createDealership(site);
  await site.sql`update public.profiles set config = jsonb_set(config, '{profile}',
      coalesce(config -> 'profile', '{}') || ${site.sql.json({ hours: { zone } })})
    where id = ${dealer.id}`;
  return dealer;
}

test.describe("a dealership a day behind the device", () => {
  test.use({ timezoneId: ahead });

  test("a dealer's purchases, reservations and sales use the dealership's date", async ({
    page,
    site,
  }) => {
    const today = localDay(new Date(), behind);
    const dealer = await openDealership(site, behind);
    const vehicle = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, `/vehicle/${vehicle.id}`);
    await test.step("a purchase date in the future is rejected", async () => {
      const day = page.getByLabel("Adquirido el");
      const costs = page.getByRole("region", { name: "Costos y margen" });
      await day.fill("0020-05-05");
      await day.blur();
      await expect(costs.getByRole("alert")).toHaveText("Elige un día entre 1950 y 2100.");
      await day.fill(addDays(localDay(new Date(), behind), 1));
      await day.blur();
      await expect(costs.getByRole("alert")).toHaveText(notYet);
      expect(await site.sql`select from public.vehicle_figures where id = ${vehicle.id}`).toEqual(
        [],
      );
      await day.fill("2026-05-05");
      await day.blur();
      await expect(costs.getByRole("alert")).toHaveCount(0);
      await expect
        .poll(
          () =>
            site.sql`select acquired_on::text from public.vehicle_figures where id = ${vehicle.id}`,
        )
        .toEqual([{ acquired_on: "2026-05-05" }]);
    });

    await page.getByRole("button", { name: "Apartar" }).click();
    const reserve = page.getByRole("dialog", { name: "Apartar" });
    await reserve.getByRole("button", { name: "Mañana" }).click();
    await expect(reserve.getByLabel("Hasta")).toHaveValue(addDays(today, 1));
    await reserve.getByRole("button", { name: "Apartar" }).click();
    await expect(notice(page, "Apartado")).toBeVisible();
    expect(
      await site.sql`select until::text, falls_back_at = (until + 1)::timestamp at time zone ${behind}
        as at_midnight from public.deals where vehicle_id = ${vehicle.id}`,
    ).toEqual([{ until: addDays(today, 1), at_midnight: true }]);

    await page.getByRole("button", { name: "Vender" }).click();
    const sell = page.getByRole("dialog", { name: "Vender" });
    await expect(sell.getByLabel("Día")).toHaveValue(today);
    await sell.getByLabel("Día").fill(addDays(today, 1));
    await sell.getByRole("button", { name: "Marcar como vendido" }).click();
    await expect(sell.getByRole("alert")).toHaveText(notYet);
    await sell.getByLabel("Día").fill(today);
    await sell.getByRole("button", { name: "Marcar como vendido" }).click();
    await expect(notice(page, "¡Vendido!")).toBeVisible();

    await page.goto("/sales?periodo=este-mes");
    await expect(page.getByRole("table", { name: "Cada venta" })).toContainText("Hyundai Kona");
  });
});

test("a salesperson who cannot see costs sees since when days are counted", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site);
  const vehicle = await makeVehicle(dealer);
  await site.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
    values (${vehicle.id}, ${dealer.id}, private.local_day(${dealer.id}) - 40, 11000)`;
  await site.sql`update public.vehicles set created_at = now() - interval '3 days'
    where id = ${vehicle.id}`;
  await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
  await expect(page.getByRole("article")).toContainText("añadido hace 3 días");
  await page.goto("/inventory-health");
  await expect(page.getByText("Los días cuentan desde que se añadió")).toBeVisible();
  await expect(page.getByRole("table", { name: "Por vender" })).toContainText("$18,500");
  await expect(page.getByText(/costo|11,000/i)).toHaveCount(0);
});
