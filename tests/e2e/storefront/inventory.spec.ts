import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, expectAccessibleByDayAndNight, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

const profile = {
  name: "Autos del Valle",
  tagline: "Seminuevos revisados.",
  phone: "+1 305 555 0100",
  whatsapp: "(305) 555-0199",
  email: "ventas@example.com",
  location: "Calle 8, Miami",
  offers: "Primer servicio gratis.\n<b>0%</b> de interés.",
  custom_button: { enabled: true, url: "https://example.com/credito" },
};

/** Creates a dealership; returns it with the URL of its inventory. */
async function open(site: Site, changes: Record<string, unknown> = {}) {
  const slug = `valle-${Math.random().toString(36).slice(2, 10)}`;
  const config = { profile: { ...profile, ...changes } };
  const dealer = await createDealership(site, { slug, config });
  return { dealer, slug, path: `/i/${slug}/inventory` };
}

test.describe("a dealership's inventory", () => {
  test("a customer sees the seller, contact links, offers and vehicles", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const { dealer, slug, path } = await open(site);
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    await makeVehicle(dealer, { images: [image], published: true });
    await makeVehicle(dealer, { model: "Tucson", price: null, published: true });
    await makeVehicle(dealer, { model: "Oculto", published: false });
    await page.goto(path);
    await expect(page).toHaveTitle("Inventario de Autos del Valle | Vitrina");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Autos del Valle");
    await expect(page.getByText("Seminuevos revisados.")).toBeVisible();
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/13055550199\?text=Hola/,
    );
    await expect(page.locator('a[href="tel:+13055550100"]:visible')).toHaveCount(1);
    await expect(page.locator('a[href="mailto:ventas@example.com"]:visible')).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Guardar contacto" })).toHaveAttribute(
      "href",
      `/vcard/${slug}.vcf`,
    );
    for (const name of ["Solicitar Información", "Referir un Amigo", "Código QR"]) {
      await expect(page.getByRole("button", { name })).toBeVisible();
    }
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(page.getByRole("article").first()).toContainText("A consultar");
    await expect(page.getByText("2 vehículos", { exact: true })).toBeVisible();
    await expectAccessibleByDayAndNight(page);

    await test.step("the offers open by keyboard", async () => {
      const button = page.getByRole("button", { name: "Conoce nuestras ofertas" });
      await button.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Nuestras Ofertas Especiales" });
      await expect(dialog).toBeVisible();
      await expect(dialog).toContainText("<b>0%</b> de interés.");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
      const custom = page.getByRole("link", { name: "Más Información" });
      await expect(custom).toHaveAttribute("href", "https://example.com/credito");
      await expect(custom).toHaveAttribute("rel", /noopener/);
    });

    await test.step("the card's QR code", async () => {
      await page.getByRole("button", { name: "Código QR" }).click();
      await expect(page.getByRole("dialog")).toContainText(`${site.url}/vcard/${slug}`);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    });
    await page.getByRole("link", { name: "Volver a Autos del Valle" }).click();
    await expect(page).toHaveURL(`/i/${slug}`);
  });

  test("a customer with a phone sees main buttons and first vehicle without scrolling", async ({
    page,
    site,
  }) => {
    const { dealer, slug, path } = await open(site, { name: "Autos del Valle de San Fernando" });
    await createSalesperson(site, dealer.id, { slug: `${slug}-ana` });
    await makeVehicle(dealer, { published: true });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of [`/s/${slug}-ana`, `${path}?marca=hyundai&precio-max=50000`, path]) {
      await page.goto(address, { waitUntil: "networkidle" });
      const box = await page.getByRole("article").first().boundingBox();
      expect(box?.y, address).toBeLessThan(300);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of ["Solicitar Información", "Referir un Amigo"]) {
      await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    }
  });

  test("a customer of a dealership without vehicles, offers and button sees none", async ({
    page,
    site,
  }) => {
    const { path } = await open(site, { offers: "", custom_button: { enabled: false, url: "" } });
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Inventario Vacío" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Solicitar Información" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Conoce nuestras ofertas" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Más Información" })).toHaveCount(0);
    await expectAccessible(page);
  });

  test("a customer gets no hidden contact link in pages, card and API", async ({
    site,
    request,
  }) => {
    const { slug, path } = await open(site, {
      instagram: "secreta",
      offers: "",
      contact_links_visibility: {
        phone: false,
        email: false,
        whatsapp: false,
        instagram: false,
        location: false,
      },
    });
    const api = `/rest/v1/profiles?select=public_config&public_slug=eq.${slug}`;
    for (const address of [path, `/vcard/${slug}`, `/vcard/${slug}.vcf`, `/i/${slug}`, api]) {
      const answer = await request.get(address, { headers: { apikey: site.anonKey } });
      expect(answer.status(), address).toBe(200);
      const text = await answer.text();
      expect(text, address).toContain("Autos del Valle");
      expect(text, address).not.toMatch(
        /555.?0100|555.?0199|5550199|ventas@example|secreta|Calle 8/,
      );
    }
    const landing = await (await request.get(`/i/${slug}`)).text();
    expect(landing).not.toMatch(/Visítanos|Llama ya|wa\.me|tel:|mailto:|Ofertas/);
    expect(landing).toContain("Estamos renovando nuestro inventario");
  });

  test("a search engine finds dealership, vehicles and picture in the HTML", async ({
    site,
    request,
  }) => {
    const { dealer, slug, path } = await open(site);
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const { id } = await makeVehicle(dealer, { images: [image], published: true });
    const html = await (await request.get(`${path}?q=kona`)).text();
    const tag = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";
    expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"`);
    expect(tag("og:url")).toBe(`${site.url}${path}?q=kona`);
    expect(tag("description")).toContain("1 vehículo disponible en Autos del Valle: Hyundai Kona");
    expect(tag("twitter:card")).toBe("summary_large_image");
    const [, json = "null"] =
      /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)["@graph"]).toMatchObject([
      { "@type": "AutoDealer", name: "Autos del Valle", url: `${site.url}/i/${slug}` },
      { "@type": "BreadcrumbList" },
      {
        "@type": "ItemList",
        itemListElement: [{ position: 1, url: `${site.url}/public/vehicle/${id}` }],
      },
    ]);
    const cover = await request.get(tag("og:image").replaceAll("&amp;", "&"));
    expect(cover.headers()["content-type"]).toBe("image/jpeg");
    expect((await cover.body()).byteLength).toBeLessThanOrEqual(300 * 1024);
  });
});
