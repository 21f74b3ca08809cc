import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** A dealership with a salesperson and a vehicle. */
async function openTeam(site: Site) {
  const mark = Math.random().toString(36).slice(2, 10);
  const dealerSlug = `sol-${mark}`;
  const dealer = await createDealership(site, {
    slug: dealerSlug,
    config: { profile: { name: "Autos Sol", whatsapp: "+1 305 555 0100" } },
  });
  const slug = `ana-${mark}`;
  const ana = await createSalesperson(site, dealer.id, {
    slug,
    fullName: "Ana Núñez",
    config: { profile: { whatsapp: "+1 305 555 0199" } },
  });
  const { id } = await makeVehicle(dealer, { published: true });
  return { dealer, ana, slug, dealerSlug, id };
}

test.describe("links of a salesperson", () => {
  test("a customer with a salesperson's link reaches that salesperson from every page", async ({
    page,
    site,
  }) => {
    const { ana, dealer, slug, dealerSlug, id } = await openTeam(site);
    const hers = `vendedor=${slug}`;
    await page.goto(`/share?ids=${id}&${hers}`);
    await expect(page.getByText("Ana Núñez")).toBeVisible();
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /wa\.me\/13055550199/,
    );
    await expectAccessible(page);
    await page.getByRole("article").getByRole("link").click();
    await expect(page).toHaveURL(`/public/vehicle/${id}?${hers}`);
    const card = page.getByRole("region", { name: "Vendedor" });
    await expect(card.getByRole("heading")).toHaveText("Ana Núñez");
    await expect(card).toContainText("Vendedor de Autos Sol");
    await expect(card.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /wa\.me\/13055550199/,
    );
    await expect(card.getByRole("link", { name: "Guardar contacto" })).toHaveAttribute(
      "href",
      `/vcard/${slug}.vcf`,
    );
    await card.getByRole("button", { name: "Código QR" }).click();
    await expect(page.getByRole("dialog")).toContainText(`${site.url}/i/${dealerSlug}?${hers}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Solicitar Información" }).click();
    const dialog = page.getByRole("dialog", { name: "Solicitar Información" });
    await dialog.getByLabel(/Nombre/).fill("Carla Cliente");
    await dialog.getByLabel(/[Cc]orreo|[Ee]-?mail/).fill("carla@example.com");
    await dialog.getByRole("button", { name: /Enviar|Solicitar/ }).click();
    await expect(dialog.getByText("¡Enviado!")).toBeVisible();
    const leads = await site.sql`
      select recipient_id, dealership_id from public.leads where vehicle_id = ${id}`;
    expect(leads).toEqual([{ recipient_id: ana.id, dealership_id: dealer.id }]);

    await page.goto(`/i/${dealerSlug}/inventory?${hers}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ana Núñez");
    await expect(page.getByRole("link", { name: "Volver a Autos Sol" })).toHaveAttribute(
      "href",
      `/i/${dealerSlug}?${hers}`,
    );
    await page.getByRole("searchbox").fill("kona");
    await expect(page).toHaveURL(`/i/${dealerSlug}/inventory?${hers}&q=kona`);
    await page.getByRole("link", { name: "Limpiar filtros" }).click();
    await expect(page).toHaveURL(`/i/${dealerSlug}/inventory?${hers}`);
    await expect(page.getByRole("article").getByRole("link")).toHaveAttribute(
      "href",
      `/public/vehicle/${id}?${hers}`,
    );
  });

  test("a customer with an unknown, inactive or foreign slug reaches the dealership", async ({
    site,
    request,
  }) => {
    const { ana, dealerSlug, slug, id } = await openTeam(site);
    const other = await openTeam(site);
    await site.sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const wrong = ["nadie", slug, other.slug, other.dealerSlug, dealerSlug, "a'b,c", ""];
    for (const vendedor of wrong) {
      const query = `vendedor=${encodeURIComponent(vendedor)}`;
      for (const path of [
        `/public/vehicle/${id}?${query}`,
        `/share?ids=${id}&${query}`,
        `/i/${dealerSlug}/inventory?${query}`,
        `/i/${dealerSlug}?${query}`,
      ]) {
        const answer = await request.get(path);
        expect(answer.status(), path).toBe(200);
        const html = await answer.text();
        expect(html, path).toContain("wa.me/13055550100");
        expect(html, path).not.toMatch(/Ana Núñez|wa\.me\/13055550199|href="[^"]*[?&]vendedor=/);
      }
    }
  });

  test("a search engine indexes the dealership's page; a shared link keeps the seller", async ({
    site,
    request,
  }) => {
    const { slug, dealerSlug, id } = await openTeam(site);
    for (const path of [`/public/vehicle/${id}`, `/i/${dealerSlug}/inventory`]) {
      const html = await (await request.get(`${path}?vendedor=${slug}`)).text();
      expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"`);
      expect(html).toContain(`property="og:url" content="${site.url}${path}?vendedor=${slug}"`);
    }
  });

  test("a salesperson shares links with their own slug", async ({ page, site, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { ana, slug, id } = await openTeam(site);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await openAs(page, ana, `/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    expect(await copied()).toBe(`${site.url}/public/vehicle/${id}?vendedor=${slug}`);

    await page.goto("/dashboard");
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await expect(page.getByRole("menuitem", { name: "Ver Página Pública" })).toHaveAttribute(
      "href",
      `/public/vehicle/${id}?vendedor=${slug}`,
    );
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: /Kona/ }).click();
    await page.getByRole("button", { name: "Compartir (1)" }).click();
    await expect(page).toHaveURL(`/share?ids=${id}&vendedor=${slug}`);
    expect(await copied()).toBe(`${site.url}/share?ids=${id}&vendedor=${slug}`);
  });
});
