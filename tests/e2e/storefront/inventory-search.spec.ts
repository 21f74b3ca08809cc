import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** A dealership with six vehicles, newest last in this list. */
async function openLot(site: Site) {
  const slug = `lote-${Math.random().toString(36).slice(2, 10)}`;
  const dealer = await createDealership(site, { slug });
  const lot: [brand: string, model: string, year: number, price: string | null, mileage: number][] =
    [
      ["Citroën", "C4", 2018, "9,500", 80_000],
      ["Hyundai", "Kona", 2023, "18500", 21_000],
      ["Hyundai", "Tucson", 2020, "$16,000", 45_000],
      ["Ford", "F-150", 2021, "34500", 39_000],
      ["HYUNDAI", "Kona", 2024, "24000", 900],
      ["Kia", "Rio", 2016, "A consultar", 120_000],
    ];
  const kinds: Record<string, object> = {
    Kona: { body_style: "SUV", fuel_type: "Híbrido" },
    Tucson: { body_style: "SUV", fuel_type: "Gasolina" },
    "F-150": { body_style: "Pickup", fuel_type: "Gasolina", drivetrain: "4x4" },
    Rio: { body_style: "Sedán", fuel_type: "Gasolina" },
  };
  for (const [brand, model, year, price, mileage] of lot) {
    const known = { brand, model, year, price, mileage, vin: null, ...kinds[model] };
    await makeVehicle(dealer, { ...known, published: true });
  }
  return `/i/${slug}/inventory`;
}

/** Adds this many vehicles. */
async function park(dealer: Person, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: dealer.id,
    brand: "Kia",
    model: `Modelo ${index + 1}`,
    year: 2020,
    price: String(10_000 + index),
    published: true,
  }));
  const { error } = await dealer.client.from("vehicles").insert(rows);
  expect(error).toBeNull();
}

