import type { Page } from "@playwright/test";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import {
  codeOf,
  enrolFactor,
  makeRecoveryCodes,
  nextCode,
  wrongCodeOf,
} from "#backend-tests/support/second-factor.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { closeNotice, expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";
import type { Site } from "../site.ts";

const seguridad = "/settings?tab=seguridad";
const refusedCode = /status of 422 .*\/auth\/v1\/factors\//;

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Teléfono o correo electrónico").fill(email);
  await page.getByLabel(/^Contraseña\*?$/).fill(password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  await expect(page.getByRole("heading", { name: "Verificación en dos pasos" })).toBeVisible();
}

const codeBox = (page: Page) => page.getByLabel("Código", { exact: true });

/** A session with the password only, at aal1. */
async function openWeak(site: Site, person: Person): Promise<Person> {
  const client = createTestClient(site.url, site.anonKey);
  await client.auth.signInWithPassword({ email: person.email, password: person.password });
  return { ...person, client };
}

test.describe("a second factor: enrolment in Seguridad", () => {
  test("a dealer enrols an app, saves the recovery codes and signs in with a code", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, seguridad);
    await expect(page.getByText("Tu cuenta entra solo con la contraseña")).toBeVisible();
    await page.getByRole("button", { name: "Activar verificación" }).click();
    const dialog = page.getByRole("dialog");
    await test.step("closing the dialog before the first code enrols nothing", async () => {
      await dialog.getByLabel("Nombre").fill("Tableta del taller");
      await dialog.getByRole("button", { name: "Continuar" }).click();
      await expect(dialog.getByRole("img", { name: /Código QR/ })).toBeVisible();
      const removed = page.waitForResponse(/\/auth\/v1\/factors\/[0-9a-f-]+$/);
      await dialog.getByRole("button", { name: "Cerrar" }).click();
      expect((await removed).status()).toBe(200);
      const left = await site.sql`select 1 from auth.mfa_factors where user_id = ${dealer.id}`;
      expect(left).toHaveLength(0);
      await expect(page.getByText("Sin activar")).toBeVisible();
    });

    await page.getByRole("button", { name: "Activar verificación" }).click();
    await expect(dialog.getByLabel("Nombre")).toHaveValue("Mi teléfono");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Continuar" }).click();

    const picture = dialog.getByRole("img", { name: /Código QR/ });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      100,
    );
    const shown = (await dialog.locator("code").textContent()) ?? "";
    const secret = shown.replaceAll(" ", "");
    await expectAccessible(page);
    await dialog.getByLabel("Código de la aplicación").fill(codeOf(secret));

    await expect(dialog.getByRole("heading", { name: /Guarda tus códigos/ })).toBeVisible();
    const codes = await dialog.getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Descargar" }).click();
    expect((await download).suggestedFilename()).toBe("vitrina-codigos-de-recuperacion.txt");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Ya los guardé" }).click();
    await expect(page.getByText("Tu cuenta pide un código al entrar")).toBeVisible();
    await expect(page.getByText("Quedan 10 de 10")).toBeVisible();

    await closeNotice(page);
    await page.getByRole("button", { name: "Cerrar sesión", exact: true }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/login");
    await signIn(page, dealer);
    const [factor] = await site.sql`select id from auth.mfa_factors where user_id = ${dealer.id}`;
    await codeBox(page).fill(await nextCode(site, { id: factor?.id, secret }));
    await expect(page).toHaveURL("/dashboard");
    await expect(notice(page, "¡Bienvenido!")).toBeVisible();
  });

  test("a dealer with an app changes the password, renews the codes and removes the app", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await enrolFactor(dealer, "Teléfono de la tienda");
    await openAs(page, dealer, seguridad);
    await expect(page.getByText("Teléfono de la tienda")).toBeVisible();
    await page.getByLabel("Nueva contraseña*", { exact: true }).fill("otra-clave-segura");
    await page.getByLabel("Confirmar nueva contraseña").fill("otra-clave-segura");
    await page.getByRole("button", { name: "Cambiar contraseña" }).click();
    await expect(notice(page, "Tu contraseña ha sido actualizada.")).toBeVisible();
    await closeNotice(page);

    await page.getByRole("button", { name: "Crear", exact: true }).click();
    await page.getByRole("button", { name: "Ya los guardé" }).click();
    const renew = page.getByRole("button", { name: "Crear otros" });
    await expect(renew).toBeFocused();
    await renew.click();
    await expectAccessible(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Crear otros" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
    await page.getByRole("button", { name: "Ya los guardé" }).click();
    await expect(renew).toBeFocused();

    await page.getByRole("button", { name: "Quitar Teléfono de la tienda" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("volverá a entrar solo con la contraseña");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Quitar" }).click();
    await expect(notice(page, "Aplicación quitada")).toBeVisible();
    await expect(page.getByText("Tu cuenta entra solo con la contraseña")).toBeVisible();
    const left = await site.sql`select 1 from private.recovery_sets where user_id = ${dealer.id}`;
    expect(left).toHaveLength(0);
    await page.reload();
    await expect(page.getByText("Sin activar")).toBeVisible();
  });
});

