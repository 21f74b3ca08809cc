import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** A word that no other account of the run has. */
const mark = () => `Zz${crypto.randomUUID().slice(0, 8)}`;

const profileOf = async ({ sql }: Site, id: string) => {
  const [row] = await sql`select * from public.profiles where id = ${id}`;
  return row;
};

test.describe("editing an account", () => {
  test("an admin changes name, e-mail, dealership, features and password at once", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    const config = { profile: { tagline: "Se queda" } };
    const seller = await createSalesperson(site, undefined, { config });
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    await expect(page.getByLabel("Correo electrónico")).toHaveValue(seller.email);
    await expectAccessible(page);
    const email = `${mark().toLowerCase()}@example.com`;
    await page.getByLabel("Nombre completo").fill("Valeria Cambiada");
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByRole("combobox", { name: "Concesionario" }).fill(dealer.fullName);
    await page.getByRole("option", { name: dealer.fullName }).click();
    await page.getByRole("switch", { name: "Puede añadir vehículos" }).click();
    await page.getByLabel("Nueva contraseña").fill("otra-clave");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(page).toHaveURL("/admin/users");

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
  });

  test("an admin whose e-mail change is refused reads what was saved and what was not", async ({
    page,
    site,
  }) => {
    const taken = await createDealership(site);
    const seller = await createSalesperson(site, taken.id);
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    await page.getByLabel("Nombre completo").fill("Valeria Guardada");
    await page.getByLabel("Correo electrónico").fill(taken.email);
    await page.getByLabel("Nueva contraseña").fill("clave-cambiada");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
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
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
  });

  test("an admin who leaves with something changed is asked first, and with nothing changed is not", async ({
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
  });

  test("an admin sees that editing an account belongs to Gestionar Cuentas", async ({
    page,
    site,
  }) => {
    const seller = await createSalesperson(site, undefined);
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    const tabs = page.getByRole("navigation", { name: "Panel de administración" });
    await expect(tabs.locator("[aria-current=true]")).toHaveText("Gestionar Cuentas");
    await tabs.getByRole("link", { name: "Gestionar Cuentas" }).click();
    await expect(tabs.locator("[aria-current=page]")).toHaveText("Gestionar Cuentas");

    // A count that comes after the row makes it longer.
    const waits = { id: seller.id, name: "Ana", phone: "1", email: "a@example.com" };
    const asked = { account_type: "vendedor", message: null, status: "pending" };
    await page.route("**/rest/v1/access_requests*", (route) =>
      route.fulfill({ json: [{ ...waits, ...asked, created_at: "2026-11-25T10:00:00Z" }] }),
    );
    await page.goto("/admin/mail");
    await expect(tabs.getByRole("link", { name: "Solicitudes" })).toHaveText("Solicitudes1");
    await expect(tabs.locator("[aria-current=page]")).toBeInViewport({ ratio: 1 });
  });

  test.describe("a refused role", () => {
    test.use({ provoked: /status of 400 .*\/rpc\/save_profile/ });

    test("an admin cannot make a dealership with vehicles something else", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await makeVehicle(dealer);
      await openAs(page, await createAdmin(site), `/admin/user/edit/${dealer.id}`);
      await page.getByLabel("Rol", { exact: true }).selectOption("vendedor");
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(notice(page, "Error al guardar perfil")).toContainText(
        "no se puede cambiar su rol",
      );
      await expect(page.getByLabel("Rol", { exact: true })).toHaveAttribute("aria-invalid", "true");
      expect(await profileOf(site, dealer.id)).toMatchObject({ role: "concesionario" });
    });
  });

  test("an admin who types a short password or no name saves nothing", async ({ page, site }) => {
    const seller = await createSalesperson(site, undefined);
    await openAs(page, await createAdmin(site), `/admin/user/edit/${seller.id}`);
    await page.getByLabel("Nombre completo").fill(" ");
    await page.getByLabel("Nueva contraseña").fill("corta");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Contraseña débil")).toBeVisible();
    await expect(page.getByText("Escribe el nombre completo.")).toBeVisible();
    expect(await profileOf(site, seller.id)).toMatchObject({ full_name: seller.fullName });
  });

  test("an admin cannot change the role or the state of the own account", async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site);
    await openAs(page, admin, `/admin/user/edit/${admin.id}`);
    await expect(page.getByLabel("Rol", { exact: true })).toBeDisabled();
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

  test("an admin who opens an account that is not there is led to the list", async ({
    page,
    site,
  }) => {
    await openAs(page, await createAdmin(site), `/admin/user/edit/${crypto.randomUUID()}`);
    await expect(notice(page, "No se pudo encontrar el usuario.")).toBeVisible();
    await expect(page).toHaveURL("/admin/users");
  });
});
