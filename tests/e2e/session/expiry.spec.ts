import { createDealership } from "#tests/support/people.ts";
import { closeNotice, expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";

test.describe("a session", () => {
  test("a dealer signs out and is nobody", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/");
  });

  test.describe("an ended session", () => {
    test.use({ provoked: /status of (400|401|403) .*\/(auth|rest)\/v1\// });

    test("a dealer whose refresh token is refused is told and signed out", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await openAs(page, dealer, "/login");
      await expect(page).toHaveURL("/dashboard");
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem("sb-localhost-auth-token") ?? "{}");
        const ended = { ...session, refresh_token: "no-existe", expires_at: 1 };
        localStorage.setItem("sb-localhost-auth-token", JSON.stringify(ended));
      });
      await page.reload();
      await expect(notice(page, "Sesión expirada")).toContainText(
        "Por favor, inicia sesión de nuevo para continuar.",
      );
      await expect(page).toHaveURL("/");
    });
  });

  test.describe("a missing profile", () => {
    test.use({ provoked: /status of 406 .*\/rest\/v1\/profiles/ });

    test("a dealer whose profile is missing gets one", async ({ page, site }) => {
      const dealer = await createDealership(site);
      await site.sql`delete from public.profiles where id = ${dealer.id}`;
      await openAs(page, dealer, "/dashboard");
      await expect(page.getByRole("button", { name: "Cerrar sesión" })).toBeVisible();
      await expect
        .poll(() => site.sql`select role, is_active from public.profiles where id = ${dealer.id}`)
        .toEqual([{ role: "vendedor", is_active: false }]);
    });
  });
});

test.describe("notices", () => {
  test("a visitor sees one notice at a time, for five seconds", async ({ page }) => {
    await page.clock.install();
    await page.goto("/create-admin");
    await page.goto("/login");
    await page.getByRole("button", { name: "Solicitar acceso" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Contraseña\*?$/).fill("123");
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "Contraseña muy corta")).toBeVisible();
    await dialog.getByLabel(/^Contraseña\*?$/).fill("123456");
    await dialog.getByLabel(/^Confirmar contraseña/).fill("654321");
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "Las contraseñas no coinciden")).toBeVisible();
    await expect(page.getByTestId("toast")).toHaveCount(1);
    await page.clock.runFor(4_000);
    await expect(page.getByTestId("toast")).toHaveCount(1);
    await page.clock.runFor(2_000);
    await expect(page.getByTestId("toast")).toHaveCount(0);
  });

  test("a visitor closes a notice above a dialog, and the dialog stays", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Solicitar acceso" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Contraseña\*?$/).fill("123");
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "Contraseña muy corta")).toBeVisible();
    await expectAccessible(page);
    await closeNotice(page);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test.describe("the theme", () => {
  const primary = () =>
    getComputedStyle(document.documentElement).getPropertyValue("--primary").trim();

  test("a dealer's accent colour is the primary colour of the private pages", async ({
    page,
    site,
  }) => {
    const config = { page_style: { accent_color: "#0B7A4B" } };
    await openAs(page, await createDealership(site, { config }), "/dashboard");
    await expect.poll(() => page.evaluate(primary)).toMatch(/^15[3-5]/);
  });

  test("a dealer without an accent colour gets #FF6A00, and the secondary colour is fixed", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(primary)).toMatch(/^2[45]/);
    const secondary = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--secondary").trim(),
    );
    expect(secondary).toBe("222 47% 21%");
  });
});
