import { expect, expectAccessible, notice, test } from "../fixtures.ts";

test.describe("the first administrator", () => {
  test.describe("on a site without any account", () => {
    test.use({
      baseURL: ({ site }, use) => use(site.untouchedUrl),
    });

    test("a visitor becomes the first admin, and a second one is rejected", async ({
      page,
      browser,
      baseURL,
    }) => {
      await page.goto("/create-admin");
      await expect(page.getByLabel("Nombre completo")).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel("Nombre completo").fill("Ada Administradora");
      await page.getByLabel("Teléfono").fill("(305) 555-0142");
      await page.getByLabel(/^Contraseña\*?$/).fill("corta");
      await page.getByRole("button", { name: "Crear administrador" }).click();
      await expect(notice(page, "Contraseña débil")).toContainText(
        "La contraseña debe tener al menos 6 caracteres.",
      );
      await expect(page).toHaveURL("/create-admin");

      const second = await browser.newContext({ baseURL });
      const stranger = await second.newPage();
      const create = stranger.getByRole("button", { name: "Crear administrador" });
      await stranger.goto("/create-admin");
      await stranger.getByLabel("Nombre completo").fill("Eva Extraña");
      await stranger.getByLabel("Teléfono").fill("(305) 555-0143");
      await stranger.getByLabel(/^Contraseña\*?$/).fill("clave-de-eva");
      await second.setOffline(true);
      await create.click();
      await expect(notice(stranger, "Error inesperado")).toContainText(
        "Ha ocurrido un error inesperado.",
      );
      await second.setOffline(false);

      await page.getByLabel(/^Contraseña\*?$/).fill("clave-de-ada");
      await page.getByRole("button", { name: "Crear administrador" }).click();
      await expect(page).toHaveURL("/dashboard");
      await expect(page.getByRole("heading", { name: "Vista General" })).toBeVisible();

      await create.click();
      await expect(notice(stranger, "Error al crear cuenta")).toContainText(
        "Ya existe un administrador.",
      );
      await stranger.goto("/create-admin");
      await expect(stranger.getByText("Ya existe un administrador.")).toBeVisible();
      await expect(stranger.getByLabel(/^Contraseña\*?$/)).toBeHidden();
      await stranger.getByRole("link", { name: "Ir a iniciar sesión" }).click();
      await expect(stranger).toHaveURL("/login");
      await second.close();
    });
  });
});
