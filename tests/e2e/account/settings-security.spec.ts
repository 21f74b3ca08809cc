import type { Page } from "@playwright/test";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { columns } from "./settings-rows.ts";

test.describe("settings: Seguridad", () => {
  test.use({ provoked: /status of 422 / });

  test("a dealer sees what is wrong with a password, changes it, and ends other sessions", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const elsewhere = createTestClient(site.url, site.anonKey);
    await elsewhere.auth.signInWithPassword({ email: dealer.email, password: dealer.password });
    await openAs(page, dealer, "/settings?tab=seguridad");
    const change = page.getByRole("button", { name: "Cambiar contraseña" });
    await change.click();
    await expect(page.getByText("La nueva contraseña es requerida")).toBeVisible();
    await expect(page.getByText("Por favor confirma la nueva contraseña")).toBeVisible();
    await fillPassword(page, "1234567");
    await expect(
      page.getByText("La contraseña debe tener al menos 8 caracteres", { exact: true }),
    ).toBeVisible();
    await page.getByLabel("Nueva contraseña*", { exact: true }).fill("12345678");
    await change.click();
    await expect(page.getByText("Las contraseñas no coinciden")).toBeVisible();
    await fillPassword(page, dealer.password);
    await expect(
      page
        .getByRole("main")
        .getByRole("alert")
        .filter({ hasText: "debe ser distinta de la actual" }),
    ).toBeVisible();

    await fillPassword(page, "otra-clave-segura");
    await expect(notice(page, "Tu contraseña ha sido actualizada.")).toBeVisible();
    await expect(page.getByLabel("Confirmar nueva contraseña")).toHaveValue("");
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const { error } = await createTestClient(site.url, site.anonKey).auth.signInWithPassword({
      email: dealer.email,
      password: "otra-clave-segura",
    });
    expect(error).toBeNull();
    await page.reload();
    await expect(page.getByRole("tab", { name: "Seguridad" })).toBeVisible();
  });
});

test.describe("settings of an impersonating admin", () => {
  test("an impersonating admin edits the dealership's page, but not its password", async ({
    page,
    site,
  }) => {
    const config = { features: { canEditPublicPage: false } };
    const dealer = await createDealership(site, { fullName: "Autos Ajenos", config });
    const admin = await createAdmin(site);
    const { data } = await admin.client.from("profiles").select("*").eq("id", dealer.id).single();
    await page.addInitScript(
      (stored) => sessionStorage.setItem("impersonatedUser", stored),
      JSON.stringify(data),
    );
    await openAs(page, admin, "/settings");
    await expect(page.getByLabel("Enlace público")).toBeEnabled();
    await page.getByLabel("Eslogan").fill("Escrito por soporte");
    await page.getByLabel("Subir logo").setInputFiles(await drawPhoto("logo.jpg", "#1f5fa8"));
    await expect(notice(page, "Logo subido")).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    expect((await columns(site, dealer)).config).toMatchObject({
      profile: { slogan: "Escrito por soporte", logo: expect.stringContaining(dealer.id) },
    });
    await page.getByRole("tab", { name: "Seguridad" }).click();
    await expect(
      page.getByRole("tabpanel").getByText("Estás administrando como: Autos Ajenos"),
    ).toBeVisible();
    await expect(page.getByLabel("Confirmar nueva contraseña")).toHaveCount(0);
  });
});

async function fillPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Nueva contraseña*", { exact: true }).fill(password);
  await page.getByLabel("Confirmar nueva contraseña").fill(password);
  await page.getByRole("button", { name: "Cambiar contraseña" }).click();
}
