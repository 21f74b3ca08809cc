import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { type IsolatedSite, startIsolatedSite } from "#tests/support/isolated-site.ts";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

// The tests share a site and stop its database, so they run one after the other.
test.describe.configure({ mode: "default" });
test.use({ provoked: /status of (400|403|503|504)|AuthRetryableFetchError|ERR_ABORTED/ });

let site: IsolatedSite;
test.beforeAll(async () => {
  site = await startIsolatedSite();
});
test.afterAll(() => site.close());
test.afterEach(() => site.startDatabase());

test.beforeEach(({ page }) => page.clock.install());

/**
 * The client retries a read for 7 s. This advances the page's clock second by second until the
 * page shows the failure; a notice stays for five seconds, so none is missed.
 */
async function expectLate(shown: Locator): Promise<void> {
  await expect(async () => {
    await shown.page().clock.fastForward(1_000);
    await expect(shown).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

const saidLate = (page: Page, words: string) => expectLate(notice(page, words));

const retry = (page: Page) => page.getByRole("button", { name: "Reintentar" }).click();

test.describe("vehicles, while PostgreSQL is stopped", () => {
  test("a dealer's changes on the dashboard fail, and work afterwards", async ({ page }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `${site.url}/dashboard`);
    const card = page.getByRole("article");
    const choose = async (item: string) => {
      await page.getByRole("button", { name: /Acciones para/ }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await expect(card).toContainText("Disponible");
    await site.stopDatabase();
    await choose("Marcar como Vendido");
    await expect(notice(page, "No se pudo actualizar el estado.")).toBeVisible();
    await expect(card).toContainText("Disponible");
    await choose("Eliminar");
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await saidLate(page, "No se pudo eliminar el vehículo.");
    await expect(card).toHaveCount(1);

    await site.startDatabase();
    await choose("Marcar como Vendido");
    await expect(notice(page, "Estado del vehículo actualizado.")).toBeVisible();
    const [row] = await site.sql`select status from public.vehicles where id = ${id}`;
    expect(row?.status).toBe("Vendido");
  });

  test("a dealer's vehicle stays unchanged, and its form keeps the input", async ({ page }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `${site.url}/vehicle/${id}`);
    const publish = page.getByRole("button", { name: "Publicar" });
    await expect(publish).toBeVisible();
    await site.stopDatabase();
    await publish.click();
    await expect(notice(page, "No se pudo actualizar el estado.")).toBeVisible();
    await expect(publish).toBeVisible();
    await site.startDatabase();

    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByLabel("Color").fill("Negro");
    await site.stopDatabase();
    await page.getByRole("switch", { name: "Oculto" }).click();
    await expect(notice(page, "No se pudo publicar el vehículo.")).toBeVisible();
    await expect(page.getByRole("switch", { name: "Oculto" })).not.toBeChecked();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Error al actualizar")).toBeVisible();
    await expect(page.getByLabel("Color")).toHaveValue("Negro");
    await site.startDatabase();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    const [row] = await site.sql`select color, published from public.vehicles where id = ${id}`;
    expect(row).toEqual({ color: "Negro", published: false });
  });

  test("a dealer keeps the form of a new vehicle, and saves it without a second upload", async ({
    page,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, `${site.url}/add-vehicle`);
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill("2019");
    await page.getByLabel("Elegir fotos").setInputFiles([await drawPhoto("a.jpg", "#1f5fa8")]);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);
    await site.stopDatabase();
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(notice(page, "Error al guardar el vehículo")).toBeVisible();
    await expect(page.getByLabel("Modelo")).toHaveValue("Rio");
    await site.startDatabase();
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL(`${site.url}/dashboard`);
    const made = await site.sql`select 1 from public.vehicles where user_id = ${dealer.id}`;
    expect(made).toHaveLength(1);
    const photos = await site.sql`
      select 1 from storage.objects where name like ${`${dealer.id}/%`}`;
    expect(photos).toHaveLength(1);
  });

  test("a dealer keeps a vehicle when its photos cannot be deleted", async ({ page }) => {
    const dealer = await createDealership(site);
    const images = [await storePhoto(dealer, "uno.jpg", "#1f5fa8")];
    const { id } = await makeVehicle(dealer, { images });
    await openAs(page, dealer, `${site.url}/edit-vehicle/${id}`);
    await site.sql`revoke delete on storage.objects from authenticated`;
    await page.getByRole("button", { name: "Eliminar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "Error al eliminar imágenes")).toBeVisible();
    expect(await site.sql`select 1 from public.vehicles where id = ${id}`).toHaveLength(1);
    await site.sql`grant delete on storage.objects to authenticated`;
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "¡Eliminado!")).toBeVisible();
  });
});

test.describe("public pages, while PostgreSQL is stopped", () => {
  test.use({ provoked: /status of 50[034]|Error Response|ErrorResponse/ });

  test("a customer of a storefront sees an error and retries", async ({ page }) => {
    const slug = `autos-${randomBytes(4).toString("hex")}`;
    await makeVehicle(await createDealership(site, { slug }), { published: true });
    // Before hydration, the link and Back would load documents.
    await page.goto(`${site.url}/i/${slug}`, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Ver Inventario" }).click();
    await expect(page).toHaveURL(`${site.url}/i/${slug}/inventory`);
    await site.stopDatabase();
    await page.goBack();
    await expectLate(page.getByRole("heading", { name: "Error Inesperado" }));
    await expectAccessible(page);
    await site.startDatabase();
    await page.getByRole("link", { name: "Reintentar" }).click();
    await expect(page.getByRole("heading", { name: /^Bienvenido a/ })).toBeVisible();
  });

  test("a dealer who shares a selection sees an error and retries", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, `${site.url}/dashboard`);
    await page.getByRole("checkbox", { name: /Kona/ }).click();
    await site.stopDatabase();
    await page.getByRole("button", { name: "Compartir (1)" }).click();
    await expectLate(
      page.getByText("No se pudieron cargar los vehículos. Por favor, intenta de nuevo."),
    );
    await expectAccessible(page);
    await site.startDatabase();
    await page.getByRole("link", { name: "Reintentar" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
  });
});

test.describe("settings and team, while PostgreSQL is stopped", () => {
  test("a dealer's settings fail to load, save and verify, and keep the input", async ({
    page,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, `${site.url}/dashboard`);
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    await site.stopDatabase();
    await page.getByRole("link", { name: "Configuración" }).click();
    await expectLate(page.getByText("No se pudo cargar tu configuración"));
    await site.startDatabase();
    await retry(page);
    await page.getByLabel("Eslogan").fill("Sigue aquí");
    await site.stopDatabase();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await saidLate(page, "No se pudo guardar la configuración.");
    await expect(page.getByLabel("Eslogan")).toHaveValue("Sigue aquí");
    await page.getByLabel("Enlace público").fill("quizas-libre");
    await expectLate(
      page.getByRole("alert").filter({ hasText: "No se pudo verificar el enlace público." }),
    );
    await site.startDatabase();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await saidLate(page, "¡Guardado!");

    await page.goto(`${site.url}/settings/public-page`);
    await page.getByLabel("Clásico").check();
    await site.stopDatabase();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await saidLate(page, "No se pudo guardar la personalización.");
    await expect(page.getByLabel("Clásico")).toBeChecked();
  });

  test("a dealer's team stays unchanged, and loads later", async ({ page }) => {
    const dealer = await createDealership(site);
    const seller = await createSalesperson(site, dealer.id);
    await openAs(page, dealer, `${site.url}/team`);
    const toggle = page.getByRole("switch", { name: /^Cuenta activa/ });
    await expect(toggle).toBeChecked();
    await site.stopDatabase();
    await toggle.click();
    await expect(notice(page, "No se pudo actualizar el estado del vendedor.")).toBeVisible();
    await expect(toggle).toBeChecked();
    await page.getByRole("button", { name: `Eliminar a ${seller.fullName}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "Error al eliminar")).toContainText(
      "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
    );
    await site.startDatabase();

    await page.goto(`${site.url}/dashboard`);
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    await site.stopDatabase();
    await page.getByRole("link", { name: "Miembros del Equipo" }).click();
    await saidLate(page, "No se pudo cargar el equipo.");
    await expectAccessible(page);
    await site.startDatabase();
    await retry(page);
    await expect(toggle).toBeChecked();
  });
});

test.describe("the admin panel, while PostgreSQL is stopped", () => {
  test("an admin's changes fail, and the form keeps the input", async ({ page }) => {
    const mark = randomBytes(4).toString("hex");
    const dealer = await createDealership(site, { fullName: `Autos ${mark}` });
    await openAs(page, await createAdmin(site), `${site.url}/admin/users?q=${mark}`);
    await expect(page.getByText(dealer.email)).toBeVisible();
    await page.getByLabel("Nombre completo").fill("Vera Nueva");
    await page.getByLabel("Correo electrónico o teléfono").fill(`vera-${mark}@example.com`);
    await page.getByLabel(/^Contraseña\*?$/).fill("secreto");
    await site.stopDatabase();
    await page.getByRole("button", { name: "Crear usuario" }).click();
    await expect(notice(page, "Error al crear usuario")).toBeVisible();
    await expect(page.getByLabel("Nombre completo")).toHaveValue("Vera Nueva");
    await page.getByRole("switch").click();
    await expect(
      notice(page, `No se pudo actualizar el usuario ${dealer.fullName}.`),
    ).toBeVisible();
    await expect(page.getByRole("switch")).toBeChecked();
    await page.getByRole("button", { name: /^Eliminar/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "Error al eliminar")).toBeVisible();
    await site.startDatabase();
    await page.getByRole("button", { name: "Crear usuario" }).click();
    await expect(notice(page, "¡Usuario creado!")).toBeVisible();
  });

  test("an admin sees on each tab what failed to load, and loads it later", async ({ page }) => {
    const tabs = page.getByRole("navigation", { name: "Panel de administración" });
    const losses: [tab: string, words: string][] = [
      ["Vista General", "No se pudieron cargar los perfiles de usuario."],
      ["Inventario Plataforma", "Error al cargar vehículos"],
      ["Auditoría", "No se pudo cargar el registro de auditoría."],
      ["Gestionar Cuentas", "No se pudieron cargar los usuarios."],
    ];
    await openAs(page, await createAdmin(site), `${site.url}/admin/access-requests`);
    await expect(page.getByRole("heading", { level: 1, name: "Solicitudes" })).toBeVisible();
    await site.stopDatabase();
    for (const [tab, words] of losses) {
      await test.step(tab, async () => {
        await tabs.getByRole("link", { name: tab }).click();
        await saidLate(page, words);
        await expect(page.getByRole("button", { name: "Reintentar" }).first()).toBeVisible();
        await expectAccessible(page);
        // On a phone the notice covers the tabs until it disappears.
        await page.clock.fastForward(5_000);
      });
    }
    await site.startDatabase();
    await page.getByRole("button", { name: "Reintentar" }).first().click();
    await expect(page.getByRole("button", { name: "Reintentar" })).toHaveCount(0);
  });

  test("an admin's decision fails, and the request stays pending", async ({ page }) => {
    const mark = randomBytes(4).toString("hex");
    await site.service().functions.invoke("request-access", {
      body: {
        name: `Carla ${mark}`,
        phone: `305555${String(Number.parseInt(mark, 16) % 10_000).padStart(4, "0")}`,
        email: `carla-${mark}@example.com`,
        account_type: "concesionario",
        message: "",
        password: "clave-de-carla",
      },
    });
    await openAs(page, await createAdmin(site), `${site.url}/admin/access-requests`);
    const card = page.getByRole("article", { name: `Carla ${mark}` });
    await expect(card).toBeVisible();
    await site.stopDatabase();
    await card.getByRole("button", { name: "Aprobar" }).click();
    await expect(notice(page, "No se pudo aprobar la solicitud.")).toBeVisible();
    await expect(card).toBeVisible();
    await card.getByRole("button", { name: "Rechazar" }).click();
    await page.getByRole("button", { name: "Rechazar solicitud" }).click();
    await expect(notice(page, "No se pudo rechazar la solicitud.")).toBeVisible();
    await site.startDatabase();
    await card.getByRole("button", { name: "Aprobar" }).click();
    await expect(notice(page, "La solicitud ha sido aprobada.")).toBeVisible();
  });
});

test.describe("session and sign-in, while PostgreSQL is stopped", () => {
  test("a dealer signing in sees an unexpected error, not a wrong password", async ({ page }) => {
    const dealer = await createDealership(site);
    await page.goto(`${site.url}/login`);
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await site.stopDatabase();
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await saidLate(page, "Ha ocurrido un error inesperado.");
    await site.startDatabase();
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page).toHaveURL(`${site.url}/dashboard`);
  });

  test("a dealer keeps a session due for renewal until the database is back", async ({ page }) => {
    await openAs(page, await createDealership(site), `${site.url}/dashboard`);
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    await page.evaluate(() => {
      const key = "sb-localhost-auth-token";
      const session = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    });
    await site.stopDatabase();
    await page.reload();
    await expectLate(page.getByText("No se pudo conectar con el servidor"));
    await expectAccessible(page);
    await site.startDatabase();
    await retry(page);
    await expect(page.getByText("No hay vehículos")).toBeVisible();
  });
});
