import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import type { Site } from "../site.ts";

const anAddress = () => `nuevo-${randomBytes(4).toString("hex")}@example.com`;
const box = (page: Page, label: string) => page.getByRole("textbox", { name: label });
const save = (page: Page) => page.getByRole("button", { name: "Guardar cambios" }).click();

async function makeTeam(site: Site, config: Record<string, unknown> = {}) {
  const dealer = await createDealership(site);
  const vendedor = await createSalesperson(site, dealer.id, { config });
  return { dealer, vendedor, path: `/team/edit/${vendedor.id}` };
}

async function signIn(site: Site, email: string, password: string): Promise<string | null> {
  const client = createTestClient(site.url, site.anonKey);
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error?.code ?? null;
}

test.describe("editing a salesperson", () => {
  test("a dealer changes name, numbers, e-mail and password; the rest of the card stays", async ({
    page,
    site,
  }) => {
    const { dealer, vendedor, path } = await makeTeam(site, {
      profile: { phone: "305 555 0100", instagram: "@vale" },
      page_style: { accent_color: "#123456" },
    });
    const email = anAddress();
    await openAs(page, dealer, "/team");
    await page.getByRole("link", { name: `Editar a ${vendedor.fullName}` }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle("Editar Vendedor | Vitrina");
    await expect(box(page, "Teléfono")).toHaveValue("305 555 0100");
    await expectAccessible(page);
    // The salesperson saves their own card while the dealer types.
    await site.sql`
      update public.profiles set config = jsonb_set(config, '{profile,tagline}', '"Ven a verme"')
      where id = ${vendedor.id}`;
    await box(page, "Nombre completo").fill("Vera Vendedora");
    await box(page, "WhatsApp").fill("+1 305 555 0199");
    await box(page, "Correo electrónico").fill(email);
    await box(page, "Nueva contraseña").fill("clave-nueva");
    await save(page);
    await expect(notice(page, "¡Guardado!")).toContainText("Vera Vendedora");
    await expect(page).toHaveURL("/team");
    await expect(page.getByRole("article", { name: "Vera Vendedora" })).toContainText(email);
    const rows = await site.sql`
      select full_name, config, email from public.profiles where id = ${vendedor.id}`;
    expect(rows).toEqual([
      {
        full_name: "Vera Vendedora",
        email,
        config: {
          profile: {
            phone: "305 555 0100",
            whatsapp: "+1 305 555 0199",
            instagram: "@vale",
            tagline: "Ven a verme",
          },
          page_style: { accent_color: "#123456" },
        },
      },
    ]);
    expect(await signIn(site, email, "clave-nueva")).toBeNull();
  });

  test("a dealer sees what is wrong and what was saved, and is asked before leaving", async ({
    page,
    site,
  }) => {
    const { dealer, vendedor, path } = await makeTeam(site);
    const question = page.getByRole("alertdialog", { name: "¿Salir sin guardar?" });
    await openAs(page, dealer, path);
    await box(page, "Nombre completo").fill("Vera Vendedora");
    await box(page, "Nueva contraseña").fill("12345");
    await save(page);
    await expect(notice(page, "Contraseña débil")).toContainText(
      "La contraseña debe tener al menos 6 caracteres.",
    );
    await expect(page).toHaveURL(path);
    const rows = await site.sql`select full_name from public.profiles where id = ${vendedor.id}`;
    expect(rows).toEqual([{ full_name: vendedor.fullName }]);

    await box(page, "Correo electrónico").fill(dealer.email);
    await box(page, "Nueva contraseña").fill("clave-nueva");
    await save(page);
    await expect(notice(page, "Error al cambiar email")).toContainText(
      "Ya existe una cuenta con este correo electrónico.",
    );
    const account = page.getByRole("main").getByText("Se guardó solo una parte").locator("../..");
    await expect(account).toContainText("Guardado: nombre y contacto, contraseña.");
    await expect(account).toContainText("Error al cambiar email: Ya existe una cuenta");
    await expect(box(page, "Nueva contraseña")).toHaveValue("");
    await expectAccessible(page);
    expect(await signIn(site, vendedor.email, "clave-nueva")).toBeNull();

    await page.getByRole("link", { name: "Volver" }).click();
    await question.getByRole("button", { name: "Seguir editando" }).click();
    await expect(box(page, "Correo electrónico")).toHaveValue(dealer.email);
    await page.getByRole("button", { name: "Cancelar" }).click();
    await question.getByRole("button", { name: "Salir sin guardar" }).click();
    await expect(page.getByRole("article", { name: "Vera Vendedora" })).toBeVisible();
  });

  const figureSwitch = (page: Page) => page.getByRole("switch", { name: "Ve costos y ventas" });
  const viewersOf = (site: Site, vendedor: { id: string }) =>
    site.sql`select dealership_id from public.figure_viewers where id = ${vendedor.id}`;

  test.describe("when the server rejects a request", () => {
    test.use({ provoked: /status of (403|500|503)/ });

    test("a dealer lets a salesperson see figures, and sees a rejected change reverted", async ({
      page,
      site,
    }) => {
      const { dealer, vendedor, path } = await makeTeam(site);
      const other = await createDealership(site);
      await openAs(page, dealer, path);
      await expect(figureSwitch(page)).not.toBeChecked();
      await figureSwitch(page).press("Space");
      await expect(notice(page, "Permiso dado")).toContainText(vendedor.fullName);
      await expectAccessible(page);
      expect(await viewersOf(site, vendedor)).toEqual([{ dealership_id: dealer.id }]);
      await figureSwitch(page).click();
      await expect(notice(page, "Permiso quitado")).toBeVisible();
      expect(await viewersOf(site, vendedor)).toEqual([]);

      await site.sql`
        update public.profiles set dealership_id = ${other.id} where id = ${vendedor.id}`;
      await figureSwitch(page).click();
      await expect(notice(page, "No se pudo cambiar el permiso.")).toBeVisible();
      await expect(figureSwitch(page)).not.toBeChecked();
    });

    test("a dealer cannot open or save a salesperson who is missing or in another team", async ({
      page,
      site,
    }) => {
      const { dealer, vendedor, path } = await makeTeam(site);
      const other = await createDealership(site);
      await openAs(page, dealer, path);
      await test.step("a salesperson who changes teams while being edited", async () => {
        await box(page, "Nombre completo").fill("Vera Vendedora");
        await box(page, "Nueva contraseña").fill("clave-nueva");
        await site.sql`
          update public.profiles set dealership_id = ${other.id} where id = ${vendedor.id}`;
        await save(page);
        await expect(notice(page, "Error al guardar perfil")).toContainText(
          "Esta persona ya no está en tu equipo.",
        );
        await expect(page.getByText("No se guardó ningún cambio")).toBeVisible();
        await expect(page.getByText("Error al cambiar contraseña: ")).toBeVisible();
        expect(await signIn(site, vendedor.email, vendedor.password)).toBeNull();
        const rows =
          await site.sql`select full_name from public.profiles where id = ${vendedor.id}`;
        expect(rows).toEqual([{ full_name: vendedor.fullName }]);
      });
      const missing = "No se pudo encontrar al vendedor.";
      for (const [id, words] of [
        ["0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11", missing],
        ["no-es-un-id", missing],
        [vendedor.id, "Acceso denegado"],
      ] as const) {
        await test.step(`/team/edit/${id}`, async () => {
          await page.goto(`/team/edit/${id}`);
          await expect(notice(page, words), id).toBeVisible();
          await expect(page, id).toHaveURL("/team");
        });
      }
    });
  });
});
