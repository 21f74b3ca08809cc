import type { Browser, Page } from "@playwright/test";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
  tokenOf,
} from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "./fixtures.ts";
import { makeVehicle } from "./make-vehicle.ts";
import type { Site } from "./site.ts";

/** A browser of somebody else's, or of the same person at another desk. */
async function openElsewhere(browser: Browser, site: Site, person: Person, path: string) {
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await openAs(page, person, path);
  return page;
}

const save = (page: Page) => page.getByRole("button", { name: "Guardar cambios" }).click();

test.describe("section 8 and threats.md, fault 13: two browsers at once @one-width", () => {
  test("a dealer's new status and a colleague's whole save of the same vehicle are both kept", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    const seller = await createSalesperson(site, dealer.id);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByLabel("Precio").fill("17000");
    await page.getByLabel("Color").fill("Negro");

    const other = await openElsewhere(browser, site, seller, "/dashboard");
    await other.getByRole("button", { name: /Acciones para/ }).click();
    await other.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
    await expect(notice(other, "Estado del vehículo actualizado.")).toBeVisible();

    await save(page);
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    const [row] = await site.sql`
      select status, price, color, published from public.vehicles where id = ${id}`;
    expect(row).toEqual({ status: "Vendido", price: "17000", color: "Negro", published: false });
    await other.context().close();
  });

  test("two people who save different things of one vehicle lose neither", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    const seller = await createSalesperson(site, dealer.id);
    const other = await openElsewhere(browser, site, seller, `/edit-vehicle/${id}`);
    await page.getByLabel("Color").fill("Negro");
    await other.getByLabel("Millaje").fill("33000");
    await Promise.all([save(page), save(other)]);
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(notice(other, "¡Guardado!")).toBeVisible();
    const [row] = await site.sql`select color, mileage from public.vehicles where id = ${id}`;
    expect(row).toEqual({ color: "Negro", mileage: 33_000 });
    await other.context().close();
  });

  test.describe("a vehicle that is deleted in one of them", () => {
    test.use({ provoked: /status of (400|406)/ });

    test("a dealer who saves it in the other reads that it was not updated", async ({
      page,
      site,
      browser,
    }) => {
      const dealer = await createDealership(site);
      const { id } = await makeVehicle(dealer);
      await openAs(page, dealer, `/edit-vehicle/${id}`);
      await page.getByLabel("Color").fill("Negro");
      const other = await openElsewhere(browser, site, dealer, "/dashboard");
      await other.getByRole("button", { name: /Acciones para/ }).click();
      await other.getByRole("menuitem", { name: "Eliminar" }).click();
      await other.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
      await expect(notice(other, "Vehículo eliminado.")).toBeVisible();
      await save(page);
      await expect(notice(page, "Error al actualizar")).toBeVisible();
      await expect(page.getByLabel("Color")).toHaveValue("Negro");
      expect(await site.sql`select 1 from public.vehicles where id = ${id}`).toHaveLength(0);
      await other.context().close();
    });
  });

  test("two admins who change different things of one account lose neither", async ({
    page,
    site,
    browser,
  }) => {
    const seller = await createSalesperson(site, undefined);
    const path = `/admin/user/edit/${seller.id}`;
    await openAs(page, await createAdmin(site), path);
    const other = await openElsewhere(browser, site, await createAdmin(site), path);
    await page.getByLabel("Nombre completo").fill("Valeria De Uno");
    await other.getByRole("switch", { name: "Puede añadir vehículos" }).click();
    await Promise.all([save(page), save(other)]);
    await expect(page).toHaveURL("/admin/users");
    await expect(other).toHaveURL("/admin/users");
    const [row] = await site.sql`
      select full_name, config -> 'features' as features from public.profiles where id = ${seller.id}`;
    expect(row).toEqual({ full_name: "Valeria De Uno", features: { canAddVehicles: false } });
    await other.context().close();
  });
});

test.describe("section 8, Session: a token that was revoked @one-width", () => {
  test.use({ provoked: /status of (400|401|403)/ });

  test("a dealer whose sessions were ended elsewhere is told that the session has expired", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("article")).toHaveCount(1);
    await site.service().auth.admin.signOut(await tokenOf(dealer), "global");
    await page.evaluate(() => {
      const key = "sb-localhost-auth-token";
      const session = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    });
    await page.reload();
    await expect(notice(page, "Sesión expirada")).toContainText(
      "Por favor, inicia sesión de nuevo para continuar.",
    );
    await expect(page).not.toHaveURL("/dashboard");
  });
});
