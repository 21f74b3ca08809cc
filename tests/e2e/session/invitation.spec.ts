import { randomBytes } from "node:crypto";
import { expect, notice, test } from "../fixtures.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";
import type { Site } from "../site.ts";

/** Invites a person as the service; returns the e-mail address. */
async function invite(site: Site, { isActive }: { isActive: boolean }): Promise<string> {
  const email = `invitada-${randomBytes(4).toString("hex")}@example.com`;
  const { data, error } = await site.service().auth.admin.inviteUserByEmail(email, {
    redirectTo: `${site.url}/update-password`,
  });
  if (error) throw error;
  await site.sql`update public.profiles set is_active = ${isActive} where id = ${data.user.id}`;
  return email;
}

const subject = "Te han invitado a Vitrina";

test.describe("an invitation by mail", () => {
  test("a person accepts an invitation and sets a password", async ({ page, site }) => {
    const link = await readMailLink(page, await invite(site, { isActive: true }), subject);
    await page.goto(link);
    await page.getByRole("button", { name: "Aceptar la invitación" }).click();
    await page.getByLabel("Nueva contraseña").fill("clave-nueva");
    await page.getByRole("button", { name: "Actualizar contraseña" }).click();
    await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
  });

  test("a person with an inactive account sees that the e-mail is verified", async ({
    page,
    site,
  }) => {
    const email = await invite(site, { isActive: false });
    await openMailLink(page, await readMailLink(page, email, subject));
    await expect(page.getByText("Correo verificado")).toBeVisible();
    await expect(page.getByText(/Un administrador debe activar tu cuenta/)).toBeVisible();
    await page.getByRole("link", { name: "Pedir un enlace nuevo" }).click();
    await expect(page).toHaveURL("/forgot-password");
  });
});
