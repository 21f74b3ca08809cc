import type { Page } from "@playwright/test";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { columns } from "./settings-rows.ts";

test.describe("the public address", () => {
  test("a dealer's slug is cleaned, and one without a slug is offered one", async ({
    page,
    site,
  }) => {
    const mark = `Valle ${Date.now()}`;
    const dealer = await createDealership(site, { slug: null, fullName: `Áutos ${mark}` });
    await openAs(page, dealer, "/settings");
    const slug = page.getByLabel("Enlace público");
    await page.getByRole("button", { name: /^Usar «autos-valle-\d+»$/ }).click();
    await expect(slug).toHaveValue(/^autos-valle-\d+$/);
    await expect(page.getByText("Este enlace está libre.")).toBeVisible();
    await slug.fill("Mi Auto_#Ñ-1");
    await expect(slug).toHaveValue("miauto-1");
  });

  test("a dealer sees that a slug is taken and takes the one beside it", async ({ page, site }) => {
    const taken = `tomado-${Date.now()}`;
    await createDealership(site, { slug: taken });
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/settings");
    await page.getByLabel("Enlace público").fill(taken);
    await expect(
      page.getByText("Este enlace público ya está en uso. Elige otro.", { exact: true }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Enlace no disponible")).toContainText(
      "Este enlace público ya está en uso. Elige otro.",
    );
    await page.getByRole("button", { name: `Usar «${taken}-2»` }).click();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    expect(await columns(site, dealer)).toMatchObject({ public_slug: `${taken}-2` });
  });

  test("of two dealers in two browsers who claim one slug, one gets it", async ({
    page,
    browser,
    site,
  }) => {
    const slug = `unico-${Date.now()}`;
    const [first, second] = [await createDealership(site), await createDealership(site)];
    const context = await browser.newContext({ baseURL: site.url });
    const other = await context.newPage();
    await Promise.all([openAs(page, first, "/settings"), openAs(other, second, "/settings")]);
    for (const tab of [page, other]) {
      await tab.getByLabel("Enlace público").fill(slug);
      await expect(tab.getByText("Este enlace está libre.")).toBeVisible();
    }
    const saved = (tab: Page) => notice(tab, "¡Guardado!");
    const refused = (tab: Page) => notice(tab, "Enlace no disponible");
    await other.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(saved(other)).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(refused(page)).toBeVisible();
    await expect(page.getByLabel("Enlace público")).toBeFocused();
    const owners = await site.sql`select id from public.profiles where public_slug = ${slug}`;
    expect(owners).toEqual([{ id: second.id }]);
    await context.close();
  });

  test.describe("the database's last word", () => {
    test.use({ provoked: /status of (400|409) / });

    test("a dealer learns at the field that an unseen account has the slug", async ({
      page,
      site,
    }) => {
      const hidden = `oculto-${Date.now()}`;
      await createDealership(site, { slug: hidden, active: false });
      const dealer = await createDealership(site);
      await openAs(page, dealer, "/settings");
      await page.getByLabel("Enlace público").fill(hidden);
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(notice(page, "Enlace no disponible")).toBeVisible();
      await expect(page.getByLabel("Enlace público")).toBeFocused();
      await expect(
        page
          .getByRole("main")
          .getByRole("alert")
          .filter({ hasText: "Este enlace público ya está en uso." }),
      ).toBeVisible();
    });

    test("a dealer learns at the field that a word is reserved and a domain is not public", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const before = await columns(site, dealer);
      await openAs(page, dealer, "/settings");
      await page.getByLabel("Enlace público").fill("dashboard");
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(page.getByText("Esta palabra está reservada. Elige otra.")).toBeVisible();
      await page.getByRole("button", { name: "Descartar" }).click();
      await page.getByLabel("Dominio propio").fill("panel.internal");
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(page.getByText("Escribe un dominio público", { exact: false })).toBeVisible();
      await expect(page.getByLabel("Dominio propio")).toBeFocused();
      expect(await columns(site, dealer)).toEqual(before);
    });
  });
});

test.describe("a dealer who may not edit the public page", () => {
  test("a vendedor whose dealership may not edit the page reads so and saves the rest", async ({
    page,
    site,
  }) => {
    const config = { features: { canEditPublicPage: false } };
    const dealer = await createDealership(site, { config });
    const seller = await createSalesperson(site, dealer.id);
    const before = await columns(site, seller);
    await openAs(page, seller, "/settings");
    await expect(page.getByText("No tienes permiso para editar la página pública.")).toBeVisible();
    await expect(page.getByLabel("Enlace público")).toBeDisabled();
    await expect(page.getByLabel("Subir logo")).toBeDisabled();
    await page.getByLabel("Teléfono", { exact: true }).fill("555 0100");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    expect(await columns(site, seller)).toEqual({
      ...before,
      config: { profile: { phone: "555 0100" } },
    });
    await page.goto("/settings/public-page");
    await expect(page.getByLabel("Color de acento", { exact: true })).toBeDisabled();
    await expect(page.getByRole("switch", { name: "Imagen de portada" })).toBeDisabled();
  });
});
