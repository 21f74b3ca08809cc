import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

const vehicles = 2_000;
/** Two batches of the growing list, of 12 cards each. */
const mostCards = 24;
/** Two batches of the growing table, of 18 rows each. */
const mostRows = 36;

/** A dealership with 2,000 vehicles of 20 brands, each with six photos. */
async function makeLargeInventory(site: Site): Promise<Person> {
  const dealer = await createDealership(site);
  const photo = await storePhoto(dealer, "kona.jpg", "#1f5fa8");
  await site.sql`
    insert into public.vehicles (user_id, brand, model, year, vin, price, mileage, status, published, images, description, created_at)
    select ${dealer.id}, 'Marca ' || chr(65 + n % 20), 'Modelo ' || n, 2000 + n % 25,
      'KM8K2CAB4PU' || lpad(n::text, 6, '0'), (9000 + n)::text, n * 10,
      case when n % 4 = 0 then 'Vendido' else 'Disponible' end, n % 2 = 0,
      array(select ${photo} || '?foto=' || n || '-' || k from generate_series(1, 6) as k),
      repeat('Un solo dueño, todo al día. ', 10), now() - n * interval '1 minute'
    from generate_series(1, ${vehicles}) as n`;
  return dealer;
}

test.describe("the dashboard with 2,000 vehicles", () => {
  let dealer: Person;
  test.beforeAll(async ({ site }) => {
    dealer = await makeLargeInventory(site);
  });

  test("a dealer scrolls, searches and returns while few cards are drawn", async ({ page }) => {
    const lists: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/rest/v1/vehicles") lists.push(searchParams);
    });
    const photos = new Set<string>();
    page.on("request", (request) => {
      if (request.url().includes("/render/image/")) photos.add(request.url());
    });
    await openAs(page, dealer, "/dashboard");
    const cards = page.getByRole("article");
    await expect(cards.first()).toContainText("Modelo 1");
    await expect(page.getByText("Total de Vehículos").locator("../..")).toContainText("2,000");

    for (const list of lists) expect(list.get("select")).not.toMatch(/\*|description|(^|,)images/);
    expect(await cards.count()).toBeLessThanOrEqual(mostCards);
    const drawn = await cards.locator("img").evaluateAll((images) =>
      images.map((image) => ({
        lazy: image.getAttribute("loading") === "lazy",
        sized: image.hasAttribute("width") && image.hasAttribute("height"),
        fitted: image.hasAttribute("sizes"),
      })),
    );
    expect(drawn.every(({ sized, fitted }) => sized && fitted)).toBe(true);
    expect(drawn.filter(({ lazy }) => !lazy).length).toBeLessThanOrEqual(4);
    expect(photos.size).toBeLessThanOrEqual(mostCards);

    await test.step("search and filters show the matching vehicles", async () => {
      const name = cards.first().getByRole("heading");
      const search = page.getByPlaceholder("Buscar por VIN, marca o modelo...");
      const brand = page.getByRole("combobox", { name: "Marca" });
      const state = page.getByRole("combobox", { name: "Estado" });
      const steps: [act: () => Promise<unknown>, shown: string][] = [
        [() => search.fill("m"), "Marca B Modelo 1"],
        [() => search.fill("modelo 19"), "Marca T Modelo 19"],
        [() => search.fill("modelo 199"), "Marca T Modelo 199"],
        [() => search.fill("márca b"), "Marca B Modelo 1"],
        [() => search.fill(""), "Marca B Modelo 1"],
        [() => brand.selectOption("Marca C"), "Marca C Modelo 2"],
        [() => state.selectOption("Vendido"), ""],
        [() => brand.selectOption(""), "Marca E Modelo 4"],
        [() => state.selectOption(""), "Marca B Modelo 1"],
      ];
      for (const [act, shown] of steps) {
        await act();
        if (shown === "") await expect(cards).toHaveCount(0);
        else await expect(name).toHaveText(shown);
        expect(await cards.count()).toBeLessThanOrEqual(mostCards);
      }
    });

    const goDown = async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return cards.count();
    };
    await expect.poll(goDown).toBeGreaterThan(2 * mostCards);
    expect(await cards.count()).toBeLessThan(vehicles / 10);

    await test.step("Back restores the filters, a link to the dashboard clears them", async () => {
      const search = page.getByPlaceholder("Buscar por VIN, marca o modelo...");
      await page.getByRole("combobox", { name: "Estado" }).selectOption("Vendido");
      await search.fill("modelo 1996");
      await expect(page.getByRole("article")).toHaveCount(1);
      await page.getByRole("article").getByRole("link").click();
      await expect(page).toHaveURL(/\/vehicle\//);
      await page.goBack();
      await expect(page).toHaveURL("/dashboard?estado=Vendido&q=modelo+1996");
      await expect(search).toHaveValue("modelo 1996");
      await expect(page.getByRole("combobox", { name: "Estado" })).toHaveValue("Vendido");
      await expect(page.getByRole("article")).toHaveCount(1);
      await page.getByRole("link", { name: "Vitrina" }).first().click();
      await expect(page).toHaveURL("/dashboard");
      await expect(search).toHaveValue("");
    });
  });

  test.describe("as a table", () => {
    test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

    test("a dealer sorts and searches while few rows are drawn", async ({ page }) => {
      await openAs(page, dealer, "/dashboard");
      await page.getByRole("button", { name: "Tabla" }).click();
      const rows = page.getByRole("table").locator("tbody tr");
      const search = page.getByPlaceholder("Buscar por VIN, marca o modelo...");
      await expect(rows.first()).toContainText("Marca B Modelo 1");
      await expect(rows.first().getByRole("cell").nth(10)).toHaveText("6");
      const order = (name: string) =>
        page.getByRole("columnheader", { name }).getByRole("button").click();
      const steps: [act: () => Promise<unknown>, shown: string][] = [
        [() => order("Millas"), "Modelo 1"],
        [() => order("Millas"), "Modelo 2000"],
        [() => order("Vehículo"), "Marca A Modelo 20"],
        [() => search.fill("modelo 19"), "Marca A Modelo 1900"],
        [() => search.fill(""), "Marca A Modelo 20"],
        [() => order("Precio"), "Modelo 1"],
      ];
      for (const [act, shown] of steps) {
        await act();
        await expect(rows.first()).toContainText(shown);
        expect(await rows.count()).toBeLessThanOrEqual(mostRows);
      }
    });
  });
});
