import { randomBytes } from "node:crypto";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { type Applicant, askForAccess } from "./ask-for-access.ts";

function makeApplicant(changes: Partial<Applicant> = {}): Applicant {
  const mark = randomBytes(4).toString("hex");
  return {
    name: `Carla ${mark}`,
    phone: unusedTypedPhone(),
    email: `carla-${mark}@example.com`,
    password: "clave-de-carla",
    accountType: "Vendedor",
    ...changes,
  };
}

test.describe("access requests", () => {
  test("an applicant with a short password keeps what was typed", async ({ page }) => {
    const applicant = makeApplicant({ password: "12345" });
    await askForAccess(page, applicant);
    await expect(notice(page, "Contraseña muy corta")).toContainText(
      "La contraseña debe tener al menos 6 caracteres.",
    );
    await expect(page.getByRole("dialog").getByLabel("Correo electrónico")).toHaveValue(
      applicant.email,
    );
  });

  test("an applicant whose confirmation differs is told so", async ({ page }) => {
    await askForAccess(page, makeApplicant({ confirmation: "otra-clave" }));
    await expect(notice(page, "Las contraseñas no coinciden")).toContainText(
      "Por favor, verifica que ambas contraseñas sean iguales.",
    );
  });

  test("an applicant who leaves the confirmation empty is told so at the field", async ({
    page,
  }) => {
    await askForAccess(page, makeApplicant({ confirmation: "" }));
    const field = page.getByRole("dialog").getByLabel(/^Confirmar contraseña/);
    await expect(field).toHaveAccessibleDescription("Por favor confirma la contraseña.");
    await expect(field).toBeFocused();
  });

  test("an applicant who sends a request is told to look into the inbox", async ({
    page,
    site,
  }) => {
    const applicant = makeApplicant();
    await askForAccess(page, applicant);
    await expect(notice(page, "¡Solicitud enviada!")).toContainText(
      "Hemos enviado un correo de verificación. Por favor, revisa tu bandeja de entrada para continuar.",
    );
    await expect(page.getByRole("dialog", { name: "Solicitar acceso" })).toBeHidden();
    const rows = await site.sql`
      select status, account_type from public.access_requests where email = ${applicant.email}`;
    expect(rows).toEqual([{ status: "pending", account_type: "vendedor" }]);
  });

  test.describe("over a server that fails once", () => {
    test.use({ provoked: /status of 500/ });

    test("an applicant sends the same form again", async ({ page, site }) => {
      const applicant = makeApplicant();
      await page.route(/\/v1\/request-access/, (route) => route.fulfill({ status: 500 }), {
        times: 1,
      });
      await askForAccess(page, applicant);
      await expect(notice(page, "Error al enviar la solicitud")).toBeVisible();
      await page.getByRole("button", { name: "Enviar solicitud" }).click();
      await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
      expect(
        await site.sql`select status from public.access_requests where email = ${applicant.email}`,
      ).toEqual([{ status: "pending" }]);
    });
  });

  test("an admin rejects a request, which leaves the list", async ({ page, site }) => {
    const applicant = makeApplicant();
    await askForAccess(page, applicant);
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    await openAs(page, await createAdmin(site), `/admin/users?q=${applicant.email}`);
    await expect(page.getByText(applicant.email)).toBeVisible();
    const state = page.getByRole("combobox", { name: "Estado" });
    await state.selectOption("Inactivo");
    await expect(page.getByText("0 cuentas", { exact: true })).toBeVisible();
    await state.selectOption("Solicitud pendiente");
    await expect(page.getByText("1 cuenta", { exact: true })).toBeVisible();
    await expect(page.getByRole("switch")).toHaveCount(0);
    await page.getByRole("link", { name: "Solicitud pendiente" }).click();
    const card = page.getByRole("article", { name: applicant.name });
    await card.getByRole("button", { name: "Rechazar" }).click();
    await page.getByRole("button", { name: "Rechazar solicitud" }).click();
    await expect(notice(page, "¡Éxito!")).toContainText("La solicitud ha sido rechazada.");
    await expect(card).toBeHidden();
    const accounts = await site.sql`select id from auth.users where email = ${applicant.email}`;
    expect(accounts).toHaveLength(0);
  });

  test("an admin approves a vendedor into a dealership", async ({ page, site }) => {
    const applicant = makeApplicant();
    const dealer = await createDealership(site, { fullName: `Autos ${applicant.email}` });
    await askForAccess(page, applicant);
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    await openAs(page, await createAdmin(site), "/admin/access-requests");
    const card = page.getByRole("article", { name: applicant.name });
    await card.getByRole("button", { name: "Aprobar" }).click();
    const dialog = page.getByRole("alertdialog");
    const box = dialog.getByRole("combobox", { name: "Concesionario" });
    await box.click();
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await box.press("Escape");
    await expect(dialog.getByRole("option")).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await box.fill(dealer.fullName.toUpperCase());
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await expectAccessible(page);
    await dialog.getByRole("option", { name: dealer.fullName }).click();
    await expect(box).toHaveValue(dealer.fullName);
    await dialog.getByRole("button", { name: "Aprobar solicitud" }).click();
    await expect(notice(page, "¡Éxito!")).toContainText("La solicitud ha sido aprobada.");
    const rows = await site.sql`
      select is_active, role, dealership_id from public.profiles where email = ${applicant.email}`;
    expect(rows).toEqual([{ is_active: true, role: "vendedor", dealership_id: dealer.id }]);
  });

  test("an admin who approves is shown a few of many dealerships, and finds the others by name", async ({
    page,
    site,
  }) => {
    const applicant = makeApplicant();
    await askForAccess(page, applicant);
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    // Hexadecimal, so that no mark has the n37 that one of the names has.
    const mark = randomBytes(4).toString("hex");
    await site.sql`
      with made as (
        insert into auth.users (id, email)
        select gen_random_uuid(), 'many-' || n || '-${site.sql.unsafe(mark)}@example.com' from generate_series(1, 40) as n
        returning id, email
      )
      select count(*) from made`;
    await site.sql`
      update public.profiles set role = 'concesionario', is_active = true,
        full_name = 'Cadena n' || split_part(email, '-', 2) || ' ' || ${mark}
      where email like ${`many-%-${mark}@example.com`}`;
    await openAs(page, await createAdmin(site), "/admin/access-requests");
    await page
      .getByRole("article", { name: applicant.name })
      .getByRole("button", { name: "Aprobar" })
      .click();
    const dialog = page.getByRole("alertdialog");
    const box = dialog.getByRole("combobox", { name: "Concesionario" });
    await box.fill(mark);
    await expect(dialog.getByRole("option")).toHaveCount(8);
    await box.fill(`cadena n37 ${mark}`);
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await box.press("Enter");
    await expect(box).toHaveValue(`Cadena n37 ${mark}`);
  });
});