test.describe("a second factor: the challenge", () => {
  test.use({ provoked: refusedCode });

  test("a dealer is asked on a private page, sees why codes fail, and enters with one", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await enrolFactor(dealer, "Teléfono");
    const tablet = await enrolFactor(dealer, "Tableta");
    await openAs(page, await openWeak(site, dealer), "/settings");
    await expect(codeBox(page)).toHaveAttribute("inputmode", "numeric");
    await expect(codeBox(page)).toHaveAttribute("autocomplete", "one-time-code");
    await page.reload();
    await expect(codeBox(page)).toBeFocused();
    await expectAccessible(page);

    await test.step("an invalid recovery code", async () => {
      await page.getByRole("button", { name: "Usar un código de recuperación" }).click();
      await page.getByLabel("Código de recuperación").fill("0000-0000-0000-0000");
      await page.getByRole("button", { name: "Continuar" }).click();
      await expect(page.getByText("El código de recuperación no es correcto.")).toBeVisible();
      await page.reload();
    });

    await page.getByLabel("Aplicación").selectOption("Tableta");
    await test.step("a wrong code", async () => {
      await codeBox(page).fill(wrongCodeOf(tablet.secret));
      await expect(page.getByText("El código no es correcto o ya se usó.")).toBeVisible();
      await expect(codeBox(page)).toHaveValue("");
      await expect(codeBox(page)).toBeFocused();
      await expectAccessible(page);
    });

    await codeBox(page).pressSequentially(await nextCode(site, tablet));
    await expect(page.getByRole("heading", { name: "Configuración" })).toBeVisible();
    await expect(page).toHaveURL("/settings");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Configuración" })).toBeVisible();
  });

  test("a dealer without the phone cancels, then enters with recovery codes", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await enrolFactor(dealer, "Teléfono perdido");
    const [first = "", second = ""] = await makeRecoveryCodes(site, dealer);
    const enterCode = async (code: string) => {
      await page.getByRole("button", { name: "Usar un código de recuperación" }).click();
      await page.getByLabel("Código de recuperación").fill(code);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Continuar" }).click();
      await expect(notice(page, "Entraste con un código de recuperación")).toBeVisible();
      await expect(page).toHaveURL(seguridad);
    };
    const weak = await openWeak(site, dealer);
    await openAs(page, weak, "/dashboard");
    await page.getByRole("button", { name: "Cancelar y cerrar sesión" }).click();
    await expect(page).toHaveURL("/");
    expect((await weak.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");

    await page.goto("/login");
    await signIn(page, dealer);
    await enterCode(first.toUpperCase());
    await expect(page.getByText("Quedan 9 de 10")).toBeVisible();
    await closeNotice(page);
    await page.getByRole("button", { name: "Cerrar sesión", exact: true }).click();
    await expect(page).toHaveURL("/");

    await page.goto("/login");
    await signIn(page, dealer);
    await page.goto("/dashboard");
    await enterCode(second);
    await expect(page.getByText("Quedan 8 de 10")).toBeVisible();
    await closeNotice(page);
    await page.getByRole("button", { name: "Quitar Teléfono perdido" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Quitar" }).click();
    await expect(page.getByText("Sin activar")).toBeVisible();
  });

  test("a dealer who forgot the password enters the code before setting a new one", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const factor = await enrolFactor(dealer);
    await site.service().auth.resetPasswordForEmail(dealer.email, {
      redirectTo: `${site.url}/update-password`,
    });
    await openMailLink(page, await readMailLink(page, dealer.email, "Crea una contraseña nueva"));
    await expect(page).toHaveURL("/update-password");
    await expect(page.getByLabel("Nueva contraseña")).toHaveCount(0);
    await codeBox(page).fill(await nextCode(site, factor));
    await page.getByLabel("Nueva contraseña").fill("clave-nueva");
    await page.getByRole("button", { name: "Actualizar contraseña" }).click();
    await expect(page).toHaveURL("/login");
    await signIn(page, { ...dealer, password: "clave-nueva" });
    await codeBox(page).fill(await nextCode(site, factor));
    await expect(page).toHaveURL("/dashboard");
  });
});

test.describe("a second factor: an administrator helps", () => {
  test("an admin removes the second factor of a dealer, but not their own", async ({
    page,
    site,
  }) => {
    const admin = await createAdmin(site);
    const dealer = await createDealership(site, { fullName: "Autos Sin Teléfono" });
    await enrolFactor(dealer);
    await openAs(page, admin, `/admin/user/edit/${dealer.id}`);
    await page.getByRole("button", { name: "Quitar verificación" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Autos Sin Teléfono entrará solo con su contraseña.");
    await expect(question).toContainText("Se lo diremos por correo.");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Quitar" }).click();
    await expect(notice(page, "Verificación quitada")).toBeVisible();
    await expect(page.getByText("Sin activar")).toBeVisible();
    const left = await site.sql`select 1 from auth.mfa_factors where user_id = ${dealer.id}`;
    expect(left).toHaveLength(0);

    await page.goto(`/admin/user/edit/${admin.id}`);
    await expect(page.getByText("La tuya se gestiona en")).toBeVisible();
    await expect(page.getByRole("button", { name: "Quitar verificación" })).toHaveCount(0);
  });
});
