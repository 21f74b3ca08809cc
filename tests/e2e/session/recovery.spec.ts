import type { Page } from "@playwright/test";
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
import type { Site } from "../site.ts";

const subject = "Crea una contraseña nueva";
const identifier = "Teléfono o correo electrónico";

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(identifier).fill(name);
  await page.getByLabel(/^Contraseña\*?$/).fill(password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
}

/** Sends a recovery mail with or without /update-password as its page; returns its link. */
async function sendLink(
  page: Page,
  site: Site,
  { email }: Person,
  { mails = 1, isComplete = true } = {},
): Promise<string> {
  const redirectTo = `${site.url}/update-password`;
  await site.service().auth.resetPasswordForEmail(email, isComplete ? { redirectTo } : {});
  return readMailLink(page, email, subject, mails);
}

const newPassword = (page: Page) => page.getByLabel("Nueva contraseña");

test.describe("password recovery", () => {
  test.use({ provoked: /status of (400|403|422|429|503) .*\/auth\/v1\// });

  test("a dealer sets a new password by mail; the old one no longer works", async ({
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
    const update = page.getByRole("button", { name: "Actualizar contraseña" });
    await newPassword(page).fill("corta");
    await update.click();
    await expect(notice(page, "Contraseña débil")).toContainText(
      "La contraseña debe tener al menos 6 caracteres.",
    );
    await newPassword(page).fill(dealer.password);
    await update.click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("distinta");
    await expectAccessible(page);
    await newPassword(page).fill("clave-nueva");
    await update.click();
    await expect(notice(page, "¡Contraseña actualizada!")).toBeVisible();
    await expect(page).toHaveURL("/login");

    await signIn(page, dealer.email, dealer.password);
    await expect(notice(page, "Error de autenticación")).toContainText("Credenciales");
    await signIn(page, dealer.email, "clave-nueva");
    await expect(page).toHaveURL("/dashboard");

    const sessions = await site.sql`select 1 from auth.sessions where user_id = ${dealer.id}`;
    expect(sessions).toHaveLength(1);
    await elsewhere.close();
  });

  test("a mail scanner does not use up the link, with or without a browser", async ({
    page,
    site,
    browser,
    request,
  }) => {
    const link = await sendLink(page, site, await createDealership(site));
    for (const method of ["HEAD", "GET", "POST"]) await request.fetch(link, { method });
    await request.fetch(toVerifyLink(link).href, { method: "HEAD", maxRedirects: 0 });
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
    await expect(newPassword(page)).toBeVisible();
    expect(page.url()).not.toContain("token");
    await page.goBack();
    expect(page.url()).not.toContain("token");
  });

  test("a dealer sets a new password by an older link and by one without a page", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await page.goto(toVerifyLink(await sendLink(page, site, dealer)).href);
    await expect(page).toHaveURL("/update-password");
    await expect(newPassword(page)).toBeVisible();
    const link = await sendLink(page, site, dealer, { mails: 2, isComplete: false });
    await page.goto("/share");
    await openMailLink(page, link);
    await expect(page).toHaveURL("/update-password");
    await expect(newPassword(page)).toBeVisible();
  });

  test("a person with a truncated, missing or expired link sees what to do next", async ({
    page,
    site,
  }) => {
    await page.goto("/confirm#type=recovery");
    await expect(page.getByText("A este enlace le falta una parte")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Pedir un enlace nuevo" }).click();
    await expect(page).toHaveURL("/forgot-password");

    await page.goto("/update-password");
    await expect(page.getByText("Abre el enlace de tu correo")).toBeVisible();
    await page.getByRole("link", { name: "Volver a iniciar sesión" }).click();
    await expect(page).toHaveURL("/login");

    await openAs(page, await createDealership(site), "/dashboard");
    await page.goto(
      "/update-password#error=access_denied&error_code=otp_expired&error_description=x",
    );
    await expect(page.getByText("Este enlace ya no es válido")).toBeVisible();
    await page.getByRole("link", { name: "Seguir en mi cuenta" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a dealer who opens a colleague's link sees who gets the new password", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos Uno" });
    const colleague = await createDealership(site, { fullName: "Autos Dos" });
    const link = await sendLink(page, site, colleague);
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await openMailLink(page, link);
    await page.getByRole("button", { name: "Usar el enlace" }).click();
    await expect(page.getByRole("main")).toContainText(`Autos Dos (${colleague.email})`);
  });

  test("a dealer sees why a used link fails, and has to wait after too many requests", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    const link = await sendLink(page, site, dealer);
    const first = await browser.newPage({ baseURL: site.url });
    await openMailLink(first, link);
    await expect(newPassword(first)).toBeVisible();
    await first.close();

    await openMailLink(page, link);
    await expect(page.getByText("Este enlace ya no es válido")).toBeVisible();
    await expect(page).toHaveURL("/update-password");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Pedir un enlace nuevo" }).click();
    await expect(page).toHaveURL("/forgot-password");
    for (let n = 0; n < 4; n += 1) await site.service().auth.resetPasswordForEmail(dealer.email);
    await page.getByLabel("Correo electrónico").fill(dealer.email);
    await page.getByRole("button", { name: "Enviar enlace" }).click();
    await expect(notice(page, "No se pudo enviar el correo")).toContainText("Espera");
    await expect(page).toHaveURL("/forgot-password");
  });

  test("a dealer with an unconfirmed e-mail gets a new link and signs in", async ({
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

  test("a person with an invalid verification link requests another on the page", async ({
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
    const link = await sendLink(page, site, await createDealership(site));
    await page.goto("/login");
    await expect(page.getByRole("link", { name: "¿Olvidaste tu contraseña?" })).toBeVisible();
    await test.step("/login", () => expectAccessibleByDayAndNight(page));
    await page.goto("/forgot-password");
    await expect(page).toHaveTitle("Recuperar contraseña | Vitrina");
    await expect(page.getByLabel("Correo electrónico")).toBeVisible();
    await test.step("/forgot-password", () => expectAccessibleByDayAndNight(page));
    await page.goto(link);
    const choose = page.getByRole("button", { name: "Elegir contraseña nueva" });
    await expect(choose).toBeVisible();
    await test.step("/confirm", () => expectAccessibleByDayAndNight(page));
    await choose.click();
    await expect(page).toHaveTitle("Nueva contraseña | Vitrina");
    await expect(newPassword(page)).toBeVisible();
    await test.step("/update-password", () => expectAccessibleByDayAndNight(page));
  });
});
