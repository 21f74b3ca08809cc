import { createDealership } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";

const refusedSignIn = /status of 400 .*\/auth\/v1\/token/;

test.describe("sign-in", () => {
  test("a dealer signs in by e-mail and is greeted on the dashboard", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await page.goto("/login");
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(notice(page, "¡Bienvenido!")).toContainText("Has iniciado sesión correctamente.");
    await expect(page).toHaveURL("/dashboard");
  });

  test("a new dealer's greeting leaves the first steps free, and the bar below", {
    tag: "@every-width",
  }, async ({ page, site, isMobile }) => {
    const dealer = await createDealership(site);
    await page.goto("/login");
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    const steps = page.getByRole("region", { name: "Primeros pasos" });
    await expect(steps).toBeVisible();
    const greeting = await notice(page, "¡Bienvenido!").boundingBox();
    const taken = await steps.boundingBox();
    const end = (box: typeof greeting) => (box ? box.y + box.height : 0);
    expect(greeting?.y).toBeGreaterThan(end(taken));
    if (isMobile) {
      const bar = await page.getByRole("navigation", { name: "Principal" }).boundingBox();
      expect(end(greeting)).toBeLessThan(bar?.y ?? 0);
    }
  });

  test("a dealer signs in by a phone number as it is written by hand", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const [, area, prefix, line] = /^1(\d{3})(\d{3})(\d{4})$/.exec(dealer.phone) ?? [];
    await page.goto("/login");
    await page.getByLabel("Teléfono o correo electrónico").fill(`(${area}) ${prefix}-${line}`);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByLabel(/^Contraseña\*?$/).press("Enter");
    await expect(page).toHaveURL("/dashboard");
  });

  test.describe("refusals", () => {
    test.use({ provoked: refusedSignIn });

    test("a stranger and a dealer with a wrong password read the same words", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await page.goto("/login");
      for (const identifier of [dealer.email, "nadie@example.com"]) {
        await page.getByLabel("Teléfono o correo electrónico").fill(identifier);
        await page.getByLabel(/^Contraseña\*?$/).fill("equivocada");
        const answer = page.waitForResponse(/\/auth\/v1\/token/);
        await page.getByRole("button", { name: "Iniciar Sesión" }).click();
        expect((await answer).status()).toBe(400);
        await expect(notice(page, "Error de autenticación")).toContainText(
          "Credenciales incorrectas. Por favor, inténtalo de nuevo.",
        );
      }
      await expect(page).toHaveURL("/login");
    });

    test("a dealer with a screen reader hears a refusal at once, and a greeting in its turn", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await page.goto("/login");
      await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
      await page.getByLabel(/^Contraseña\*?$/).fill("equivocada");
      await page.getByRole("button", { name: "Iniciar Sesión" }).click();
      const refusal = notice(page, "Error de autenticación");
      await expect(refusal.getByRole("alert")).toHaveText([
        "Error de autenticación",
        "Credenciales incorrectas. Por favor, inténtalo de nuevo.",
      ]);
      await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
      await page.getByRole("button", { name: "Iniciar Sesión" }).click();
      await expect(notice(page, "¡Bienvenido!")).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });

    test("an inactive dealer with the right password reads the reason", async ({ page, site }) => {
      const dealer = await createDealership(site, { active: false });
      await page.goto("/login");
      await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
      await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
      await page.getByRole("button", { name: "Iniciar Sesión" }).click();
      await expect(notice(page, "Error de autenticación")).toContainText("inactiva");
    });
  });

  test("a dealer who sends nothing reads what is missing at the fields", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page.getByText("Escribe tu teléfono o correo electrónico.")).toBeVisible();
    await expect(page.getByText("Escribe tu contraseña.")).toBeVisible();
    await expect(page.getByLabel("Teléfono o correo electrónico")).toBeFocused();
  });

  test("a dealer cannot send the form twice while it is being sent", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/auth\/v1\/token/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/login");
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page.getByRole("button", { name: /Iniciando sesión/ })).toBeDisabled();
    await expect(page.getByLabel("Teléfono o correo electrónico")).toBeDisabled();
    release();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a signed-in dealer who opens /login is led to the dashboard", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/login");
    await expect(page).toHaveURL("/dashboard");
  });

  for (const path of ["/login", "/dashboard", "/update-password"]) {
    test(`a dealer without JavaScript reads what ${path} needs`, async ({ browser, site }) => {
      const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "Activa JavaScript para continuar",
      );
      await expect(page.getByRole("status")).toBeHidden();
      await page.getByRole("link", { name: "Volver al inicio" }).click();
      await expect(page).toHaveURL("/");
      await context.close();
    });
  }
});
