import { randomBytes } from "node:crypto";
import { toVerifyLink } from "#tests/support/mail-links.ts";
import { expect, notice, test } from "../fixtures.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";
import type { Site } from "../site.ts";

/** Invites a person as a service does; gives the link of the mail's button, by its reader. */
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
  test("a person whose mail scanner opened it first sets a password", async ({
    page,
    site,
    browser,
    request,
  }) => {
    const link = await readMailLink(page, await invite(site, { isActive: true }), subject);
    for (const method of ["HEAD", "GET", "POST"]) await request.fetch(link, { method });
    await request.fetch(toVerifyLink(link).href, { method: "HEAD", maxRedirects: 0 });
    const scanner = await browser.newPage({ baseURL: site.url });
    await scanner.goto(link);
    await expect(scanner.getByRole("button", { name: "Aceptar la invitación" })).toBeVisible();
    await scanner.close();
    await openMailLink(page, link);
    await page.getByLabel("Nueva contraseña").fill("clave-nueva");
    await page.getByRole("button", { name: "Actualizar contraseña" }).click();
    await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
  });

  test("a person whose account waits reads that the address is proved and what comes next", async ({
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
