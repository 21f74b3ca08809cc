import type { Page } from "@playwright/test";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** A word that no other account of the run has. */
const mark = () => `Zz${crypto.randomUUID().slice(0, 8)}`;

/** Opens the list of accounts narrowed to one. */
async function openAccount(page: Page, admin: Person, { email }: Person): Promise<void> {
  await openAs(page, admin, `/admin/users?q=${encodeURIComponent(email)}`);
  await expect(page.getByText("1 cuenta", { exact: true })).toBeVisible();
}

const profileOf = async ({ sql }: Site, id: string) => {
  const [row] = await sql`select * from public.profiles where id = ${id}`;
  return row;
};

test.describe("the admin panel: who is led where", () => {
  test("an admin with a screen reader goes through the tabs", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site);
    await openAs(page, admin, "/admin/dashboard");
    for (const tab of [
      "Gestionar Cuentas",
      "Inventario Plataforma",
      "Auditoría",
      "Vista General",
    ]) {
      await page.getByRole("navigation").getByRole("link", { name: tab }).click();
      await expect(page.getByRole("heading", { level: 1, name: tab })).toBeVisible();
      await expect(page).toHaveTitle(`${tab} | Vitrina`);
      await expectAccessibleByDayAndNight(page);
    }
    await page.goto(`/admin/user/edit/${admin.id}`);
    await expect(page.getByLabel("Nombre completo")).toHaveValue(admin.fullName);
    await expectAccessibleByDayAndNight(page);
  });
});

test.describe("Vista General", () => {
  test("an admin sees how many accounts there are, by state, and reads them again", async ({
    page,
    site,
  }) => {
    await openAs(page, await createAdmin(site), "/admin/dashboard");
    const figure = async (label: string) => {
      const text = await page.getByText(label, { exact: true }).locator("../..").textContent();
      return Number(text?.replaceAll(/\D/g, ""));
    };
    await expect.poll(() => figure("Cuentas totales")).toBeGreaterThan(0);
    const inactive = await figure("Cuentas inactivas");
    await createDealership(site, { active: false });
    await page.getByRole("button", { name: "Actualizar" }).click();
    await expect.poll(() => figure("Cuentas inactivas")).toBeGreaterThan(inactive);
    const [total, active] = [await figure("Cuentas totales"), await figure("Cuentas activas")];
    const rest = await figure("Cuentas inactivas");
    expect(total).toBe(active + rest);
  });

  test.describe("a failed read", () => {
    test.use({ provoked: /status of 500 .*access_requests/ });

    test("an admin whose list of requests cannot be read is told so, and reads it again", async ({
      page,
      site,
    }) => {
      const requests = "**/rest/v1/access_requests*";
      await page.route(requests, (route) =>
        route.fulfill({ status: 500, json: { code: "XX000", message: "broken" } }),
      );
      await openAs(page, await createAdmin(site), "/admin/dashboard");
      const alert = page.getByRole("alert").filter({ hasText: "Reintentar" });
      await expect(alert).toContainText("No se pudieron cargar las solicitudes de acceso.");
      await expectAccessible(page);
      await page.unroute(requests);
      await alert.getByRole("button", { name: "Reintentar" }).click();
      await expect(page.getByRole("link", { name: "Revisar" })).toBeVisible();
    });
  });

  test("an admin reads in the log what they did in their own name, and to whom", async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site, { fullName: `Ada ${mark()}` });
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    await openAccount(page, admin, dealer);
    await page.getByRole("switch").click();
    await expect(notice(page, "Cuenta desactivada")).toContainText(
      `${dealer.fullName} ya no puede iniciar sesión.`,
    );
    const added = { user_id: { old: null, new: admin.id } };
    await site.sql`select private.log_admin_write('insert', 'mfa_factors', gen_random_uuid(),
      ${JSON.stringify(added)}::text::jsonb, ${admin.id})`;
    await page.goto(`/admin/audit-log?actor=${admin.id}`);
    await page.getByLabel("Cuenta administrada").selectOption("Ninguna: en su propio nombre");
    const lines = page.getByRole("listitem").filter({ hasText: admin.fullName });
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText(`Verificación en dos pasos de ${admin.fullName}`);
    const entries = lines.last();
    await expect(entries).toContainText(`Cuenta de ${dealer.fullName} · Activo`);
    await expect(entries).toContainText(`${admin.fullName} en su propio nombre`);
    await entries.getByText("Cuenta de").click();
    await expect(entries.getByRole("deletion")).toHaveText("Sí");
    await expectAccessible(page);
  });
});

