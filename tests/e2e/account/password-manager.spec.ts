import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { codeOf, nextCode } from "#backend-tests/support/second-factor.ts";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";
import type { Site } from "../site.ts";

/** Sets the value without events, as some password managers do. */
const write = (field: Locator, text: string) =>
  field.evaluate((element, value) => Object.assign(element, { value }), text);

test.describe("a password manager that fills without events", () => {
  test("a visitor requests access, and a dealer signs in and saves profile and team", async ({
    page,
    site,
  }) => {
    const mark = randomBytes(4).toString("hex");
    const dealer = await createDealership(site);
    const { id } = await createSalesperson(site, dealer.id);
    const save = page.getByRole("button", { name: "Guardar cambios" });
    const dialog = page.getByRole("dialog");
    await page.goto("/login");

    await test.step("an access request", async () => {
      await page.getByRole("button", { name: "Solicitar acceso" }).click();
      const email = `gestor-${mark}@example.com`;
      await write(dialog.getByLabel(/^Nombre completo/), "Gloria Gestora");
      await write(dialog.getByLabel(/^Teléfono/), "305 555 0147");
      await write(dialog.getByLabel(/^Correo electrónico/), email);
      await write(dialog.getByLabel(/^Contraseña/), "generada-123");
      await write(dialog.getByLabel(/^Confirmar contraseña/), "generada-123");
      await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
      await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
      expect(
        await site.sql`select name, phone from public.access_requests where email = ${email}`,
      ).toMatchObject([{ name: "Gloria Gestora" }]);
    });

    await test.step("a sign-in", async () => {
      await signIn(page, dealer.email, dealer.password);
      await expect(page).toHaveURL("/dashboard");
    });

    await test.step("a profile, unchanged and changed", async () => {
      await page.goto("/settings");
      await save.click();
      await expect(notice(page, "Tu perfil ha sido actualizado.")).toBeVisible();
      await expect(page.getByLabel(/^Nombre completo/)).toHaveValue(dealer.fullName);
      await write(page.getByLabel(/^Nombre completo/), "Autos Gestor");
      await save.click();
      await expect
        .poll(() => site.sql`select full_name from public.profiles where id = ${dealer.id}`)
        .toEqual([{ full_name: "Autos Gestor" }]);
    });

    await test.step("a salesperson's address and password", async () => {
      const email = `cambiada-${mark}@example.com`;
      await page.goto(`/team/edit/${id}`);
      await write(page.getByLabel(/^Correo electrónico/), email);
      await write(page.getByLabel(/^Nueva contraseña/), "generada-789");
      await save.click();
      await expect(page).toHaveURL("/team");
      expect(await trySignIn(anonymous(site), { email, password: "generada-789" })).toBe(
        "signed in",
      );
    });

    await test.step("a new salesperson", async () => {
      const email = `nueva-${mark}@example.com`;
      await page.getByRole("button", { name: "Añadir Vendedor" }).first().click();
      await write(dialog.getByLabel(/^Nombre completo/), "Nora Nueva");
      await write(dialog.getByLabel(/^Correo electrónico/), email);
      await write(dialog.getByLabel(/^Contraseña/), "generada-123");
      await dialog.getByRole("button", { name: /^(Crear|Añadir)/ }).click();
      await expect
        .poll(() => site.sql`select full_name from public.profiles where email = ${email}`)
        .toEqual([{ full_name: "Nora Nueva" }]);
    });
  });

  test("a dealer sets passwords, enables the second factor and enters its codes", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const seguridad = "/settings?tab=seguridad";
    await test.step("a password from a recovery link", async () => {
      await page.goto("/forgot-password");
      await write(page.getByLabel(/^Correo electrónico/), dealer.email);
      await page.getByRole("button", { name: "Enviar enlace" }).click();
      await expect(notice(page, "Correo enviado")).toBeVisible();
      await openMailLink(page, await readMailLink(page, dealer.email, "Crea una contraseña nueva"));
      await write(page.getByLabel(/^Nueva contraseña/), "generada-123");
      await page.getByRole("button", { name: "Actualizar contraseña" }).click();
      await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
      await expect(page).toHaveURL("/login");
      await signIn(page, dealer.email, "generada-123");
      await expect(page).toHaveURL("/dashboard");
    });

    const password = "generada-456";
    await test.step("a new password in the settings", async () => {
      await page.goto(seguridad);
      await write(page.getByLabel(/^Nueva contraseña\*?$/), password);
      await write(page.getByLabel(/^Confirmar nueva contraseña\*?$/), password);
      await page.getByRole("button", { name: "Cambiar contraseña" }).click();
      await expect(notice(page, "Tu contraseña ha sido actualizada.")).toBeVisible();
      expect(await trySignIn(anonymous(site), { email: dealer.email, password })).toBe("signed in");
    });

    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Activar verificación" }).click();
    await dialog.getByRole("button", { name: "Continuar" }).click();
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await write(dialog.getByLabel("Código de la aplicación"), codeOf(secret));
    await dialog.getByRole("button", { name: "Activar" }).click();
    await expect(dialog.getByRole("heading", { name: /Guarda tus códigos/ })).toBeVisible();
    const [recovery = ""] = await dialog.getByRole("listitem").allTextContents();
    await dialog.getByRole("button", { name: "Ya los guardé" }).click();
    const [factor] = await site.sql`select id from auth.mfa_factors where user_id = ${dealer.id}`;

    const signInAgain = async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto("/login");
      await signIn(page, dealer.email, password);
    };
    await test.step("a code of the app", async () => {
      await signInAgain();
      const code = await nextCode(site, { id: factor?.id, secret });
      await write(page.getByLabel("Código", { exact: true }), code);
      await page.getByRole("button", { name: "Continuar" }).click();
      await expect(page).toHaveURL("/dashboard");
    });
    await test.step("a recovery code", async () => {
      await signInAgain();
      await page.getByRole("button", { name: "Usar un código de recuperación" }).click();
      await write(page.getByLabel("Código de recuperación"), recovery);
      await page.getByRole("button", { name: "Continuar" }).click();
      await expect(page).toHaveURL(seguridad);
    });
  });

  test("an admin creates an account and changes its password", async ({ page, site }) => {
    const email = `abierta-${randomBytes(4).toString("hex")}@example.com`;
    await openAs(page, await createAdmin(site), "/admin/users");
    await write(page.getByLabel(/^Nombre completo/), "Alma Abierta");
    await write(page.getByLabel(/^Correo electrónico o teléfono/), email);
    await write(page.getByLabel(/^Contraseña/), "generada-123");
    await page.getByRole("button", { name: /^Crear/ }).click();
    await expect(notice(page, "Alma Abierta ya puede iniciar sesión.")).toBeVisible();
    const [row] = await site.sql`select id from public.profiles where email = ${email}`;
    await page.goto(`/admin/user/edit/${row?.id}`);
    await write(page.getByLabel(/^Nueva contraseña/), "generada-456");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL("/admin/users");
    expect(await trySignIn(anonymous(site), { email, password: "generada-456" })).toBe("signed in");
  });
});

const anonymous = ({ url, anonKey }: Site) => ({
  anonymous: () => createTestClient(url, anonKey),
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await write(page.getByLabel("Teléfono o correo electrónico"), email);
  await write(page.getByLabel(/^Contraseña\*?$/), password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
}
