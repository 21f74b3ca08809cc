import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** A word that occurs in no other account of the run. */
const mark = () => `Zz${crypto.randomUUID().slice(0, 8)}`;

const profileOf = async ({ sql }: Site, id: string) => {
  const [row] = await sql`select * from public.profiles where id = ${id}`;
  return row;
};

test.describe("editing an account", () => {
  test("an admin changes several fields in one save, and keeps another admin's changes", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    const seller = await createSalesperson(site, undefined);
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    const tabs = page.getByRole("navigation", { name: "Panel de administración" });
    await expect(tabs.locator("[aria-current=true]")).toHaveText("Gestionar Cuentas");
    await expect(page.getByLabel("Correo electrónico")).toHaveValue(seller.email);
    await expectAccessible(page);
    const email = `${mark().toLowerCase()}@example.com`;
    await page.getByLabel("Nombre completo").fill("Valeria Cambiada");
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByRole("combobox", { name: "Concesionario" }).fill(dealer.fullName);
    await page.getByRole("option", { name: dealer.fullName }).click();
    await page.getByRole("switch", { name: "Puede añadir vehículos" }).click();
    await page.getByLabel("Nueva contraseña").fill("otra-clave");
    await site.sql`
      update public.profiles set config = config || '{"profile": {"tagline": "Se queda"}}'
      where id = ${seller.id}`;
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(page).toHaveURL("/admin/users");
    await expect(tabs.locator("[aria-current=page]")).toHaveText("Gestionar Cuentas");

    expect(await profileOf(site, seller.id)).toMatchObject({
      full_name: "Valeria Cambiada",
      email,
      dealership_id: dealer.id,
      config: { profile: { tagline: "Se queda" }, features: { canAddVehicles: false } },
    });
    const { error } = await site
      .service()
      .auth.signInWithPassword({ email, password: "otra-clave" });
    expect(error).toBeNull();

    await test.step("a vehicle count that loads late keeps the current tab in view", async () => {
      const waits = { id: seller.id, name: "Ana", phone: "1", email: "a@example.com" };
      const asked = { account_type: "vendedor", message: null, status: "pending" };
      await page.route("**/rest/v1/access_requests*", (route) =>
        route.fulfill({ json: [{ ...waits, ...asked, created_at: "2026-11-25T10:00:00Z" }] }),
      );
      await page.goto("/admin/mail");
      await expect(tabs.getByRole("link", { name: "Solicitudes" })).toHaveText("Solicitudes1");
      await expect(tabs.locator("[aria-current=page]")).toBeInViewport({ ratio: 1 });
    });
  });

  test("an admin sees invalid fields, and what was saved when the e-mail is rejected", async ({
    page,
    site,
  }) => {
    const taken = await createDealership(site);
    const seller = await createSalesperson(site, taken.id);
    const save = page.getByRole("button", { name: "Guardar cambios" });
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    await page.getByLabel("Nombre completo").fill(" ");
    await page.getByLabel("Nueva contraseña").fill("corta");
    await save.click();
    await expect(notice(page, "Contraseña débil")).toBeVisible();
    await expect(page.getByText("Escribe el nombre completo.")).toBeVisible();
    expect(await profileOf(site, seller.id)).toMatchObject({ full_name: seller.fullName });

    await page.getByLabel("Nombre completo").fill("Valeria Guardada");
    await page.getByLabel("Correo electrónico").fill(taken.email);
    await page.getByLabel("Nueva contraseña").fill("clave-cambiada");
    await save.click();
    await expect(notice(page, "Error al actualizar email")).toContainText("Ya existe una cuenta");
    await expect(notice(page, "Error al actualizar email")).toContainText("Lo demás sí se guardó.");
    await expect(page.getByText("No se guardó: el correo electrónico.")).toBeInViewport();
    await expect(page.getByText("Sí se guardó: el nombre y la contraseña.")).toBeVisible();
    await expect(page.getByLabel("Correo electrónico")).toBeFocused();
    await expect(page).toHaveURL(`/admin/user/edit/${seller.id}`);
    expect(await profileOf(site, seller.id)).toMatchObject({
      full_name: "Valeria Guardada",
      email: seller.email,
    });

    await page.getByLabel("Correo electrónico").fill(`${mark().toLowerCase()}@example.com`);
    await save.click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
  });

  test("an admin is asked before leaving a changed form; a missing account redirects", async ({
    page,
    site,
  }) => {
    const seller = await createSalesperson(site, undefined);
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    const name = page.getByLabel("Nombre completo");
    await name.fill("Otro Nombre");
    await page.getByRole("link", { name: "Vista General" }).click();
    const question = page.getByRole("alertdialog", { name: "¿Salir sin guardar?" });
    await expect(question).toContainText("Lo que cambiaste en esta cuenta se perderá.");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Seguir editando" }).click();
    await expect(name).toHaveValue("Otro Nombre");

    await page.getByRole("button", { name: "Cancelar" }).click();
    await question.getByRole("button", { name: "Salir sin guardar" }).click();
    await expect(page).toHaveURL("/admin/users");
    expect(await profileOf(site, seller.id)).toMatchObject({ full_name: seller.fullName });

    await page.goto(`/admin/user/edit/${seller.id}`);
    await name.fill("Otro Nombre");
    await name.fill(seller.fullName);
    await page.getByRole("link", { name: "Vista General" }).click();
    await expect(page).toHaveURL("/admin/dashboard");

    await page.goto(`/admin/user/edit/${crypto.randomUUID()}`);
    await expect(notice(page, "No se pudo encontrar el usuario.")).toBeVisible();
    await expect(page).toHaveURL("/admin/users");
  });

  test.describe("a rejected role", () => {
    test.use({ provoked: /status of 400 .*\/rpc\/save_profile/ });

    test("an admin cannot change the role of a dealership with vehicles, or their own", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await makeVehicle(dealer);
      const admin = await createAdmin(site);
      const role = page.getByLabel("Rol", { exact: true });
      await openAs(page, admin, `/admin/user/edit/${dealer.id}`);
      await role.selectOption("vendedor");
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(notice(page, "Error al guardar perfil")).toContainText(
        "no se puede cambiar su rol",
      );
      await expect(role).toHaveAttribute("aria-invalid", "true");
      expect(await profileOf(site, dealer.id)).toMatchObject({ role: "concesionario" });

      await page.goto(`/admin/user/edit/${admin.id}`);
      await expect(role).toBeDisabled();
      await expect(page.getByRole("switch", { name: "Cuenta activa" })).toBeDisabled();
      await page.getByLabel("Nombre completo").fill("Ada Renombrada");
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(notice(page, "¡Guardado!")).toBeVisible();
      expect(await profileOf(site, admin.id)).toMatchObject({
        full_name: "Ada Renombrada",
        role: "admin",
        is_active: true,
      });
    });
  });
});
