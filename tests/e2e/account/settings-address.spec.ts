import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { columns } from "./settings-rows.ts";

test.describe("the public URL", () => {
  test("a dealer gets a normalized slug suggested, or the next free one", async ({
    page,
    site,
  }) => {
    const mark = `Valle ${Date.now()}`;
    const taken = `tomado-${Date.now()}`;
    await createDealership(site, { slug: taken });
    const dealer = await createDealership(site, { slug: null, fullName: `Áutos ${mark}` });
    await openAs(page, dealer, "/settings");
    const slug = page.getByLabel("Enlace público");
    await page.getByRole("button", { name: /^Usar «autos-valle-\d+»$/ }).click();
    await expect(slug).toHaveValue(/^autos-valle-\d+$/);
    await expect(page.getByText("Este enlace está libre.")).toBeVisible();
    await slug.fill("Mi Auto_#Ñ-1");
    await expect(slug).toHaveValue("miauto-1");

    await slug.fill(taken);
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

  test.describe("rejected by the database", () => {
    test.use({ provoked: /status of (400|409) / });

    test("a dealer sees field errors for a taken or reserved slug and a private domain", async ({
      page,
      site,
    }) => {
      const hidden = `oculto-${Date.now()}`;
      await createDealership(site, { slug: hidden, active: false });
      const dealer = await createDealership(site);
      const before = await columns(site, dealer);
      const slug = page.getByLabel("Enlace público");
      const save = page.getByRole("button", { name: "Guardar cambios" });
      await openAs(page, dealer, "/settings");
      await slug.fill(hidden);
      await save.click();
      await expect(notice(page, "Enlace no disponible")).toBeVisible();
      await expect(slug).toBeFocused();
      await expect(
        page
          .getByRole("main")
          .getByRole("alert")
          .filter({ hasText: "Este enlace público ya está en uso." }),
      ).toBeVisible();

      await slug.fill("dashboard");
      await save.click();
      await expect(page.getByText("Esta palabra está reservada. Elige otra.")).toBeVisible();
      await page.getByRole("button", { name: "Descartar" }).click();
      await page.getByLabel("Dominio propio").fill("panel.internal");
      await save.click();
      await expect(page.getByText("Escribe un dominio público", { exact: false })).toBeVisible();
      await expect(page.getByLabel("Dominio propio")).toBeFocused();
      expect(await columns(site, dealer)).toEqual(before);
    });
  });
});

test.describe("a dealership that may not edit the public page", () => {
  test("a salesperson sees that, saves the rest, and has no team, domain or button", async ({
    page,
    site,
  }) => {
    const config = { features: { canEditPublicPage: false } };
    const dealer = await createDealership(site, { config });
    const seller = await createSalesperson(site, dealer.id);
    const before = await columns(site, seller);
    await openAs(page, seller, "/settings?tab=equipo");
    await expect(page.getByRole("tab"), "no team").toHaveCount(3);
    await expect(page.getByLabel("Dominio propio")).toHaveCount(0);
    await expect(page.getByLabel("Texto del botón")).toHaveCount(0);
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
