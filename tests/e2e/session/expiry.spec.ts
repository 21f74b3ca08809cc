import { createDealership } from "#tests/support/people.ts";
import { closeNotice, expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";

test.describe("a session", () => {
  test.describe("an ended session", () => {
    test.use({ provoked: /status of (400|401|403) .*\/(auth|rest)\/v1\// });

    test("a dealer with a rejected refresh token sees why and is signed out", async ({
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

    test("a dealer without a profile gets one", async ({ page, site }) => {
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
  test("a visitor sees one notice for five seconds, and closes it on top of a dialog", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/login");
    await page.getByRole("button", { name: "Solicitar acceso" }).click();
    const dialog = page.getByRole("dialog");
    const send = dialog.getByRole("button", { name: "Enviar solicitud" });
    await dialog.getByLabel(/^Contraseña\*?$/).fill("123");
    await send.click();
    await expect(notice(page, "Contraseña muy corta")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(/^Contraseña\*?$/).fill("123456");
    await dialog.getByLabel(/^Confirmar contraseña/).fill("654321");
    await send.click();
    await expect(notice(page, "Las contraseñas no coinciden")).toBeVisible();
    await expect(page.getByTestId("toast")).toHaveCount(1);
    await page.clock.runFor(4_000);
    await expect(page.getByTestId("toast")).toHaveCount(1);
    await page.clock.runFor(2_000);
    await expect(page.getByTestId("toast")).toHaveCount(0);

    await page.clock.resume();
    await send.click();
    await closeNotice(page);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test.describe("the theme", () => {
  const primary = () =>
    getComputedStyle(document.documentElement).getPropertyValue("--primary").trim();

  test("a dealer's private pages have the accent colour, or #FF6A00", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(primary)).toMatch(/^2[45]/);
    const secondary = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--secondary").trim(),
    );
    expect(secondary).toBe("222 47% 21%");
    const config = { page_style: { accent_color: "#0B7A4B" } };
    await dealer.client.from("profiles").update({ config }).eq("id", dealer.id).throwOnError();
    await page.reload();
    await expect.poll(() => page.evaluate(primary)).toMatch(/^15[3-5]/);
  });
});
