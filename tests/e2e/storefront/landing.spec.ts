import { randomUUID } from "node:crypto";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, openAs, test } from "../fixtures.ts";
import { makeVehicle, storeLogo, storePhoto } from "../make-vehicle.ts";

const contact = {
  name: "Autos del Valle",
  phone: "+1 305 555 0100",
  whatsapp: "+1 305 555 0100",
  email: "ventas@example.com",
  location: "Calle 8, Miami",
  location_url: "https://maps.example/valle",
  instagram: "autosdelvalle",
};

const newSlug = () => `valle-${randomUUID().slice(0, 8)}`;

test.describe("a dealership's landing page", () => {
  test("a customer sees dealership and newest vehicles, and reaches every section", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const slug = newSlug();
    const offers = "Primer servicio gratis.\n<b>Avalúo</b> el mismo día.";
    const dealer = await createDealership(site, {
      slug,
      config: { profile: { ...contact, offers } },
    });
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    for (const model of ["Uno", "Dos", "Tres", "Cuatro", "Cinco"]) {
      await makeVehicle(dealer, { model, images: [image], published: true });
    }
    await makeVehicle(dealer, { model: "Oculto", published: false });
    await makeVehicle(dealer, { model: "Vendido", published: true, status: "Vendido" });
    await page.goto(`/i/${slug}`);
    await expect(page).toHaveTitle("Autos del Valle | Vitrina");
    const heading = page.getByRole("heading", { level: 1, name: "Bienvenido a Autos del Valle" });
    await expect(heading).toBeVisible();
    await expect(page.getByText("Tu concesionario de confianza.")).toBeVisible();
    const featured = page.getByRole("region", { name: "Vehículos Destacados" });
    await expect(featured.getByRole("article")).toHaveText([
      /Hyundai Cinco 2023/,
      /Cuatro/,
      /Tres/,
      /Dos/,
    ]);
    await expect(featured.getByRole("article").first()).toContainText("$18,500");
    const newest = page.getByRole("link", { name: "Hyundai Cinco 2023 · $18,500", exact: true });
    await expect(newest).toHaveCount((page.viewportSize()?.width ?? 0) < 600 ? 0 : 1);
    await expect(page.getByText("Oculto")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Escríbenos por WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/13055550100\?text=/,
    );
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "+1 305 555 0100" })).toHaveAttribute(
      "href",
      "tel:+13055550100",
    );
    await expect(footer.getByRole("link", { name: /Instagram/ })).toHaveAttribute(
      "href",
      "https://www.instagram.com/autosdelvalle",
    );

    const offered = page.getByText("Primer servicio gratis.");
    await expect(offered).toBeHidden();
    await test.step("the header leads to every section by keyboard", async () => {
      const isPhone = (page.viewportSize()?.width ?? 0) < 600;
      const menu = page.getByRole("banner").locator("summary");
      const open = async () => {
        if (!isPhone) return;
        await menu.focus();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("navigation", { name: "Menú" })).toBeVisible();
      };
      const header = page.getByRole("banner");
      await open();
      await expectAccessible(page);
      await expect(header.getByRole("link", { name: "Visítanos" })).toHaveAttribute(
        "href",
        "https://maps.example/valle",
      );
      const calls = header.getByRole("link", { name: "Llama ya" });
      for (const call of await calls.all())
        await expect(call).toHaveAttribute("href", "tel:+13055550100");
      if (isPhone) {
        await page.keyboard.press("Escape");
        await expect(page.getByRole("navigation", { name: "Menú" })).toBeHidden();
        await expect(menu).toBeFocused();
      }
      for (const [name, shown] of [
        ["Contacto", page.getByRole("heading", { name: "Contacto" })],
        ["Ofertas", offered],
        ["Inventario", page.getByRole("heading", { name: "Vehículos Destacados" })],
        ["Inicio", page.getByRole("heading", { level: 1 })],
      ] as const) {
        await open();
        await header.getByRole("link", { name, exact: true }).focus();
        await page.keyboard.press("Enter");
        await expect(shown).toBeInViewport();
        if (isPhone) await expect(page.getByRole("navigation", { name: "Menú" })).toBeHidden();
      }
      if (!isPhone) return;
      await menu.click();
      await expect(page.getByRole("navigation", { name: "Menú" })).toBeVisible();
      await page.mouse.click(195, 780);
      await expect(page.getByRole("navigation", { name: "Menú" })).toBeHidden();
    });

    await test.step("the link opens the offers, and their heading closes them", async () => {
      await expect(offered).toContainText("<b>Avalúo</b> el mismo día.");
      await expect(offered).toHaveCSS("white-space-collapse", "preserve-breaks");
      await expectAccessible(page);
      await page.getByText("Nuestras Ofertas Especiales").click();
      await expect(offered).toBeHidden();
    });

    await page.getByRole("link", { name: "Ver Inventario" }).click();
    await expect(page).toHaveURL(`/i/${slug}/inventory`);
  });

  test("a customer with a salesperson's link reaches them and keeps the link", async ({
    page,
    site,
  }) => {
    const slug = newSlug();
    const dealer = await createDealership(site, { slug, config: { profile: contact } });
    const seller = newSlug();
    await createSalesperson(site, dealer.id, {
      slug: seller,
      config: { profile: { name: "Luis Herrera", whatsapp: "+1 305 555 0199" } },
    });
    await makeVehicle(dealer, { published: true });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(`/i/${slug}?vendedor=${seller}`);
    await expect(page.getByRole("link", { name: "Escríbenos por WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/13055550199/,
    );
    await expect(page.getByText("Te atiende Luis Herrera, de Autos del Valle.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Ver Inventario" })).toHaveAttribute(
      "href",
      `/i/${slug}/inventory?vendedor=${seller}`,
    );
    await page.getByRole("searchbox", { name: "Buscar en el inventario" }).fill("tucson");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article")).toHaveText([/Tucson/]);
    await expect(page).toHaveURL(`/i/${slug}/inventory?vendedor=${seller}&q=tucson`);
    await page.getByRole("article").getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`vendedor=${seller}`));
  });

  test("a customer sees the sales team and writes to a salesperson", async ({
    page,
    site,
    context,
  }) => {
    const slug = newSlug();
    const dealer = await createDealership(site, { slug, config: { profile: contact } });
    const hers = newSlug();
    const ana = await createSalesperson(site, dealer.id, {
      slug: hers,
      fullName: "Ana Núñez",
      config: { profile: { whatsapp: "305 555 0199", email: "ana@example.com" } },
    });
    const { error } = await ana.client
      .from("profiles")
      .update({
        config: { profile: { whatsapp: "305 555 0199", logo: await storeLogo(ana, "#1f5fa8") } },
      })
      .eq("id", ana.id);
    expect(error).toBeNull();
    const bea = await createSalesperson(site, dealer.id, { fullName: "Bea Bravo" });
    await createSalesperson(site, dealer.id, { fullName: "Inés Inactiva", active: false });
    await createSalesperson(site, (await createDealership(site)).id, { fullName: "Ajena Ajenjo" });
    await page.goto(`/i/${slug}`);
    const team = page.getByRole("region", { name: "Nuestro equipo" });
    await expect(team.getByRole("article")).toHaveText([/Ana Núñez/, /Bea Bravo/]);
    await expect(team.locator("img")).toHaveAttribute("src", /dealership_logos/);
    await expectAccessible(page);
    await context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    const tap = page.waitForRequest(/record_contact_tap/);
    await team.getByRole("link", { name: "WhatsApp de Ana Núñez" }).click();
    expect((await tap).postDataJSON()).toMatchObject({
      p_seller_id: ana.id,
      p_channel: "whatsapp",
    });

    await bea.client.from("profiles").update({ full_name: "Bea Bueno" }).eq("id", bea.id);
    await expect(async () => {
      await page.reload();
      await expect(team).toContainText("Bea Bueno", { timeout: 500 });
    }).toPass();
    await team.getByRole("link", { name: "Ana Núñez", exact: true }).click();
    await expect(page).toHaveURL(`/s/${hers}`);
  });

  test("a customer sees the opening hours that the dealer entered", async ({
    page,
    site,
    request,
  }) => {
    const slug = newSlug();
    const dealer = await createDealership(site, { slug, config: { profile: contact } });
    await openAs(page, dealer, "/settings");
    await page.getByRole("switch", { name: "Abierto: Lunes" }).click();
    await page.getByLabel("Lunes, cierra").fill("08:00");
    await expect(page.getByText("La hora de cierre va después")).toBeVisible();
    await page.getByLabel("Lunes, abre").fill("00:00");
    await page.getByLabel("Lunes, cierra").fill("23:59");
    await page.getByRole("button", { name: "Copiar el lunes a todos los días" }).click();
    await page.getByRole("switch", { name: "Abierto: Domingo" }).click();
    await page.getByRole("switch", { name: "Abierto: Domingo" }).click();
    await page.getByLabel("Domingo, abre").fill("09:00");
    await page.getByRole("button", { name: "Añadir otro horario: Domingo" }).click();
    await page.getByLabel("Domingo, segundo horario, abre").fill("18:00");
    await page.getByLabel("Domingo, segundo horario, cierra").fill("02:00");
    await expect(page.getByText("Cierra a las 2:00 del día siguiente.")).toBeVisible();
    // Tall enough that the bars cover nothing.
    await page.setViewportSize({ width: 390, height: 4_000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByText("Todo está guardado.")).toBeVisible();

    await page.clock.setFixedTime("2026-11-23T01:00:00Z");
    await page.goto(`/i/${slug}`);
    await expect(page.getByText("Abierto ahora · cierra a las 2:00")).toBeVisible();
    await page.clock.setFixedTime("2026-11-25T15:00:00Z");
    for (const path of [`/i/${slug}`, `/vcard/${slug}`]) {
      await page.goto(path);
      await expect(page.getByText("Abierto ahora · cierra a las 23:59")).toBeVisible();
      await expect(page.getByText("Lun–Sáb", { exact: true })).toBeVisible();
    }
    const html = await (await request.get(`/i/${slug}`)).text();
    expect(html).toContain(
      '"dayOfWeek":["Sunday"],"opens":"09:00","closes":"13:00"},{"@type":"OpeningHoursSpecification","dayOfWeek":["Sunday"],"opens":"18:00","closes":"02:00"}',
    );
  });

  test("a customer sees each layout in the dealership's colours", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    for (const layout of ["centered", "classic"] as const) {
      await test.step(layout, async () => {
        await page.emulateMedia({ colorScheme: layout === "classic" ? "dark" : "light" });
        const slug = newSlug();
        const dealer = await createDealership(site, { slug });
        const picture = await storePhoto(dealer, "portada.jpg", "#445566");
        const page_style = {
          layout_style: layout,
          accent_color: "#0B7A4B",
          hero_background_color: "#FFE08A",
          ...(layout === "classic" ? { hero_image_url: picture } : {}),
        };
        const { error } = await dealer.client
          .from("profiles")
          .update({ config: { profile: { ...contact, logo: picture }, page_style } })
          .eq("id", dealer.id);
        expect(error).toBeNull();
        await page.goto(`/i/${slug}`);
        const hero = page.locator("section").first();
        await expect(hero).toHaveCSS("background-color", "rgb(255, 224, 138)");
        await expect(hero.locator("img")).toHaveCount(layout === "classic" ? 1 : 0);
        await expect(page.getByRole("link", { name: "Ver Inventario" })).toHaveCSS(
          "background-color",
          "rgb(11, 122, 75)",
        );
        await expect(
          page.getByRole("banner").getByRole("link", { name: contact.name }),
        ).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      });
    }
  });
});
