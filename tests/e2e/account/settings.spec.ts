import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import {
  closeNotice,
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { columns } from "./settings-rows.ts";

test.describe("settings: tabs", () => {
  test("a dealer changes tabs by keyboard, keeps them on reload, and is asked on leaving", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    await page.getByRole("link", { name: "Configuración" }).click();
    await expect(page).toHaveURL("/settings");
    await expect(page).toHaveTitle("Configuración | Vitrina");
    await expect(page.getByRole("tab")).toHaveText([
      "Perfil y Contacto",
      "Página Pública",
      "Seguridad",
      "Mi Equipo",
    ]);
    await page.getByRole("tab", { name: "Perfil y Contacto" }).press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Página Pública" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Seguridad" })).toBeFocused();
    await expect(page).toHaveURL("/settings?tab=seguridad");
    await page.reload();
    await expect(page.getByRole("button", { name: "Cambiar contraseña" })).toBeVisible();
    await page.getByRole("tab", { name: "Mi Equipo" }).click();
    await expect(page.getByRole("link", { name: "Gestionar Vendedores" })).toHaveAttribute(
      "href",
      "/team",
    );

    await test.step("unsaved changes survive another tab, and leaving asks first", async () => {
      await page.getByRole("tab", { name: "Perfil y Contacto" }).click();
      await page.getByLabel("Eslogan").fill("Sin guardar");
      await page.getByRole("tab", { name: "Seguridad" }).click();
      await page.getByRole("tab", { name: "Perfil y Contacto" }).click();
      await expect(page.getByLabel("Eslogan")).toHaveValue("Sin guardar");
      await page.getByRole("link", { name: "Volver" }).click();
      const question = page.getByRole("alertdialog", { name: "¿Salir sin guardar?" });
      await question.getByRole("button", { name: "Seguir editando" }).click();
      await expect(page.getByLabel("Eslogan")).toHaveValue("Sin guardar");
      await page.getByRole("link", { name: "Volver" }).click();
      await question.getByRole("button", { name: "Salir sin guardar" }).click();
      await expect(page).toHaveURL("/dashboard");
    });
  });

  test("an admin changes their own name, and sees why there is no page", async ({ page, site }) => {
    const admin = await createAdmin(site);
    await openAs(page, admin, "/settings");
    await page.getByLabel("Nombre completo").fill("Ada Nueva");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(page.getByLabel("Enlace público")).toHaveCount(0);
    await page.getByRole("tab", { name: "Página Pública" }).click();
    await expect(page.getByText("Tu cuenta no tiene página pública")).toBeVisible();
    expect(await columns(site, admin)).toMatchObject({ full_name: "Ada Nueva" });
  });
});

