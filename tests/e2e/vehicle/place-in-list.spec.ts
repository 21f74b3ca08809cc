import type { Locator, Page } from "@playwright/test";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import type { Site } from "../site.ts";

/** A dealership with more vehicles than a list shows initially. */
async function makeInventory(site: Site): Promise<Person> {
  const dealer = await createDealership(site);
  await site.sql`
    insert into public.vehicles (user_id, brand, model, year, vin, price, mileage, created_at)
    select ${dealer.id}, 'Hyundai', 'Modelo ' || n, 2000 + n % 25,
      'KM8K2CAB4PU' || lpad(n::text, 6, '0'), (9000 + n)::text, n * 10,
      now() - n * interval '1 day'
    from generate_series(1, 100) as n`;
  return dealer;
}

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls stepwise until a row is in the viewport; returns the scroll position. */
async function scrollTo(page: Page, row: Locator): Promise<number> {
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 400));
    const isReached = await row.evaluateAll(
      ([element]) =>
        (element?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY) <= window.innerHeight,
    );
    expect(isReached).toBe(true);
  }).toPass({ intervals: [0] });
  // Away from the bars, where a click would scroll.
  await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
  return scrollTop(page);
}

test("a dealer who returns to a list is at the same place, also after a reload", async ({
  page,
  site,
}) => {
  const dealer = await makeInventory(site);
  await openAs(page, dealer, "/dashboard");
  const row = page.getByRole("link", { name: /Modelo 30\b/ }).first();
  const title = page.getByRole("heading", { level: 1 });

  await test.step("the vehicles", async () => {
    const before = await scrollTo(page, row);
    expect(before).toBeGreaterThan(1_000);
    await row.click();
    await expect(title).toContainText("Modelo 30");
    await page.goBack();
    await expect.poll(() => scrollTop(page)).toBe(before);
    await expect(row).toBeInViewport();
    await page.goForward();
    await expect(title).toContainText("Modelo 30");
    await page.goBack();
    await expect.poll(() => scrollTop(page)).toBe(before);
    await page.reload();
    await expect.poll(() => scrollTop(page)).toBe(before);
    await expect(row).toBeInViewport();
  });

  await test.step("the health of the inventory", async () => {
    await page.goto("/inventory-health");
    await page.getByRole("button", { name: "Mostrar más" }).click();
    const last = page.getByRole("link", { name: /Modelo 40\b/ }).first();
    await last.scrollIntoViewIfNeeded();
    await last.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const before = await scrollTop(page);
    expect(before).toBeGreaterThan(1_000);
    await last.click();
    await expect(title).toContainText("Modelo 40");
    await page.goBack();
    await expect.poll(() => scrollTop(page)).toBe(before);
  });

  await test.step("the sales", async () => {
    await site.sql`
      insert into public.deals (vehicle_id, dealership_id, kind, vehicle_title, price, day)
      select id, ${dealer.id}, 'Venta', model, 9000, current_date - 1
      from public.vehicles where user_id = ${dealer.id}`;
    await page.goto("/sales");
    const rows = page.getByRole("table", { name: "Cada venta" }).getByRole("row");
    for (const count of [61, 91]) {
      await page.getByRole("button", { name: "Cargar más" }).click();
      await expect(rows).toHaveCount(count);
    }
    await rows.nth(80).scrollIntoViewIfNeeded();
    // A busy browser leaves the page before it reports the scrolling; simulated in one task.
    const { left, stored } = await page.evaluate(() => {
      scrollBy(0, -300);
      dispatchEvent(new PageTransitionEvent("pagehide"));
      const places = Object.entries(sessionStorage).filter(([key]) =>
        key.startsWith("list-place:"),
      );
      return { left: scrollY, stored: places.map(([, place]) => place) };
    });
    expect(stored).toContain(`3 ${left}`);
    const before = await scrollTop(page);
    await page.reload();
    await expect.poll(() => scrollTop(page)).toBe(before);
    await expect(rows).toHaveCount(91);
  });
});

test("a dealer who returns to the leads is at the same place", async ({ page, site }) => {
  const dealer = await createDealership(site);
  await site.sql`
    insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name, email, created_at)
    select 'general_inquiry', ${dealer.id}, ${dealer.id}, 'Autos',
      'Cliente ' || lpad(number::text, 4, '0'), 'c' || number || '@example.com',
      now() - number * interval '1 minute'
    from generate_series(1, 80) as number`;
  await openAs(page, dealer, "/leads");
  const row = page.getByRole("link", { name: "Cliente 0060", exact: true });
  const before = await scrollTo(page, row);
  const expectPlace = async () => {
    await expect(row).toBeAttached();
    await expect.poll(() => scrollTop(page)).toBe(before);
    await expect(row).toBeInViewport();
  };
  await row.click();
  await expect(page).toHaveURL(/prospecto=/);
  await page.goBack();
  await expectPlace();
  await page.goForward();
  await expect(page.getByRole("textbox", { name: "Notas" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Notas" })).toBeVisible();
  await page.goBack();
  await expectPlace();
});

test("an administrator who returns to the accounts is at the same place", async ({
  page,
  site,
}) => {
  const mark = `Zeta ${Date.now()}`;
  const admin = await createAdmin(site);
  await site.sql`
    with users as (
      insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), gen_random_uuid() || '@example.com',
        jsonb_build_object('full_name', ${mark}::text || ' ' || n)
      from generate_series(1, 110) as n returning id)
    select id from users`;
  await openAs(page, admin, "/admin/users");
  await page.getByRole("searchbox").fill(mark);
  await expect(page.getByText("110 cuentas")).toBeVisible();
  const frame = page.getByRole("region", { name: "Lista de cuentas" });
  const rows = frame.getByRole("listitem");
  for (const count of [100, 110]) {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(count);
  }
  await frame.evaluate((element) => element.scrollTo(0, 6_000));
  await page.reload();
  await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBe(6_000);
  await page.goto("/admin/mail");
  await page.goBack();
  await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBe(6_000);
});

test("a customer who returns from a vehicle is at the same place in the inventory", async ({
  page,
  site,
}) => {
  const slug = `valle-${Math.random().toString(36).slice(2, 10)}`;
  const dealer = await createDealership(site, { slug });
  await site.sql`
    insert into public.vehicles (user_id, brand, model, year, vin, price, published, created_at)
    select ${dealer.id}, 'Hyundai', 'Modelo ' || n, 2020, 'KM8K2CAB4PU' || lpad(n::text, 6, '0'),
      '9000', true, now() - n * interval '1 day'
    from generate_series(1, 30) as n`;
  await page.goto(`/i/${slug}/inventory`);
  const row = page.getByRole("link", { name: /Modelo 20\b/ }).first();
  const before = await scrollTo(page, row);
  await row.click();
  await expect(page).toHaveURL(/\/vehicle\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Modelo 20");
  await page.goBack();
  await expect.poll(() => scrollTop(page)).toBe(before);
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(before);
});
