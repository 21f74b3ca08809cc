import type { Page } from "@playwright/test";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import {
  closeNotice,
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Starts to impersonate an account from the list. */
async function administer(page: Page, { email }: Person): Promise<void> {
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: /^Administrar/ }).click();
  await expect(page).toHaveURL("/dashboard");
}

const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem("impersonatedUser"));

test.describe("an admin who impersonates a dealership", () => {
  test("an admin sees the screen of a dealership or salesperson, and returns", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos Ajenos" });
    await makeVehicle(dealer, { brand: "Suya" });
    const seller = await createSalesperson(site, dealer.id);
    const foreign = await makeVehicle(await createDealership(site), { brand: "Otra" });
    const banner = page.getByRole("region", { name: "Cuenta administrada" });
    await openAs(page, await createAdmin(site), "/admin/users");

    await test.step("a dealership", async () => {
      await administer(page, dealer);
      await expect(banner).toContainText("Estás administrando como: Autos Ajenos");
      await expect(page.getByRole("article")).toHaveCount(1);
      await expect(page.getByRole("article")).toContainText("Suya");
      await expect(page.getByRole("link", { name: "Panel de administración" })).toHaveCount(0);
      await expect(page.getByRole("link", { name: /Mi Página Pública/ })).toHaveCount(0);
      expect(JSON.parse((await stored(page)) ?? "{}")).toMatchObject({
        id: dealer.id,
        role: "concesionario",
      });
      await expectAccessibleByDayAndNight(page);
      const phone = page.viewportSize();
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectAccessibleByDayAndNight(page);
      if (phone) await page.setViewportSize(phone);
      await page.reload();
      await expect(banner).toBeVisible();
      await page.goto(`/vehicle/${foreign.id}`);
      await expect(notice(page, "Vehículo no encontrado.")).toBeVisible();
      await closeNotice(page);
      await expect(page).toHaveURL("/dashboard");
      await banner.getByRole("button", { name: "Volver a mi cuenta" }).click();
      await expect(page).toHaveURL("/admin/users");
      await expect(banner).toHaveCount(0);
      expect(await stored(page)).toBeNull();
      await expect(page.getByRole("link", { name: "Panel de administración" })).toBeVisible();
    });

    await test.step("a salesperson, until the account is deleted", async () => {
      await administer(page, seller);
      await expect(page.getByText("Vehículos del Concesionario")).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(1);
      await expect(page.getByRole("link", { name: "Añadir Vehículo" })).toHaveCount(0);
      await site.sql`delete from auth.users where id = ${seller.id}`;
      await page.reload();
      await expect(notice(page, "No se pudo encontrar el usuario.")).toBeVisible();
      await expect(page).toHaveURL("/admin/users");
      expect(await stored(page)).toBeNull();
    });

    await test.step("a sign-out leaves no stored state", async () => {
      await administer(page, dealer);
      await page.getByRole("button", { name: "Cerrar sesión" }).click();
      await expect(page).toHaveURL("/");
      expect(await stored(page)).toBeNull();
    });
  });

  test("an admin edits a dealership's vehicle, and sees it in the log", async ({ page, site }) => {
    const admin = await createAdmin(site, { fullName: `Ada ${crypto.randomUUID().slice(0, 8)}` });
    const dealer = await createDealership(site);
    await openAs(page, admin, "/admin/users");
    await administer(page, dealer);
    await page.getByRole("link", { name: "Añadir Vehículo" }).first().click();
    await page.getByLabel(/^Marca/).fill("Kia");
    await page.getByLabel(/^Modelo/).fill("Rio");
    await page.getByLabel(/^Año/).fill("2020");
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("article")).toContainText("Rio");
    const [made] =
      await site.sql`select id, user_id from public.vehicles where user_id = ${dealer.id}`;
    expect(made).toMatchObject({ user_id: dealer.id });

    await page.goto(`/edit-vehicle/${made?.id}`);
    await page.getByLabel(/^Modelo/).fill("Rio X");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL(`/vehicle/${made?.id}`);
    await closeNotice(page);
    const log =
      await site.sql`select action, actor_id, impersonated_id, difference from public.audit_log
      where row_id = ${made?.id} order by id`;
    expect(log).toMatchObject([
      { action: "insert", actor_id: admin.id, impersonated_id: dealer.id },
      {
        action: "update",
        actor_id: admin.id,
        impersonated_id: dealer.id,
        difference: { model: { old: "Rio", new: "Rio X" } },
      },
    ]);

    await page.getByRole("button", { name: "Volver a mi cuenta" }).click();
    await expect(page).toHaveURL("/admin/users");
    await page.goto("/admin/audit-log");
    await page.getByLabel("Administrador").selectOption(admin.id);
    await page.getByLabel("Acción").selectOption("update");
    const entries = page.getByRole("listitem").filter({ hasText: admin.fullName });
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText(`en nombre de ${dealer.fullName}`);
    await entries.getByText("Vehículo").first().click();
    await expect(entries.getByRole("deletion")).toHaveText("Rio");
    await expect(entries.getByRole("insertion")).toHaveText("Rio X");
    await expectAccessible(page);
    await page.getByLabel("Hasta").fill("2020-01-01");
    await expect(page.getByText("Ningún registro coincide")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Hasta")).toHaveValue("2020-01-01");
    await page.getByRole("button", { name: "Quitar filtros" }).first().click();
    await expect(page.getByLabel("Administrador")).toHaveValue("");
  });

  test("an admin reads a log of more than one page without a gap", async ({ page, site }) => {
    const admin = await createAdmin(site);
    const dealer = await createDealership(site);
    await site.sql`insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference, at)
      select ${admin.id}, ${dealer.id}, 'update', 'vehicles', gen_random_uuid(),
        jsonb_build_object('model', jsonb_build_object('old', n, 'new', n + 1)), date_trunc('hour', now()) - n / 40 * interval '1 second'
      from generate_series(1, 120) as n`;
    await openAs(page, admin, `/admin/audit-log?actor=${admin.id}`);
    const entries = page.getByRole("listitem").filter({ hasText: "en nombre de" });
    await expect(entries).toHaveCount(50);
    for (const count of [100, 120]) {
      await page.getByRole("button", { name: "Cargar más" }).click();
      await expect(entries).toHaveCount(count);
    }
    await expect(page.getByRole("button", { name: "Cargar más" })).toHaveCount(0);
    const shown = await page.locator("ins").allTextContents();
    expect(new Set(shown).size).toBe(120);
  });

  test("a dealer who forges the stored value sees only their own dealership", async ({
    page,
    site,
  }) => {
    const victim = await createDealership(site, { fullName: "Autos Víctima" });
    const secret = await makeVehicle(victim, { brand: "Secreta" });
    const dealer = await createDealership(site, { fullName: "Autos Curiosos" });
    const own = await makeVehicle(dealer, { brand: "Propia" });
    const forged = JSON.stringify({ id: victim.id, role: "concesionario", full_name: "X" });
    await page.addInitScript((value) => sessionStorage.setItem("impersonatedUser", value), forged);
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("article")).toContainText("Propia");
    await expect(page.getByText("Estás administrando como:")).toHaveCount(0);
    await page.goto("/admin/users");
    await expect(page).toHaveURL("/dashboard");
    await page.goto(`/vehicle/${secret.id}`);
    await expect(notice(page, "Vehículo no encontrado.")).toBeVisible();
    await page.goto(`/vehicle/${own.id}`);
    const write = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Publicar" }).click();
    expect((await write).headers()).not.toHaveProperty("x-impersonated-user");
  });
});