test.describe("settings: Perfil y Contacto", () => {
  test("a dealer sees errors at the fields, and saves the profile in one request", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, {
      config: { page_style: { theme_color: "blue" } },
    });
    const before = await columns(site, dealer);
    const save = page.getByRole("button", { name: "Guardar cambios" });
    await openAs(page, dealer, "/settings");
    await page.getByLabel("Nombre completo").fill("");
    await page.getByLabel("Correo electrónico", { exact: true }).fill("ventas");
    await page.getByLabel("Enlace al mapa").fill("javascript:alert(1)");
    await page.getByRole("switch", { name: "Mostrar el botón" }).click();
    await page.getByLabel("Dirección que abre").fill("no es una url");
    await page.getByLabel("Dominio propio").fill("https://autos.mx");
    await save.click();
    await expect(page.getByText("Escribe tu nombre completo.")).toBeVisible();
    await expect(page.getByLabel("Nombre completo")).toBeFocused();
    await expect(page.getByText("Escribe solo el dominio", { exact: false })).toBeVisible();
    await expect(page.getByText("Escribe una dirección que empiece por https://")).toHaveCount(2);
    await page.getByLabel("Nombre completo").fill("Autos del Norte");
    await page.getByLabel("Enlace al mapa").fill("");
    await page.getByLabel("Dirección que abre").fill("");
    await page.getByLabel("Dominio propio").fill("");
    await save.click();
    await expect(page.getByText("Escribe un correo válido.")).toBeVisible();
    await expect(page.getByText("Escribe la dirección que abre el botón.")).toBeVisible();
    expect(await columns(site, dealer)).toEqual(before);

    await page.getByLabel("Correo electrónico", { exact: true }).fill("");
    await page.getByLabel("Nombre del concesionario").fill("Norte");
    await page.getByLabel("WhatsApp", { exact: true }).fill("+52 55 5555 0100");
    await page.getByLabel("Instagram", { exact: true }).fill("@norte");
    await page.getByLabel("Ofertas especiales").fill("0% a 12 meses");
    await page.getByLabel("Dirección que abre").fill("https://example.com/credito");
    const domain = `www.norte-${Date.now()}.mx`;
    await page.getByLabel("Dominio propio").fill(domain.toUpperCase());
    const writes: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rpc/save_profile")) writes.push(request.postDataJSON());
    });
    await save.click();
    await expect(notice(page, "¡Guardado!")).toContainText("Tu perfil ha sido actualizado.");
    expect(writes).toHaveLength(1);
    expect(await columns(site, dealer)).toEqual({
      full_name: "Autos del Norte",
      public_slug: expect.any(String),
      custom_domain: domain,
      config: {
        page_style: { theme_color: "blue" },
        profile: {
          name: "Norte",
          whatsapp: "+52 55 5555 0100",
          instagram: "@norte",
          offers: "0% a 12 meses",
          custom_button: { enabled: true, url: "https://example.com/credito" },
        },
      },
    });
    await expect(page.getByText("Todo está guardado.")).toBeVisible();
  });

  test("a dealer hides the e-mail, and keeps what another browser saves", async ({
    page,
    site,
  }) => {
    const email = "ventas@example.com";
    const dealer = await createDealership(site, { config: { profile: { email } } });
    const save = page.getByRole("button", { name: "Guardar cambios" });
    const profile = async () => (await columns(site, dealer)).config.profile;
    await openAs(page, dealer, "/settings");
    await page.getByLabel("Teléfono", { exact: true }).fill("555 0100");
    await page.getByRole("switch", { name: "Mostrar el correo electrónico" }).click();
    await test.step("another browser saved after the page was opened", async () => {
      const config = { profile: { email, slogan: "De otro lado" }, page_style: {} };
      await dealer.client.from("profiles").update({ config }).eq("id", dealer.id).throwOnError();
      await save.click();
      await expect(notice(page, "¡Guardado!")).toBeVisible();
      expect(await profile()).toMatchObject({ slogan: "De otro lado", phone: "555 0100", email });
      await expect(page.getByLabel("Eslogan")).toHaveValue("De otro lado");
      const visitor = createTestClient(site.url, site.anonKey);
      const { data } = await visitor.from("profiles").select("public_config").eq("id", dealer.id);
      const shown = { slogan: "De otro lado", phone: "555 0100" };
      expect(data).toMatchObject([{ public_config: { profile: shown } }]);
      expect(JSON.stringify(data)).not.toContain(email);
      await closeNotice(page);
    });
    await test.step("another browser saves between the read and the write", async () => {
      await page.getByLabel("Teléfono", { exact: true }).fill("555 0101");
      await page.route(
        /\/rpc\/save_profile/,
        async (route) => {
          const config = { profile: { slogan: "Justo antes" } };
          await dealer.client.from("profiles").update({ config }).eq("id", dealer.id);
          await route.continue();
        },
        { times: 1 },
      );
      await save.click();
      await expect(notice(page, "¡Guardado!")).toBeVisible();
      expect(await profile()).toEqual({ slogan: "Justo antes", phone: "555 0101" });
    });
  });
});

test.describe("settings in light and dark mode", () => {
  const paths = [
    "/settings",
    "/settings?tab=pagina-publica",
    "/settings?tab=seguridad",
    "/settings?tab=equipo",
    "/settings/public-page",
  ];
  test("a dealer with a screen reader can use every page without sideways scrolling", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const config = { features: { canEditPublicPage: false } };
    const dealer = await createDealership(site, { config });
    await openAs(page, dealer, "/settings");
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: "Cargando" })).toHaveCount(0);
      await expectAccessibleByDayAndNight(page);
      await expectNoSidewaysScroll(page, path);
    }
  });
});
