import type { Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";

const identifierBox = (page: Page) => page.getByLabel("Teléfono o correo electrónico");
const passwordBox = (page: Page) => page.getByLabel(/^Contraseña\*?$/);

async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  await identifierBox(page).fill(identifier);
  await passwordBox(page).fill(password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
}

test.describe("sign-in", () => {
  test("a new dealer's welcome notice is below the first steps and above the bar", {
    tag: "@every-width",
  }, async ({ page, site, isMobile }) => {
    const dealer = await createDealership(site);
    await page.goto("/login");
    await signIn(page, dealer.email, dealer.password);
    const steps = page.getByRole("region", { name: "Primeros pasos" });
    await expect(steps).toBeVisible();
    await expect(notice(page, "¡Bienvenido!")).toContainText("Has iniciado sesión correctamente.");
    await expect(page).toHaveURL("/dashboard");
    const greeting = await notice(page, "¡Bienvenido!").boundingBox();
    const taken = await steps.boundingBox();
    const end = (box: typeof greeting) => (box ? box.y + box.height : 0);
    expect(greeting?.y).toBeGreaterThan(end(taken));
    if (isMobile) {
      const bar = await page.getByRole("navigation", { name: "Principal" }).boundingBox();
      expect(end(greeting)).toBeLessThan(bar?.y ?? 0);
    }
  });

  test("a dealer signs in by a handwritten phone number, and sends the form once", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const [, area, prefix, line] = /^1(\d{3})(\d{3})(\d{4})$/.exec(dealer.phone) ?? [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/auth\/v1\/token/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/login");
    await identifierBox(page).fill(`(${area}) ${prefix}-${line}`);
    await passwordBox(page).fill(dealer.password);
    await passwordBox(page).press("Enter");
    await expect(page.getByRole("button", { name: /Iniciando sesión/ })).toBeDisabled();
    await expect(identifierBox(page)).toBeDisabled();
    release();
    await expect(page).toHaveURL("/dashboard");
  });

  test.describe("errors", () => {
    test.use({ provoked: /status of 400 .*\/auth\/v1\/token/ });

    test("a dealer sees what is missing or wrong, but not who has an account", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const inactive = await createDealership(site, { active: false });
      const refusal = notice(page, "Error de autenticación");
      await page.goto("/login");
      await page.getByRole("button", { name: "Iniciar Sesión" }).click();
      await expect(page.getByText("Escribe tu teléfono o correo electrónico.")).toBeVisible();
      await expect(page.getByText("Escribe tu contraseña.")).toBeVisible();
      await expect(identifierBox(page)).toBeFocused();

      for (const identifier of ["nadie@example.com", dealer.email]) {
        const answer = page.waitForResponse(/\/auth\/v1\/token/);
        await signIn(page, identifier, "equivocada");
        expect((await answer).status(), identifier).toBe(400);
        await expect(refusal.getByRole("alert"), identifier).toHaveText([
          "Error de autenticación",
          "Credenciales incorrectas. Por favor, inténtalo de nuevo.",
        ]);
      }
      await signIn(page, inactive.email, inactive.password);
      await expect(refusal).toContainText("inactiva");
      await expect(page).toHaveURL("/login");

      await signIn(page, dealer.email, dealer.password);
      await expect(notice(page, "¡Bienvenido!")).toBeVisible();
      await expect(page.getByRole("alert"), "a greeting does not interrupt").toHaveCount(0);
    });
  });

  test("a signed-in dealer who opens /login is redirected to the dashboard", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/login");
    await expect(page).toHaveURL("/dashboard");
  });

  test("a dealer without JavaScript sees what private pages need", async ({ browser, site }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/login", "/dashboard", "/update-password"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(
        "Activa JavaScript para continuar",
      );
      await expect(page.getByRole("status"), path).toBeHidden();
      await page.getByRole("link", { name: "Volver al inicio" }).click();
      await expect(page).toHaveURL("/");
    }
    await context.close();
  });
});
