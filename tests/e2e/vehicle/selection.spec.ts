import { createDealership } from "#tests/support/people.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  test,
} from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

const unknown = "00000000-0000-4000-8000-000000000000";
const share = (...ids: string[]) => `/share?ids=${ids.join(",")}`;

test.describe("a shared selection", () => {
  test("a customer sees the chosen vehicles in the link's order", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const kona = await makeVehicle(dealer, { images, published: true });
    const tucson = await makeVehicle(dealer, { model: "Tucson", price: null, published: true });
    const accent = await makeVehicle(dealer, { model: "Accent", mileage: 512, published: true });
    await page.goto(share(tucson.id, kona.id, accent.id));

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vehículos Seleccionados");
    await expect(page).toHaveTitle("Vehículos Seleccionados | Vitrina");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      /Hyundai Tucson 2023/,
      /Hyundai Kona 2023/,
      /Hyundai Accent 2023/,
    ]);
    const cards = page.getByRole("article");
    await expect(cards.nth(0)).toContainText("A consultar");
    await expect(cards.nth(1)).toContainText("$18,500");
    await expect(cards.nth(1)).toContainText("21,000 mi");
    await expect(cards.nth(1)).toContainText("2 fotos");
    await expect(cards.nth(2)).toContainText("512 mi");
    await expect(page.getByText("Autos del Valle")).toBeVisible();
    await expectAccessibleByDayAndNight(page);
  });

  test("a customer goes on to a vehicle's public page", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await page.goto(share(id));
    await page.getByRole("link", { name: /Hyundai Kona/ }).click();
    await expect(page).toHaveURL(`/public/vehicle/${id}`);
    await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
  });

  test("a customer sees nothing of hidden, unknown and malformed ids, and each vehicle once", async ({
    page,
    site,
    request,
  }) => {
    const dealer = await createDealership(site);
    const shown = await makeVehicle(dealer, { published: true });
    const hidden = await makeVehicle(dealer, { model: "Secreto", published: false });
    const address = share(hidden.id, "no-es-un-id", shown.id, unknown, shown.id.toUpperCase(), "");
    await page.goto(address);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("article")).toContainText("Kona");
    expect(await (await request.get(address)).text()).not.toContain("Secreto");
  });

  test("a customer gets the whole of a link with 200 vehicles, in its order", async ({
    site,
    request,
  }) => {
    const dealer = await createDealership(site);
    const rows = Array.from({ length: 200 }, (_, index) => ({
      user_id: dealer.id,
      brand: "Hyundai",
      model: `Modelo ${index}`,
      year: 2023,
      published: true,
    }));
    const { data } = await dealer.client.from("vehicles").insert(rows).select("id,model");
    const chosen = (data ?? []).toReversed();
    const html = await (await request.get(share(...chosen.map(({ id }) => id)))).text();
    const links = [...html.matchAll(/<a [^>]*href="\/public\/vehicle\/([^"]+)"/g)];
    expect(links.map(([, id]) => id)).toEqual(chosen.map(({ id }) => id));
    expect(links).toHaveLength(200);
  });

  test("a customer of a link that names nothing is told so and led on", async ({ page }) => {
    for (const address of ["/share", share(""), share(unknown), share("no-es-un-id")]) {
      await page.goto(address);
      await expect(page.getByText("No se encontraron vehículos")).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(0);
    }
    await expectAccessible(page);
    await page.getByRole("link", { name: "Ir al inicio" }).click();
    await expect(page).toHaveURL("/");
  });

  test("a customer sees which vehicle is sold", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const sold = await makeVehicle(dealer, { status: "Vendido", published: true });
    const free = await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(share(sold.id, free.id));
    await expect(page.getByRole("article").nth(0)).toContainText("Vendido");
    await expect(page.getByRole("article").nth(1)).not.toContainText("Disponible");
  });

  test("a customer sees the page in red, or in the theme colour that the seller chose", async ({
    page,
    site,
  }) => {
    const hues = [
      [{}, /^0 /],
      [{ page_style: { theme_color: "#0B7A4B", accent_color: "#1E3A8A" } }, /^15[3-5]/],
    ] as const;
    for (const [config, hue] of hues) {
      const { id } = await makeVehicle(await createDealership(site, { config }), {
        published: true,
      });
      await page.goto(share(id));
      const primary = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--primary"),
      );
      expect(primary.trim()).toMatch(hue);
    }
  });

  test("a customer's browser gets the first covers early and the others when they come near", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.push((await makeVehicle(dealer, { images: [image], published: true })).id);
    }
    await page.goto(share(...ids));
    const covers = page.getByRole("article").locator("img");
    await expect(covers.first()).toHaveAttribute("fetchpriority", "high");
    await expect(covers.first()).toHaveAttribute("srcset", /width=320 320w.*width=800 800w/);
    expect(
      await covers.evaluateAll((images) => images.map((cover) => cover.getAttribute("loading"))),
    ).toEqual(["eager", "eager", "eager", "lazy", "lazy"]);
  });

  test("a link preview finds what was shared in the raw HTML, and no search engine keeps it", async ({
    site,
    request,
  }) => {
    const dealer = await createDealership(site);
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const first = await makeVehicle(dealer, { images: [image], published: true });
    const second = await makeVehicle(dealer, { model: "Tucson", published: true });
    const answer = await request.get(share(first.id, unknown, second.id), {
      headers: { "user-agent": "WhatsApp/2.23.20.0" },
    });
    expect(answer.status()).toBe(200);
    expect(answer.headers()["x-robots-tag"]).toBe("noindex");
    const html = await answer.text();
    const tag = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";
    expect(tag("robots")).toBe("noindex");
    expect(tag("og:title")).toBe("2 vehículos para ti · Autos del Valle");
    expect(tag("og:description")).toContain("Hyundai Kona 2023 · $18,500");
    expect(tag("description")).toContain("Hyundai Tucson 2023");
    expect(tag("og:url")).toBe(`${site.url}${share(first.id, second.id)}`);
    const cover = await request.get(tag("og:image").replaceAll("&amp;", "&"));
    expect(cover.headers()["content-type"]).toBe("image/jpeg");
    expect((await cover.body()).byteLength).toBeLessThanOrEqual(300 * 1024);
  });

  test("a customer whose browser runs no script sees and opens the vehicles", async ({
    browser,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(share(id));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("link", { name: /Hyundai Kona/ }).click();
    await expect(page).toHaveURL(`/public/vehicle/${id}`);
    await context.close();
  });

  test("a shared page is never wider than the screen", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: `Autos${"x".repeat(60)}` });
    const { id } = await makeVehicle(dealer, {
      published: true,
      model: "Kona-Limited-Edición-Especial-Con-Un-Nombre-Larguísimo-Sin-Espacios",
      price: "Precio-a-convenir-con-el-vendedor-en-persona",
    });
    await page.goto(share(id));
    await expectNoSidewaysScroll(page);
  });
});
