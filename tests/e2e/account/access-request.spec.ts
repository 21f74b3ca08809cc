import { randomBytes } from "node:crypto";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import { postLead } from "#tests/support/leads.ts";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import type { Site } from "../site.ts";
import { type Applicant, requestAccess } from "./request-access.ts";

function makeApplicant(): Applicant {
  const mark = randomBytes(4).toString("hex");
  return {
    name: `Carla ${mark}`,
    phone: unusedTypedPhone(),
    email: `carla-${mark}@example.com`,
    password: "clave-de-carla",
    accountType: "Vendedor",
  };
}

/** Sends a request like the dialog. */
async function postRequest(site: Site, applicant: Applicant): Promise<void> {
  const { name, phone, email, password } = applicant;
  const request = { name, phone, email, password, account_type: "vendedor", message: "" };
  expect((await postLead(site, request, { name: "request-access" })).status).toBe(200);
}

test.describe("access requests", () => {
  test.use({ provoked: /status of 500/ });

  test("an applicant corrects the form, resends it after a failure and sees what is next", async ({
    page,
    site,
  }) => {
    const applicant = makeApplicant();
    await requestAccess(page, { ...applicant, password: "12345" });
    const dialog = page.getByRole("dialog", { name: "Solicitar acceso" });
    const send = dialog.getByRole("button", { name: "Enviar solicitud" });
    const confirmation = dialog.getByLabel(/^Confirmar contraseña/);
    await expect(notice(page, "Contraseña muy corta")).toContainText(
      "La contraseña debe tener al menos 6 caracteres.",
    );
    await expect(dialog.getByLabel("Correo electrónico")).toHaveValue(applicant.email);

    await dialog.getByLabel(/^Contraseña\*?$/).fill(applicant.password);
    await confirmation.fill("otra-clave");
    await send.click();
    await expect(notice(page, "Las contraseñas no coinciden")).toContainText(
      "Por favor, verifica que ambas contraseñas sean iguales.",
    );
    await confirmation.fill("");
    await send.click();
    await expect(confirmation).toHaveAccessibleDescription("Por favor confirma la contraseña.");
    await expect(confirmation).toBeFocused();

    await page.route(/\/v1\/request-access/, (route) => route.fulfill({ status: 500 }), {
      times: 1,
    });
    await confirmation.fill(applicant.password);
    await send.click();
    await expect(notice(page, "Error al enviar la solicitud")).toBeVisible();
    await send.click();
    await expect(notice(page, "¡Solicitud enviada!")).toContainText(
      "Hemos enviado un correo de verificación. Por favor, revisa tu bandeja de entrada para continuar.",
    );
    await expect(dialog).toBeHidden();
    const rows = await site.sql`
      select status, account_type from public.access_requests where email = ${applicant.email}`;
    expect(rows).toEqual([{ status: "pending", account_type: "vendedor" }]);
  });

  test("an admin finds a pending account, and rejects its request", async ({ page, site }) => {
    const applicant = makeApplicant();
    await postRequest(site, applicant);
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

  test("an admin approves a salesperson into one of many dealerships", async ({ page, site }) => {
    const applicant = makeApplicant();
    await postRequest(site, applicant);
    // Hexadecimal, so that no mark contains the n37 of one name.
    const mark = randomBytes(4).toString("hex");
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 37].map((n) => `Cadena n${n} ${mark}`);
    const dealers = await Promise.all(
      names.map((fullName) => createDealership(site, { fullName })),
    );
    await openAs(page, await createAdmin(site), "/admin/access-requests");
    await page
      .getByRole("article", { name: applicant.name })
      .getByRole("button", { name: "Aprobar" })
      .click();
    const dialog = page.getByRole("alertdialog");
    const box = dialog.getByRole("combobox", { name: "Concesionario" });
    const options = dialog.getByRole("option");
    await box.click();
    await expect(options.first()).toBeVisible();
    await box.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await box.fill(mark);
    await expect(options, "a few of many").toHaveCount(8);
    await box.fill(`CADENA N37 ${mark}`);
    await expect(options).toHaveCount(1);
    await expectAccessible(page);
    await box.press("Enter");
    await expect(box).toHaveValue(`Cadena n37 ${mark}`);
    await dialog.getByRole("button", { name: "Aprobar solicitud" }).click();
    await expect(notice(page, "¡Éxito!")).toContainText("La solicitud ha sido aprobada.");
    const rows = await site.sql`
      select is_active, role, dealership_id from public.profiles where email = ${applicant.email}`;
    expect(rows).toEqual([
      { is_active: true, role: "vendedor", dealership_id: dealers.at(-1)?.id },
    ]);
  });
});
