import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storeLogo } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

const dealership = {
  profile: {
    name: "Autos Sol",
    phone: "+1 305 555 0100",
    whatsapp: "+1 305 555 0100",
    location: "Calle 8, Miami",
    offers: "Primer servicio gratis.",
  },
  page_style: { accent_color: "#0B7A4B" },
};

/** A dealership with a salesperson, both with slugs. */
async function openTeam(site: Site) {
  const mark = Math.random().toString(36).slice(2, 10);
  const dealer = await createDealership(site, { slug: `sol-${mark}`, config: dealership });
  const slug = `ana-${mark}`;
  const ana = await createSalesperson(site, dealer.id, {
    slug,
    fullName: "Ana Núñez",
    config: { profile: { whatsapp: "305 555 0199" } },
  });
  return { dealer, ana, slug, dealerSlug: `sol-${mark}` };
}

test.describe("a salesperson's public page", () => {
  test("a customer sees the salesperson in the dealership's style, with its vehicles", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const { dealer, slug, dealerSlug } = await openTeam(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await makeVehicle(dealer, { model: "Escondido", published: false });
    await makeVehicle(dealer, { model: "Despachado", status: "Vendido", published: true });
    await makeVehicle(await createDealership(site), { model: "Ajeno", published: true });
    await page.goto(`/s/${slug}`);
    await expect(page).toHaveTitle("Vendedor: Ana Núñez | Vitrina");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ana Núñez");
    await expect(page.getByText("Vendedor de Autos Sol")).toBeVisible();
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /wa\.me\/13055550199\?/,
    );
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
    for (const name of ["Solicitar Información", "Referir un Amigo", "Conoce nuestras ofertas"]) {
      await expect(page.getByRole("button", { name })).toBeVisible();
    }
    const hue = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--primary"),
    );
    expect(hue.trim()).toMatch(/^15[3-5]/);
    await expect(page.getByRole("article")).toHaveText([/Hyundai Kona/]);
    await expectAccessible(page);
    await page.getByRole("article").getByRole("link").click();
    await expect(page).toHaveURL(`/public/vehicle/${id}?vendedor=${slug}`);
    await page.goto(`/s/${slug}`);
    await expect(page.getByRole("link", { name: "Autos Sol", exact: true })).toHaveAttribute(
      "href",
      `/i/${dealerSlug}?vendedor=${slug}`,
    );
  });

  test("a customer searches the page, and sees the layout that the salesperson chose", async ({
    page,
    site,
  }) => {
    const { ana, dealer, slug } = await openTeam(site);
    await makeVehicle(dealer, { published: true });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(`/s/${slug}`);
    await page.getByRole("searchbox").fill("tucson");
    await expect(page.getByRole("article")).toHaveText([/Tucson/]);
    await expect(page).toHaveURL(new RegExp(`/s/${slug}\\?.*q=tucson`));

    const name = page.getByRole("heading", { level: 1, name: "Ana Núñez" });
    const style = async (page_style: Record<string, string | boolean>, profile = {}) => {
      const config = { page_style, profile };
      await site.service().from("profiles").update({ config }).eq("id", ana.id).throwOnError();
      await page.goto(`/s/${slug}`);
      return name.evaluate((heading) => {
        const { textAlign, position } = getComputedStyle(heading);
        return { textAlign, position };
      });
    };
    expect((await style({})).textAlign).toBe("start");
    expect((await style({ layout_style: "centered" })).textAlign).toBe("center");
    await expectAccessible(page);
    const shown = await style({ show_header_name: false });
    expect(shown.position, "the dealership's logo does not name the vendedor").toBe("static");
    const hidden = await style(
      { layout_style: "centered", show_header_name: false },
      { logo: await storeLogo(ana, "#1f5fa8") },
    );
    expect(hidden.position).toBe("absolute");
    await expect(page.getByText("Vendedor de Autos Sol")).toBeVisible();
    await expectAccessible(page);
  });

  test("a search engine finds person, employer and vehicles in the raw HTML", async ({
    site,
    request,
  }) => {
    const { dealer, slug, dealerSlug } = await openTeam(site);
    await makeVehicle(dealer, { published: true });
    const html = await (await request.get(`/s/${slug}`)).text();
    expect(html).toContain(`<link rel="canonical" href="${site.url}/s/${slug}"`);
    expect(html).toContain('<meta property="og:title" content="Vendedor: Ana Núñez"');
    const [, json = "null"] =
      /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
    const [person, trail, list] = JSON.parse(json)["@graph"];
    expect(person).toMatchObject({
      "@type": "Person",
      name: "Ana Núñez",
      jobTitle: "Vendedor",
      worksFor: { "@type": "AutoDealer", name: "Autos Sol" },
    });
    expect(trail.itemListElement[0].item).toBe(`${site.url}/i/${dealerSlug}`);
    expect(list.itemListElement).toHaveLength(1);
  });

  test.describe("without vehicles or a salesperson", () => {
    test.use({ provoked: /status of 404/ });

    test("a customer sees an empty page, or that no salesperson has the URL", async ({
      page,
      site,
      request,
    }) => {
      const alone = `sola-${Date.now().toString(36)}`;
      await createSalesperson(site, undefined, { slug: alone, fullName: "Sola Sánchez" });
      await page.goto(`/s/${alone}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sola Sánchez");
      await expect(page.getByRole("heading", { name: "Inventario Vacío" })).toBeVisible();
      await expectAccessible(page);

      const { ana, slug, dealerSlug } = await openTeam(site);
      await site.sql`update public.profiles set is_active = false where id = ${ana.id}`;
      for (const path of ["/s/nadie", `/s/${dealerSlug}`, `/s/${slug}`]) {
        expect((await request.get(path)).status(), path).toBe(404);
      }
      await page.goto("/s/nadie");
      await expect(
        page.getByRole("heading", { name: "Página de Vendedor No Encontrada" }),
      ).toBeVisible();
      await expectAccessible(page);
    });
  });

  test("a salesperson opens, copies and shows their own URL in Settings", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { ana, slug } = await openTeam(site);
    await openAs(page, ana, "/settings?tab=pagina-publica");
    await expect(page.getByRole("link", { name: "Ver página" })).toHaveAttribute(
      "href",
      `/s/${slug}`,
    );
    await page.getByRole("button", { name: "Copiar enlace" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/s/${slug}`);
    await page.getByRole("button", { name: "Código QR" }).click();
    await expect(page.getByRole("dialog")).toContainText(`${site.url}/s/${slug}`);
    await expectAccessible(page);
  });
});
