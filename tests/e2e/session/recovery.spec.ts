import type { Page } from "@playwright/test";
import { enrolFactor, nextCode } from "#backend-tests/support/second-factor.ts";
import { toVerifyLink } from "#tests/support/mail-links.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";

const subject = "Crea una contraseña nueva";
const identifier = "Teléfono o correo electrónico";

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(identifier).fill(name);
  await page.getByLabel(/^Contraseña\*?$/).fill(password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
}

/** Asks for a recovery link on the page, and gives it as the mail has it. */
async function askForLink(page: Page, { email }: Person): Promise<string> {
  await page.goto("/forgot-password");
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByRole("button", { name: "Enviar enlace" }).click();
  await expect(notice(page, "Correo enviado")).toBeVisible();
  await expect(page).toHaveURL("/login");
  return readMailLink(page, email, subject);
}

test.describe("recovery of a password", () => {
  test.describe("the whole way", () => {
    test.use({ provoked: /status of 400 .*\/auth\/v1\/token/ });

    test("a dealer who forgot the password sets a new one, signs in with it, and the old one is refused", async ({
      page,
      site,
      browser,
    }) => {
      const dealer = await createDealership(site);
      const elsewhere = await browser.newPage({ baseURL: site.url });
      await openAs(elsewhere, dealer, "/dashboard");

      await page.goto("/login");
      await page.getByLabel(identifier).fill(dealer.email);
      await page.getByRole("link", { name: "¿Olvidaste tu contraseña?" }).click();
      await expect(page).toHaveURL("/forgot-password");
      await expect(page.getByLabel("Correo electrónico")).toHaveValue(dealer.email);
      await page.getByRole("button", { name: "Enviar enlace" }).click();
      await expect(notice(page, "Correo enviado")).toBeVisible();
      await expect(page).toHaveURL("/login");

      await openMailLink(page, await readMailLink(page, dealer.email, subject));
      await expect(page).toHaveURL("/update-password");
      await expect(page.getByRole("main")).toContainText(dealer.email);
      await page.getByLabel("Nueva contraseña").fill("corta");
      await page.getByRole("button", { name: "Actualizar contraseña" }).click();
      await expect(notice(page, "Contraseña débil")).toContainText(
        "La contraseña debe tener al menos 6 caracteres.",
      );
      await page.getByLabel("Nueva contraseña").fill("clave-nueva");
      await page.getByRole("button", { name: "Actualizar contraseña" }).click();
      await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
      await expect(page).toHaveURL("/login");

      await signIn(page, dealer.email, dealer.password);
      await expect(notice(page, "Error de autenticación")).toContainText("Credenciales");
      await signIn(page, dealer.email, "clave-nueva");
      await expect(page).toHaveURL("/dashboard");

      const others = await site.sql`
        select 1 from auth.sessions where user_id = ${dealer.id}`;
      expect(others).toHaveLength(1);
      await elsewhere.close();
    });
  });

  test("a mail scanner that asks for the link, with or without a browser, uses up nothing", async ({
    page,
    site,
    browser,
    request,
  }) => {
    const dealer = await createDealership(site);
    const link = await askForLink(page, dealer);
    for (const method of ["HEAD", "GET", "POST"]) await request.fetch(link, { method });
    const answer = await request.get(link);
    expect(answer.headers()).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    const scanner = await browser.newPage({ baseURL: site.url });
    await scanner.goto(link);
    await expect(scanner.getByRole("button", { name: "Elegir contraseña nueva" })).toBeVisible();
    await scanner.close();

    await openMailLink(page, link);
    await expect(page.getByLabel("Nueva contraseña")).toBeVisible();
    expect(page.url()).not.toContain("token");
    await page.goBack();
    expect(page.url()).not.toContain("token");
  });

  test("a dealer who opens the link of an older mail gets there all the same", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await page.goto(toVerifyLink(await askForLink(page, dealer)).href);
    await expect(page).toHaveURL("/update-password");
    await expect(page.getByLabel("Nueva contraseña")).toBeVisible();
  });

  test("a dealer whose link lost its end is led on", async ({ page }) => {
    await page.goto("/confirm#type=recovery");
    await expect(page.getByText("A este enlace le falta una parte")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Pedir un enlace nuevo" }).click();
    await expect(page).toHaveURL("/forgot-password");
  });

  test("a dealer whose mail program dropped the page from the link gets there all the same", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await site.service().auth.resetPasswordForEmail(dealer.email);
    await openMailLink(page, await readMailLink(page, dealer.email, subject));
    await expect(page).toHaveURL("/update-password");
    await expect(page.getByLabel("Nueva contraseña")).toBeVisible();
  });

  test("a visitor who opens /update-password cold is told what it is for and led on", async ({
    page,
  }) => {
    await page.goto("/update-password");
    await expect(page.getByText("Abre el enlace de tu correo")).toBeVisible();
    await page.getByRole("link", { name: "Volver a iniciar sesión" }).click();
    await expect(page).toHaveURL("/login");
  });

  test("a dealer who opens a colleague's link sees whose password it sets, and keeps the own", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos Uno" });
    const colleague = await createDealership(site, { fullName: "Autos Dos" });
    await site.service().auth.resetPasswordForEmail(colleague.email, {
      redirectTo: `${site.url}/update-password`,
    });
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await openMailLink(page, await readMailLink(page, colleague.email, subject));
    await page.getByRole("button", { name: "Usar el enlace" }).click();
    await expect(page.getByRole("main")).toContainText(`Autos Dos (${colleague.email})`);
    await page.getByLabel("Nueva contraseña").fill("clave-nueva");
    await page.getByRole("button", { name: "Actualizar contraseña" }).click();
    await expect(page).toHaveURL("/login");
    await signIn(page, dealer.email, dealer.password);
    await expect(page).toHaveURL("/dashboard");
  });

  test("a dealer with a second factor gives its code before the new password", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const factor = await enrolFactor(dealer);
    await openMailLink(page, await askForLink(page, dealer));
    await expect(page).toHaveURL("/update-password");
    await expect(page.getByLabel("Nueva contraseña")).toBeHidden();
    await page.getByLabel("Código").fill(await nextCode(site, factor));
    await page.getByLabel("Nueva contraseña").fill("clave-nueva");
    await page.getByRole("button", { name: "Actualizar contraseña" }).click();
    await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
    await expect(page).toHaveURL("/login");
  });

  test("a signed-in dealer who opens a worthless link stays signed in", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    await page.goto(
      "/update-password#error=access_denied&error_code=otp_expired&error_description=x",
    );
    await expect(page.getByText("Este enlace ya no es válido")).toBeVisible();
    await page.getByRole("link", { name: "Seguir en mi cuenta" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test.describe("refusals", () => {
    test.use({ provoked: /status of (400|403|422|429|503) .*\/auth\/v1\// });

    test("a dealer who opens the link a second time is told why it fails, and gets another", async ({
      page,
      site,
      browser,
    }) => {
      const dealer = await createDealership(site);
      const link = await askForLink(page, dealer);
      const first = await browser.newPage({ baseURL: site.url });
      await openMailLink(first, link);
      await expect(first.getByLabel("Nueva contraseña")).toBeVisible();
      await first.close();

      await openMailLink(page, link);
      await expect(page.getByText("Este enlace ya no es válido")).toBeVisible();
      await expect(page).toHaveURL("/update-password");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Pedir un enlace nuevo" }).click();
      await expect(page).toHaveURL("/forgot-password");
    });

    test("a dealer who asks again and again is told to wait", async ({ page, site }) => {
      const dealer = await createDealership(site);
      for (let n = 0; n < 4; n += 1) {
        await site.service().auth.resetPasswordForEmail(dealer.email);
      }
      await page.goto("/forgot-password");
      await page.getByLabel("Correo electrónico").fill(dealer.email);
      await page.getByRole("button", { name: "Enviar enlace" }).click();
      await expect(notice(page, "No se pudo enviar el correo")).toContainText("Espera");
      await expect(page).toHaveURL("/forgot-password");
    });

    test("a dealer cannot choose the old password again", async ({ page, site }) => {
      const dealer = await createDealership(site);
      await openMailLink(page, await askForLink(page, dealer));
      await page.getByLabel("Nueva contraseña").fill(dealer.password);
      await page.getByRole("button", { name: "Actualizar contraseña" }).click();
      await expect(page.getByRole("main").getByRole("alert")).toContainText("distinta");
      await expectAccessible(page);
    });

    test("a dealer with an unverified e-mail has the link sent again, and enters", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await site.sql`update auth.users set email_confirmed_at = null where id = ${dealer.id}`;
      await signIn(page, dealer.email, dealer.password);
      await expect(notice(page, "Error de autenticación")).toContainText("verificado");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Enviar otro enlace" }).click();
      await expect(notice(page, "Correo enviado")).toBeVisible();
      await openMailLink(page, await readMailLink(page, dealer.email, "Confirma tu correo"));
      await expect(page).toHaveURL("/dashboard");
    });
  });

  test("a person whose verification link is worthless asks for another right there", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await site.sql`update auth.users set email_confirmed_at = null where id = ${dealer.id}`;
    await page.goto(`${site.url}/auth/v1/verify?type=signup&token=x&redirect_to=/login`);
    await expect(page.getByText("Este enlace ya no es válido")).toBeVisible();
    await page.getByLabel("Correo electrónico de tu cuenta").fill(dealer.email);
    await page.getByRole("button", { name: "Enviar otro enlace" }).click();
    await expect(notice(page, "Correo enviado")).toBeVisible();
    expect(await readMailLink(page, dealer.email, "Confirma tu correo")).toContain("/confirm#");
  });

  test("a person with a screen reader recovers the password", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await page.goto("/login");
    await expect(page.getByRole("link", { name: "¿Olvidaste tu contraseña?" })).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    const link = await askForLink(page, dealer);
    await page.goto("/forgot-password");
    await expect(page).toHaveTitle("Recuperar contraseña | Vitrina");
    await expect(page.getByLabel("Correo electrónico")).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await page.goto(link);
    await expect(page.getByRole("button", { name: "Elegir contraseña nueva" })).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await openMailLink(page, link);
    await expect(page).toHaveTitle("Nueva contraseña | Vitrina");
    await expect(page.getByLabel("Nueva contraseña")).toBeVisible();
    await expectAccessibleByDayAndNight(page);
  });
});
