import type { Page } from "@playwright/test";

/** The values of the request-access dialog. */
export type Applicant = {
  name: string;
  phone: string;
  email: string;
  password: string;
  confirmation?: string;
  accountType: "Vendedor" | "Concesionario";
};

/** Opens the dialog on /login of `site`, by default this run's, fills it in and sends it. */
export async function requestAccess(page: Page, applicant: Applicant, site = ""): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByRole("button", { name: "Solicitar acceso" }).click();
  const dialog = page.getByRole("dialog", { name: "Solicitar acceso" });
  await dialog.getByLabel("Tipo de cuenta").selectOption(applicant.accountType);
  await dialog.getByLabel("Nombre completo").fill(applicant.name);
  await dialog.getByLabel("Teléfono").fill(applicant.phone);
  await dialog.getByLabel("Correo electrónico").fill(applicant.email);
  await dialog.getByLabel(/^Contraseña\*?$/).fill(applicant.password);
  await dialog
    .getByLabel(/^Confirmar contraseña/)
    .fill(applicant.confirmation ?? applicant.password);
  await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
}