test.describe("Gestionar Cuentas", () => {
  test("an admin creates a vendedor of a dealership, who signs in at once", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    const email = `${mark().toLowerCase()}@example.com`;
    await openAs(page, await createAdmin(site), "/admin/users");
    await page.getByLabel("Nombre completo").fill("Vera Nueva");
    await page.getByLabel("Correo electrónico o teléfono").fill(email);
    await page.getByLabel(/^Contraseña\*?$/).fill("secreto");
    await expect(page.getByLabel("Rol", { exact: true }).first()).toHaveValue("vendedor");
    const picker = page.getByRole("combobox", { name: "Concesionario" });
    await picker.fill(dealer.fullName.toLowerCase());
    await expect(page.getByRole("option", { name: dealer.fullName })).toBeVisible();
    await expectAccessible(page);
    await picker.press("Enter");
    await expect(picker).toHaveValue(dealer.fullName);
    await page.getByRole("button", { name: "Crear usuario" }).click();
    await expect(notice(page, "¡Usuario creado!")).toBeVisible();

    const visitor = site.service();
    const { data, error } = await visitor.auth.signInWithPassword({ email, password: "secreto" });
    expect(error).toBeNull();
    expect(await profileOf(site, data.user?.id ?? "")).toMatchObject({
      full_name: "Vera Nueva",
      role: "vendedor",
      is_active: true,
      dealership_id: dealer.id,
    });
    await expect(page.getByLabel("Nombre completo")).toHaveValue("");
  });

  test("an admin creates a concesionario by phone", async ({ page, site }) => {
    await openAs(page, await createAdmin(site), "/admin/users");
    const name = `Autos ${mark()}`;
    const phone = unusedTypedPhone();
    await page.getByLabel("Nombre completo").fill(name);
    await page.getByLabel("Correo electrónico o teléfono").fill(phone);
    await page.getByLabel(/^Contraseña\*?$/).fill("secreto");
    await page.getByLabel("Rol", { exact: true }).first().selectOption("concesionario");
    await expect(page.getByRole("combobox", { name: "Concesionario" })).toBeHidden();
    await page.getByRole("button", { name: "Crear usuario" }).click();
    await expect(notice(page, "¡Usuario creado!")).toBeVisible();
    const [row] = await site.sql`select role, phone from public.profiles where full_name = ${name}`;
    expect(row).toEqual({ role: "concesionario", phone: `1${phone.replace(/\D/g, "")}` });
  });

  test("an admin who leaves out or mistypes something reads it at the box", async ({
    page,
    site,
  }) => {
    const taken = await createDealership(site);
    await openAs(page, await createAdmin(site), "/admin/users");
    await page.getByLabel("Correo electrónico o teléfono").fill(taken.email);
    await page.getByLabel(/^Contraseña\*?$/).fill("corta");
    await page.getByRole("button", { name: "Crear usuario" }).click();
    await expect(notice(page, "Contraseña débil")).toContainText(
      "La contraseña debe tener al menos 6 caracteres.",
    );
    await expect(page.getByText("Escribe el nombre completo.")).toBeVisible();
    await expect(page.getByLabel("Nombre completo")).toBeFocused();

    await page.getByLabel("Nombre completo").fill("Otra Persona");
    await page.getByLabel(/^Contraseña\*?$/).fill("secreto");
    await page.getByRole("button", { name: "Crear usuario" }).click();
    await expect(notice(page, "Error al crear usuario")).toContainText("Ya existe una cuenta");
    await expect(page.getByLabel("Correo electrónico o teléfono")).toBeFocused();
    await expect(page.getByLabel("Correo electrónico o teléfono")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel("Nombre completo")).toHaveValue("Otra Persona");
  });

  test("an admin narrows the list by text, role and state, and Back keeps it", async ({
    page,
    site,
  }) => {
    const word = mark();
    await createDealership(site, { fullName: `Ñandú ${word}` });
    await createSalesperson(site, undefined, { fullName: `Ángel ${word}`, active: false });
    await createSalesperson(site, undefined, { fullName: `Ana ${word}` });
    await openAs(page, await createAdmin(site), "/admin/users");
    const rows = page.getByRole("listitem").filter({ hasText: word });
    await page.getByRole("searchbox", { name: "Buscar cuentas" }).fill(word.toLowerCase());
    await expect(page.getByText("3 cuentas", { exact: true })).toBeVisible();
    await expect(rows).toContainText([`Ana ${word}`, `Ángel ${word}`, `Ñandú ${word}`]);
    await expect(rows.nth(2)).toContainText("0 vehículos");

    await page.getByRole("searchbox", { name: "Buscar cuentas" }).fill(`angel ${word}`);
    await expect(page.getByText("1 cuenta", { exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Buscar cuentas" }).fill(word);
    await page.getByRole("combobox", { name: "Rol" }).last().selectOption("vendedor");
    await expect(page.getByText("2 cuentas", { exact: true })).toBeVisible();
    await page.getByRole("combobox", { name: "Estado" }).selectOption("inactivo");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Inactivo");

    await rows.getByRole("link", { name: `Editar Ángel ${word}` }).click();
    await expect(page.getByRole("heading", { name: "Editar usuario" })).toBeVisible();
    await page.goBack();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("searchbox", { name: "Buscar cuentas" })).toHaveValue(word);

    await page.getByRole("combobox", { name: "Rol" }).last().selectOption("admin");
    await expect(page.getByText("Ninguna cuenta coincide")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Gestionar Cuentas" }).click();
    await expect(page.getByRole("searchbox", { name: "Buscar cuentas" })).toHaveValue("");
    await expect(page.getByText("Ninguna cuenta coincide")).toBeHidden();
  });

  test("an admin who chooses a role while the text waits has both, on a slow device, too", async ({
    page,
    site,
  }) => {
    const word = mark();
    await createDealership(site, { fullName: `Ñandú ${word}` });
    await createSalesperson(site, undefined, { fullName: `Ana ${word}` });
    await openAs(page, await createAdmin(site), "/admin/users");
    const role = page.getByRole("combobox", { name: "Rol" }).last();
    await page.getByRole("searchbox", { name: "Buscar cuentas" }).fill(word);
    // The text is due before the choice can be drawn.
    await role.evaluate((select: HTMLSelectElement) => {
      select.value = "vendedor";
      select.dispatchEvent(new Event("change", { bubbles: true }));
      const until = performance.now() + 600;
      while (performance.now() < until);
    });
    await expect(page.getByText("1 cuenta", { exact: true })).toBeVisible();
    await expect(role).toHaveValue("vendedor");
    await expect(page).toHaveURL(new RegExp(`q=${word}&rol=vendedor|rol=vendedor&q=${word}`));
  });

  test("an admin finds an applicant under the role that the request asks for, and not under another", async ({
    page,
    site,
  }) => {
    const word = mark();
    const { id } = await createSalesperson(site, undefined, { fullName: word, active: false });
    await site.sql`insert into public.access_requests (user_id, name, phone, email, account_type)
      values (${id}, ${word}, '573001112233', ${`${word.toLowerCase()}@example.com`}, 'concesionario')`;
    await openAs(page, await createAdmin(site), `/admin/users?q=${word}&rol=concesionario`);
    const row = page.getByRole("listitem").filter({ hasText: word });
    await expect(row).toContainText("Solicitud pendiente");
    await expect(row).toContainText("Concesionario");
    await page.getByRole("combobox", { name: "Rol" }).last().selectOption("vendedor");
    await expect(page.getByText("Ninguna cuenta coincide")).toBeVisible();
  });

  test("an admin scrolls through a list that is longer than one page and 500 px", async ({
    page,
    site,
  }) => {
    const word = mark();
    await site.sql`insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), ${word.toLowerCase()} || n || '@example.com',
        jsonb_build_object('full_name', ${`${word} `}::text || lpad(n::text, 3, '0'))
      from generate_series(1, 120) as n`;
    await openAs(page, await createAdmin(site), `/admin/users?q=${word}`);
    await expect(page.getByText("120 cuentas", { exact: true })).toBeVisible();
    const first = page.getByText(`${word} 001`);
    await expect(first).toBeVisible();
    const frame = page.getByRole("list").filter({ has: first }).locator("..");
    expect((await frame.boundingBox())?.height).toBeLessThanOrEqual(500);
    await expect(async () => {
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(page.getByText(`${word} 120`)).toBeVisible({ timeout: 200 });
    }).toPass();
    await expect(page.getByRole("listitem").filter({ hasText: word })).toHaveCount(120);
  });

  test("an admin deactivates an account and activates it again", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAccount(page, await createAdmin(site), dealer);
    const toggle = page.getByRole("switch", { name: /^Cuenta activa/ });
    for (const [active, badge] of [
      [false, "Inactivo"],
      [true, "Activo"],
    ] as const) {
      await toggle.click();
      await expect(page.getByRole("listitem").getByText(badge, { exact: true })).toBeVisible();
      await expect.poll(async () => (await profileOf(site, dealer.id))?.is_active).toBe(active);
    }
  });

  test.describe("a refused change", () => {
    test.use({ provoked: /status of (400|406) .*\/rest\/v1\// });

    test("an admin whose change is refused reads whose account it was", async ({ page, site }) => {
      const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
      await openAccount(page, await createAdmin(site), dealer);
      await expect(page.getByRole("switch", { name: /^Cuenta activa/ })).toBeChecked();
      await site.sql`delete from auth.users where id = ${dealer.id}`;
      await page.getByRole("switch", { name: /^Cuenta activa/ }).click();
      await expect(
        notice(page, `No se pudo actualizar el usuario ${dealer.fullName}.`),
      ).toBeVisible();
    });

    test("an admin who deletes an account that is gone reads the server's words", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await openAccount(page, await createAdmin(site), dealer);
      await page.getByRole("button", { name: /^Eliminar/ }).click();
      await site.sql`delete from auth.users where id = ${dealer.id}`;
      await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
      await expect(notice(page, "Error al eliminar")).toContainText("El usuario no existe.");
    });
  });

  test("an admin deletes an account with its vehicles, after being asked", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const vehicle = await makeVehicle(dealer);
    await openAccount(page, await createAdmin(site), dealer);
    await expect(page.getByRole("listitem")).toContainText("1 vehículo");
    await page.getByRole("button", { name: /^Eliminar/ }).click();
    const dialog = page.getByRole("alertdialog", { name: "¿Estás seguro?" });
    await expect(dialog).toContainText("todos sus vehículos se eliminarán de forma permanente");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    expect(await profileOf(site, dealer.id)).toBeDefined();

    await page.getByRole("button", { name: /^Eliminar/ }).click();
    await dialog.getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "Usuario eliminado")).toContainText("¡Usuario eliminado!");
    await expect(page.getByText("Ninguna cuenta coincide")).toBeVisible();
    expect(await profileOf(site, dealer.id)).toBeUndefined();
    expect(await site.sql`select 1 from public.vehicles where id = ${vehicle.id}`).toHaveLength(0);
  });

  test("an admin cannot delete, deactivate or impersonate the own account", async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site);
    await openAccount(page, admin, admin);
    const row = page.getByRole("listitem");
    for (const [control, reason] of [
      [
        row.getByRole("button", { name: /^Administrar/ }),
        "No puedes administrar tu propia cuenta: ya estás en ella.",
      ],
      [
        row.getByRole("button", { name: /^Eliminar/ }),
        "No puedes eliminar tu propia cuenta de administrador.",
      ],
      [row.getByRole("switch"), "No puedes desactivar tu propia cuenta de administrador."],
    ] as const) {
      await expect(control).toBeDisabled();
      await control.press("Enter");
      await expect(notice(page, "Acción no permitida")).toContainText(reason);
      await page.keyboard.press("Escape");
      await expect(notice(page, "Acción no permitida")).toHaveCount(0);
    }
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/users/);
    expect(await profileOf(site, admin.id)).toMatchObject({ is_active: true });
  });
});
