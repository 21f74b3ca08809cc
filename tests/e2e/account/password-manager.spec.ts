import { randomBytes } from "node:crypto";
import type { Locator } from "@playwright/test";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import {
  codeOf,
  enrolFactor,
  makeRecoveryCodes,
  nextCode,
} from "#backend-tests/support/second-factor.ts";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";

/** Writes as some password managers do: no event tells the page. */
const write = (field: Locator, text: string) =>
  field.evaluate((element, value) => Object.assign(element, { value }), text);

test.describe("a password manager that fills without events", () => {
  test("a dealer signs in", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await page.goto("/login");
    await write(page.getByLabel("Teléfono o correo electrónico"), dealer.email);
    await write(page.getByLabel(/^Contraseña\*?$/), dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a dealer sets a new password in settings", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/settings?tab=seguridad");
    await write(page.getByLabel(/^Nueva contraseña\*?$/), "generada-123");
    await write(page.getByLabel(/^Confirmar nueva contraseña\*?$/), "generada-123");
    await page.getByRole("button", { name: "Cambiar contraseña" }).click();
    await expect(notice(page, "Tu contraseña ha sido actualizada.")).toBeVisible();
    const anonymous = () => createTestClient(site.url, site.anonKey);
    const credentials = { email: dealer.email, password: "generada-123" };
    expect(await trySignIn({ anonymous }, credentials)).toBe("signed in");
  });

  test("a visitor asks for access", async ({ page, site }) => {
    const email = `gestor-${randomBytes(4).toString("hex")}@example.com`;
    await page.goto("/login");
    await page.getByRole("button", { name: "Solicitar acceso" }).click();
    const dialog = page.getByRole("dialog", { name: "Solicitar acceso" });
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

  test("a dealer opens a salesperson's account", async ({ page, site }) => {
    const email = `nueva-${randomBytes(4).toString("hex")}@example.com`;
    await openAs(page, await createDealership(site), "/team");
    await page.getByRole("button", { name: "Añadir Vendedor" }).first().click();
    const dialog = page.getByRole("dialog");
    await write(dialog.getByLabel(/^Nombre completo/), "Nora Nueva");
    await write(dialog.getByLabel(/^Correo electrónico/), email);
    await write(dialog.getByLabel(/^Contraseña/), "generada-123");
    await dialog.getByRole("button", { name: /^(Crear|Añadir)/ }).click();
    await expect
      .poll(() => site.sql`select full_name from public.profiles where email = ${email}`)
      .toEqual([{ full_name: "Nora Nueva" }]);
  });

  test("a dealer changes a salesperson's address and password", async ({ page, site }) => {
    const email = `cambiada-${randomBytes(4).toString("hex")}@example.com`;
    const dealer = await createDealership(site);
    const { id } = await createSalesperson(site, dealer.id);
    await openAs(page, dealer, `/team/edit/${id}`);
    await write(page.getByLabel(/^Correo electrónico/), email);
    await write(page.getByLabel(/^Nueva contraseña/), "generada-789");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL("/team");
    const anonymous = () => createTestClient(site.url, site.anonKey);
    expect(await trySignIn({ anonymous }, { email, password: "generada-789" })).toBe("signed in");
  });

  test("an admin opens an account and changes its password", async ({ page, site }) => {
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
    const anonymous = () => createTestClient(site.url, site.anonKey);
    expect(await trySignIn({ anonymous }, { email, password: "generada-456" })).toBe("signed in");
  });

  test("a dealer saves the profile in settings", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/settings");
    await write(page.getByLabel(/^Nombre completo/), "Autos Gestor");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Tu perfil ha sido actualizado.")).toBeVisible();
    const [row] = await site.sql`select full_name from public.profiles where id = ${dealer.id}`;
    expect(row).toEqual({ full_name: "Autos Gestor" });
  });

  test("a dealer saves a profile that is unchanged", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/settings");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Tu perfil ha sido actualizado.")).toBeVisible();
    await expect(page.getByLabel(/^Nombre completo/)).toHaveValue(dealer.fullName);
  });

  test("a dealer sets a new password from a recovery link", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await page.goto("/forgot-password");
    await write(page.getByLabel(/^Correo electrónico/), dealer.email);
    await page.getByRole("button", { name: "Enviar enlace" }).click();
    await expect(notice(page, "Correo enviado")).toBeVisible();
    await openMailLink(page, await readMailLink(page, dealer.email, "Crea una contraseña nueva"));
    await write(page.getByLabel(/^Nueva contraseña/), "generada-123");
    await page.getByRole("button", { name: "Actualizar contraseña" }).click();
    await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
    const anonymous = () => createTestClient(site.url, site.anonKey);
    const credentials = { email: dealer.email, password: "generada-123" };
    expect(await trySignIn({ anonymous }, credentials)).toBe("signed in");
  });

  for (const proof of ["app", "recovery"] as const) {
    test(`a dealer gives the code of the second factor (${proof})`, async ({ page, site }) => {
      const dealer = await createDealership(site);
      const factor = await enrolFactor(dealer);
      const [recovery = ""] = await makeRecoveryCodes(site, dealer);
      await page.goto("/login");
      await write(page.getByLabel("Teléfono o correo electrónico"), dealer.email);
      await write(page.getByLabel(/^Contraseña\*?$/), dealer.password);
      await page.getByRole("button", { name: "Iniciar Sesión" }).click();
      if (proof === "app") {
        await write(page.getByLabel("Código", { exact: true }), await nextCode(site, factor));
      } else {
        await page.getByRole("button", { name: "Usar un código de recuperación" }).click();
        await write(page.getByLabel("Código de recuperación"), recovery);
      }
      await page.getByRole("button", { name: "Continuar" }).click();
      await expect(page).toHaveURL(proof === "app" ? "/dashboard" : "/settings?tab=seguridad");
    });
  }

  test("a dealer turns on the second factor", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/settings?tab=seguridad");
    await page.getByRole("button", { name: "Activar verificación" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Continuar" }).click();
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await write(dialog.getByLabel("Código de la aplicación"), codeOf(secret));
    await dialog.getByRole("button", { name: "Activar" }).click();
    await expect(dialog.getByRole("heading", { name: /Guarda tus códigos/ })).toBeVisible();
  });
});