test.describe("a search in a dealership's inventory", () => {
  test("a customer searches by words, and clears a search without matches", async ({
    page,
    site,
  }) => {
    await page.goto(await openLot(site));
    const cards = page.getByRole("article");
    const box = page.getByRole("searchbox", { name: "Buscar" });
    for (const [words, found] of [
      ["citroen", [/Citroën C4/]],
      ["2024 KÓNA", [/HYUNDAI Kona 2024/]],
      ["citroem", [/Citroën C4/]],
      ["camioneta híbrida 2024", [/HYUNDAI Kona 2024/]],
      ["f150", [/Ford F-150/]],
    ] as const) {
      await box.fill(words);
      await expect(cards).toHaveText([...found]);
    }
    await expect(page).toHaveURL(/\?q=f150$/);
    await expect(page.getByText("1 vehículo encontrado")).toBeVisible();
    await expect(box).toBeFocused();
    await page.reload();
    await expect(cards).toHaveText([/Ford F-150/]);
    await expect(box).toHaveValue("f150");

    await box.fill('zeppelin",id.not.is.null)');
    await expect(page.getByRole("heading", { name: "Ningún vehículo coincide" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Limpiar filtros" }).last().click();
    await expect(cards).toHaveCount(6);
    await expect(box).toHaveValue("");
  });

  test("a customer filters by keyboard, in the filters and with one tap, and goes back", {
    tag: "@every-width",
  }, async ({ page, site, isMobile }) => {
    const path = await openLot(site);

    await test.step("by keyboard", async () => {
      // Before the page is hydrated, Enter would load another page, which resets the focus.
      await page.goto(path, { waitUntil: "networkidle" });
      await page.getByRole("searchbox").focus();
      await page.keyboard.type("hyundai");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("article")).toHaveCount(3);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      if (isMobile) {
        await page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
      }
      await expect(page.getByLabel("Marca", { exact: true })).toBeFocused();
    });

    await test.step("in the filters", async () => {
      await page.goto(path, { waitUntil: "networkidle" });
      if (isMobile) await page.getByRole("button", { name: "Filtrar y ordenar" }).click();
      const cards = page.getByRole("article");
      const choose = (label: string, option: string) =>
        page.getByLabel(label, { exact: true }).selectOption({ label: option });
      await choose("Marca", "HYUNDAI (3)");
      await expect(cards).toHaveText([/Kona 2024/, /Tucson 2020/, /Kona 2023/]);
      await choose("Modelo", "Kona (2)");
      await expect(cards).toHaveText([/Kona 2024/, /Kona 2023/]);
      await choose("Precio máximo", "$20,000");
      await expect(cards).toHaveText([/Kona 2023/]);
      await expect(page).toHaveURL(/marca=hyundai&modelo=kona&precio-max=20000$/);
      await expectAccessible(page);
      if (isMobile) {
        const sheet = page.getByRole("group", { name: "Filtrar y ordenar" });
        await sheet.getByRole("button", { name: "Ver 1 vehículo" }).click();
        await expect(sheet).toBeHidden();
      }
      await page.getByRole("link", { name: "Limpiar filtros" }).first().click();
      await expect(page).toHaveURL(path);
      await expect(cards).toHaveCount(6);
      if (isMobile) await page.getByRole("button", { name: "Filtrar y ordenar" }).click();
      await expect(page.getByLabel("Marca", { exact: true })).toHaveValue("");
      await expect(page.getByLabel("Precio máximo")).toHaveValue("");

      await choose("Carrocería", "SUV (3)");
      await expect(cards).toHaveText([/Kona 2024/, /Tucson 2020/, /Kona 2023/]);
      await choose("Combustible", "Gasolina (1)");
      await expect(cards).toHaveText([/Tucson 2020/]);
      await expect(page).toHaveURL(`${path}?carroceria=suv&combustible=gasolina`);
      await choose("Combustible", "Todos");
      await choose("Carrocería", "Todas");
      await choose("Tracción", "4x4 (1)");
      await expect(cards).toHaveText([/F-150/]);
      await choose("Tracción", "Todas");

      await choose("Millaje máximo", "40,000 mi");
      await choose("Año desde", "2023");
      await expect(cards).toHaveText([/Kona 2024/, /Kona 2023/]);
      await choose("Ordenar por", "Precio: de menor a mayor");
      await expect(cards).toHaveText([/Kona 2023/, /Kona 2024/]);
    });

    await test.step("with one tap", async () => {
      await page.goto(path, { waitUntil: "networkidle" });
      const cards = page.getByRole("article");
      const filters = page.getByRole("list", { name: "Filtros" });
      await filters.getByRole("link", { name: "HYUNDAI", exact: true }).click();
      await expect(cards).toHaveCount(3);
      await filters.getByRole("link", { name: "Hasta $17,500" }).click();
      await expect(cards).toHaveText([/Tucson 2020/]);
      await expect(page).toHaveURL(`${path}?marca=hyundai&precio-max=17500`);
      await expect(page.getByLabel("Precio máximo")).toHaveValue("17500");
      await filters.getByRole("link", { name: "Quitar HYUNDAI" }).click();
      await expect(cards).toHaveText([/Tucson 2020/, /Citroën C4/]);
      await page.goBack();
      await expect(cards).toHaveText([/Tucson 2020/]);
      await expect(page.getByText("1 vehículo encontrado")).toBeVisible();
      await expect(page.getByLabel("Marca", { exact: true })).toHaveValue("hyundai");
    });
  });

  test("a customer without popover support closes the filters with Back", async ({
    page,
    site,
  }) => {
    const path = await openLot(site);
    await page.addInitScript(() => {
      for (const name of ["showPopover", "hidePopover", "togglePopover"]) {
        Reflect.deleteProperty(HTMLElement.prototype, name);
      }
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Filtrar y ordenar" }).click();
    const brand = page.getByLabel("Marca", { exact: true });
    await brand.selectOption({ label: "HYUNDAI (3)" });
    await expect(page).toHaveURL(`${path}?marca=hyundai`);
    // The URL changes before the open sheet has its history entry again.
    await page.waitForFunction(() => history.state?.overlay?.depth > 0);
    await page.goBack();
    await expect(brand).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(path);
  });

  test("a customer who sorts by price gets vehicles without a price last", async ({
    site,
    request,
  }) => {
    const path = await openLot(site);
    const names = async (order: string) => {
      const html = await (await request.get(`${path}?orden=${order}`)).text();
      return [...html.matchAll(/<article.*?<\/h2>/gs)].map(([card]) =>
        card.replaceAll(/<!--.*?-->|<[^>]+>/g, "").replaceAll(/^\d+ fotos/g, ""),
      );
    };
    expect(await names("precio-menor")).toEqual([
      "Citroën C4 2018",
      "Hyundai Tucson 2020",
      "Hyundai Kona 2023",
      "HYUNDAI Kona 2024",
      "Ford F-150 2021",
      "Kia Rio 2016",
    ]);
    expect((await names("precio-mayor")).at(-1)).toBe("Kia Rio 2016");
    expect((await names("millaje-menor"))[0]).toBe("HYUNDAI Kona 2024");
    expect((await names("ano-antiguo"))[0]).toBe("Kia Rio 2016");
    expect((await names("marca"))[0]).toBe("Citroën C4 2018");
    expect((await names("nada-de-esto"))[0]).toBe("Kia Rio 2016");
  });

  test("a customer pages through a large inventory, with a URL for each page", async ({
    page,
    site,
    request,
  }) => {
    const slug = `grande-${Math.random().toString(36).slice(2, 10)}`;
    const dealer = await createDealership(site, { slug });
    await park(dealer, 60);
    const path = `/i/${slug}/inventory`;
    await page.goto(`${path}?orden=precio-menor`);
    await expect(page.getByText("60 vehículos", { exact: true })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(24);
    const pages = page.getByRole("navigation", { name: "Páginas" });
    await pages.getByRole("link", { name: "Siguiente" }).click();
    await expect(page).toHaveURL(`${path}?orden=precio-menor&pagina=2#inventario`);
    await expect(page.getByRole("article").first()).toContainText("Modelo 25");
    await expect(pages.getByRole("link", { name: "Página 2" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await pages.getByRole("link", { name: "Página 3" }).click();
    await expect(page.getByRole("article")).toHaveCount(12);
    await expectAccessible(page);

    const seen = new Set<string>();
    for (const number of [1, 2, 3]) {
      const html = await (await request.get(`${path}?pagina=${number}`)).text();
      for (const [, id] of html.matchAll(/<a [^>]*href="\/public\/vehicle\/([^"]+)"/g)) {
        if (id) seen.add(id);
      }
      const canonical = number === 1 ? path : `${path}?pagina=${number}`;
      expect(html).toContain(`rel="canonical" href="${site.url}${canonical}"`);
    }
    expect(seen.size).toBe(60);
    const beyond = await (await request.get(`${path}?pagina=99&q=kia`)).text();
    expect(beyond).toContain("60 vehículos encontrados");
    expect([...beyond.matchAll(/<article/g)]).toHaveLength(12);
  });

  test("a customer without JavaScript searches, filters and turns pages", async ({
    browser,
    site,
  }) => {
    const slug = `quieto-${Math.random().toString(36).slice(2, 10)}`;
    const dealer = await createDealership(site, { slug });
    await park(dealer, 30);
    await makeVehicle(dealer, { published: true });
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`/i/${slug}/inventory`);
    await page.getByRole("searchbox").fill("kona");
    await page.getByRole("button", { name: "Buscar" }).click();
    await expect(page.getByRole("article")).toHaveText([/Hyundai Kona/]);
    await page.getByRole("link", { name: "Limpiar filtros" }).click();
    await page.getByRole("link", { name: "Siguiente" }).click();
    await expect(page.getByRole("article")).toHaveCount(7);
    const filters = page.getByRole("button", { name: "Filtrar y ordenar" });
    if (await filters.isVisible()) await filters.click();
    await page.getByLabel("Marca", { exact: true }).selectOption("hyundai");
    await page.getByRole("button", { name: "Aplicar" }).click();
    await expect(page.getByRole("article")).toHaveText([/Hyundai Kona/]);
    await page.getByRole("article").getByRole("link").click();
    await expect(page).toHaveURL(/\/public\/vehicle\//);
    await context.close();
  });

  test("an inventory and a card with long texts are never wider than the screen", async ({
    page,
    site,
  }) => {
    const slug = `ancho-${Math.random().toString(36).slice(2, 10)}`;
    const config = {
      profile: {
        name: `Autos${"x".repeat(60)}`,
        tagline: "y".repeat(90),
        phone: "13055550110",
        whatsapp: "13055550110",
        email: `${"ventas".repeat(12)}@example.com`,
        location: "Avenida-Larguísima-Sin-Un-Solo-Espacio-Que-La-Parta-En-Dos-Líneas-Distintas",
        instagram: "autosdelvalle",
        facebook: "autosdelvalle",
        custom_button: { enabled: true, url: "https://example.com", text: "Palabra".repeat(11) },
      },
    };
    const dealer = await createDealership(site, { slug, config });
    await makeVehicle(dealer, { published: true, model: "Modelo-Larguísimo-".repeat(4) });
    for (const path of [`/i/${slug}/inventory`, `/vcard/${slug}`]) {
      await page.goto(path);
      await expect(page.getByRole("link", { name: "Instagram" }).first()).toBeVisible();
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `${path} at ${width} px`);
      }
    }
  });
});
