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

/** A word that occurs in no other account of the run. */
const mark = () => `Zz${crypto.randomUUID().slice(0, 8)}`;

/** Opens the list of accounts filtered to one. */
async function openAccount(page: Page, admin: Person, { email }: Person): Promise<void> {
  await openAs(page, admin, `/admin/users?q=${encodeURIComponent(email)}`);
  await expect(page.getByText("1 cuenta", { exact: true })).toBeVisible();
}

const profileOf = async ({ sql }: Site, id: string) => {
  const [row] = await sql`select * from public.profiles where id = ${id}`;
  return row;
};

test.describe("the admin panel", () => {
  test("an admin with a screen reader can use every tab", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site);
    await openAs(page, admin, "/admin/dashboard");
    for (const tab of [
      "Solicitudes",
      "Gestionar Cuentas",
      "Inventario Plataforma",
      "Auditoría",
      "Vista General",
    ]) {
      await page.getByRole("navigation").getByRole("link", { name: tab }).click();
      await expect(page.getByRole("heading", { level: 1, name: tab })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${tab}.* \\| Vitrina$`));
      await expectAccessibleByDayAndNight(page);
    }
    await page.goto(`/admin/user/edit/${admin.id}`);
    await expect(page.getByLabel("Nombre completo")).toHaveValue(admin.fullName);
    await expectAccessibleByDayAndNight(page);
  });
});

test.describe("Vista General", () => {
  test.use({ provoked: /status of 500 .*access_requests/ });

  test("an admin sees the accounts by state, and retries a failed request", async ({
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
    expect(total).toBe(active + (await figure("Cuentas inactivas")));
  });
});

test.describe("Gestionar Cuentas", () => {
  test("an admin deactivates and activates an account, and sees it in the log", async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site, { fullName: `Ada ${mark()}` });
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    await openAccount(page, admin, dealer);
    const toggle = page.getByRole("switch", { name: /^Cuenta activa/ });
    const state = async () => (await profileOf(site, dealer.id))?.is_active;
    await toggle.click();
    await expect(notice(page, "Cuenta desactivada")).toContainText(
      `${dealer.fullName} ya no puede iniciar sesión.`,
    );
    await expect(page.getByRole("listitem").getByText("Inactivo", { exact: true })).toBeVisible();
    await expect.poll(state).toBe(false);
    await toggle.click();
    await expect(page.getByRole("listitem").getByText("Activo", { exact: true })).toBeVisible();
    await expect.poll(state).toBe(true);

    const added = { user_id: { old: null, new: admin.id } };
    await site.sql`select private.log_admin_write('insert', 'mfa_factors', gen_random_uuid(),
      ${JSON.stringify(added)}::text::jsonb, ${admin.id})`;
    await page.goto(`/admin/audit-log?actor=${admin.id}`);
    await page.getByLabel("Cuenta administrada").selectOption("Ninguna: en su propio nombre");
    const lines = page.getByRole("listitem").filter({ hasText: admin.fullName });
    await expect(lines).toHaveCount(3);
    await expect(lines.first()).toContainText(`Verificación en dos pasos de ${admin.fullName}`);
    const entry = lines.last();
    await expect(entry).toContainText(`Cuenta de ${dealer.fullName} · Activo`);
    await expect(entry).toContainText(`${admin.fullName} en su propio nombre`);
    await entry.getByText("Cuenta de").click();
    await expect(entry.getByRole("deletion")).toHaveText("Sí");
    await expectAccessible(page);
  });

  test("an admin corrects the form, and creates a salesperson and a dealership", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: `Autos ${mark()}` });
    const identifier = page.getByLabel("Correo electrónico o teléfono");
    const password = page.getByLabel(/^Contraseña\*?$/);
    const create = page.getByRole("button", { name: "Crear usuario" });
    await openAs(page, await createAdmin(site), "/admin/users");
    await test.step("errors are shown at the fields", async () => {
      await identifier.fill(dealer.email);
      await password.fill("corta");
      await create.click();
      await expect(notice(page, "Contraseña débil")).toContainText(
        "La contraseña debe tener al menos 6 caracteres.",
      );
      await expect(page.getByText("Escribe el nombre completo.")).toBeVisible();
      await expect(page.getByLabel("Nombre completo")).toBeFocused();
      await page.getByLabel("Nombre completo").fill("Vera Nueva");
      await password.fill("secreto");
      await create.click();
      await expect(notice(page, "Error al crear usuario")).toContainText("Ya existe una cuenta");
      await expect(identifier).toBeFocused();
      await expect(identifier).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Nombre completo")).toHaveValue("Vera Nueva");
    });

    await test.step("a salesperson of a dealership", async () => {
      const email = `${mark().toLowerCase()}@example.com`;
      await identifier.fill(email);
      await expect(page.getByLabel("Rol", { exact: true }).first()).toHaveValue("vendedor");
      const picker = page.getByRole("combobox", { name: "Concesionario" });
      await picker.fill(dealer.fullName.toLowerCase());
      await expect(page.getByRole("option", { name: dealer.fullName })).toBeVisible();
      await expectAccessible(page);
      await picker.press("Enter");
      await expect(picker).toHaveValue(dealer.fullName);
      await create.click();
      await expect(notice(page, "¡Usuario creado!")).toBeVisible();
      const { data, error } = await site
        .service()
        .auth.signInWithPassword({ email, password: "secreto" });
      expect(error).toBeNull();
      expect(await profileOf(site, data.user?.id ?? "")).toMatchObject({
        full_name: "Vera Nueva",
        role: "vendedor",
        is_active: true,
        dealership_id: dealer.id,
      });
      await expect(page.getByLabel("Nombre completo")).toHaveValue("");
    });

    await test.step("a dealership by phone", async () => {
      const name = `Autos ${mark()}`;
      const phone = unusedTypedPhone();
      await page.getByLabel("Nombre completo").fill(name);
      await identifier.fill(phone);
      await password.fill("secreto");
      await page.getByLabel("Rol", { exact: true }).first().selectOption("concesionario");
      await expect(page.getByRole("combobox", { name: "Concesionario" })).toBeHidden();
      await create.click();
      await expect(notice(page, `${name} ya puede iniciar sesión.`)).toBeVisible();
      const [row] =
        await site.sql`select role, phone from public.profiles where full_name = ${name}`;
      expect(row).toEqual({ role: "concesionario", phone: `1${phone.replace(/\D/g, "")}` });
    });
  });

  test("an admin filters the list by text, role and state, and Back keeps the filters", async ({
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

    await test.step("a role chosen before the text filter applies keeps both", async () => {
      const role = page.getByRole("combobox", { name: "Rol" }).last();
      await page.getByRole("searchbox", { name: "Buscar cuentas" }).fill(word);
      // The text filter is due before the choice can be rendered.
      await role.evaluate((select: HTMLSelectElement) => {
        select.value = "vendedor";
        select.dispatchEvent(new Event("change", { bubbles: true }));
        const until = performance.now() + 600;
        while (performance.now() < until);
      });
      await expect(page.getByText("2 cuentas", { exact: true })).toBeVisible();
      await expect(role).toHaveValue("vendedor");
      await expect(page).toHaveURL(new RegExp(`q=${word}&rol=vendedor|rol=vendedor&q=${word}`));
    });

    await test.step("an applicant is found under the requested role", async () => {
      const applicant = mark();
      const { id } = await createSalesperson(site, undefined, {
        fullName: applicant,
        active: false,
      });
      await site.sql`insert into public.access_requests (user_id, name, phone, email, account_type)
        values (${id}, ${applicant}, '573001112233',
          ${`${applicant.toLowerCase()}@example.com`}, 'concesionario')`;
      await page.goto(`/admin/users?q=${applicant}&rol=concesionario`);
      const row = page.getByRole("listitem").filter({ hasText: applicant });
      await expect(row).toContainText("Solicitud pendiente");
      await expect(row).toContainText("Concesionario");
      await page.getByRole("combobox", { name: "Rol" }).last().selectOption("vendedor");
      await expect(page.getByText("Ninguna cuenta coincide")).toBeVisible();
    });
  });

  test("an admin scrolls through a list longer than one page", async ({ page, site }) => {
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

  test.describe("accounts that are deleted", () => {
    test.use({ provoked: /status of (400|406) .*\/rest\/v1\// });

    test("an admin deletes an account with its vehicles, and sees errors for a deleted one", async ({
      page,
      site,
    }) => {
      const admin = await createAdmin(site);
      const [changed, gone, dealer] = [
        await createDealership(site, { fullName: `Autos ${mark()}` }),
        await createDealership(site),
        await createDealership(site),
      ];
      const vehicle = await makeVehicle(dealer);
      const remove = page.getByRole("button", { name: /^Eliminar/ });
      const dialog = page.getByRole("alertdialog", { name: "¿Estás seguro?" });
      await openAccount(page, admin, changed);
      await test.step("the error of a change names the account", async () => {
        await expect(page.getByRole("switch", { name: /^Cuenta activa/ })).toBeChecked();
        await site.sql`delete from auth.users where id = ${changed.id}`;
        await page.getByRole("switch", { name: /^Cuenta activa/ }).click();
        await expect(
          notice(page, `No se pudo actualizar el usuario ${changed.fullName}.`),
        ).toBeVisible();
      });

      await test.step("the error of a deletion is the server's", async () => {
        await page.goto(`/admin/users?q=${gone.email}`);
        await remove.click();
        await site.sql`delete from auth.users where id = ${gone.id}`;
        await dialog.getByRole("button", { name: "Eliminar" }).click();
        await expect(notice(page, "Error al eliminar")).toContainText("El usuario no existe.");
      });

      await page.goto(`/admin/users?q=${dealer.email}`);
      await expect(page.getByRole("listitem")).toContainText("1 vehículo");
      await remove.click();
      await expect(dialog).toContainText("todos sus vehículos se eliminarán de forma permanente");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Cancelar" }).click();
      expect(await profileOf(site, dealer.id)).toBeDefined();
      await remove.click();
      await dialog.getByRole("button", { name: "Eliminar" }).click();
      await expect(notice(page, "Usuario eliminado")).toContainText("¡Usuario eliminado!");
      await expect(page.getByText("Ninguna cuenta coincide")).toBeVisible();
      expect(await profileOf(site, dealer.id)).toBeUndefined();
      const left = await site.sql`select 1 from public.vehicles where id = ${vehicle.id}`;
      expect(left).toHaveLength(0);
    });
  });

  test("an admin cannot delete, deactivate or impersonate their own account", async ({
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
