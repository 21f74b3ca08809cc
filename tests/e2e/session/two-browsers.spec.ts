import type { Page } from "@playwright/test";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const save = (page: Page) => page.getByRole("button", { name: "Guardar cambios" }).click();

test.describe("a vehicle that changes elsewhere", () => {
  test.use({ provoked: /status of (400|406)/ });

  test("a dealer's save keeps a colleague's new status, and fails once it is deleted", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const seller = await createSalesperson(site, dealer.id);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByLabel("Precio").fill("17000");
    await page.getByLabel("Color").fill("Negro");
    const own = seller.client.from("vehicles").update({ status: "Vendido" }).eq("id", id);
    await own.throwOnError();
    await save(page);
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    const [row] = await site.sql`
      select status, price, color, published from public.vehicles where id = ${id}`;
    expect(row).toEqual({ status: "Vendido", price: "17000", color: "Negro", published: false });

    await page.goto(`/edit-vehicle/${id}`);
    await page.getByLabel("Color").fill("Blanco");
    await site.sql`delete from public.vehicles where id = ${id}`;
    await save(page);
    await expect(notice(page, "Error al actualizar")).toContainText(
      "Datos insuficientes para actualizar.",
    );
    await expect(page.getByLabel("Color")).toHaveValue("Blanco");
  });

  test("a dealer who shares a deleted vehicle sees that nothing is selected", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await makeVehicle(dealer, { model: "Tucson" });
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("checkbox", { name: /Kona/ }).click();
    await expect(page.getByRole("button", { name: "Compartir (1)" })).toBeVisible();
    await site.sql`delete from public.vehicles where id = ${id}`;
    await page.getByRole("button", { name: /Acciones para .*Tucson/ }).click();
    await page.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    const share = page.getByRole("button", { name: /^Compartir/ });
    await share.click();
    await expect(notice(page, "Nada seleccionado")).toContainText(
      "Por favor, selecciona al menos un vehículo para compartir.",
    );
    await expect(page).toHaveURL("/dashboard");
    await expect(share).toHaveCount(0);
  });
});

test.describe("a session that ends in another tab", () => {
  test.use({ provoked: /status of 40[0136] / });

  test("a dealer keeps both forms and the photo, and saves them after signing in on one", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill("2019");
    await page.getByLabel("Elegir fotos").setInputFiles([await drawPhoto("a.jpg", "#1f5fa8")]);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);
    const editing = await context.newPage();
    await editing.goto(`/edit-vehicle/${id}`);
    await editing.getByLabel("Color").fill("Negro");
    const leaving = await context.newPage();
    await leaving.goto("/dashboard");
    await leaving.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(leaving).toHaveURL("/");

    await save(editing);
    await expect(notice(editing, "Error al actualizar")).toContainText(
      "Datos insuficientes para actualizar.",
    );
    const ended = page.getByRole("region", { name: "Tu sesión terminó" });
    await expect(ended).toBeVisible();
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(notice(page, "Debes iniciar sesión para agregar un vehículo.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(ended).toHaveCount(0);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL("/dashboard");
    await save(editing);
    await expect(notice(editing, "¡Guardado!")).toBeVisible();
    const rows = await site.sql`select brand, color, jsonb_array_length(to_jsonb(images)) as photos
      from public.vehicles where user_id = ${dealer.id} order by brand`;
    expect(rows).toEqual([
      { brand: "Hyundai", color: "Negro", photos: 0 },
      { brand: "Kia", color: null, photos: 1 },
    ]);
  });

  test("another dealer who signs in there gets an empty form and saves their own", async ({
    page,
    site,
    context,
  }) => {
    const [first, second] = [await createDealership(site), await createDealership(site)];
    await openAs(page, first, "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    const leaving = await context.newPage();
    await leaving.goto("/dashboard");
    await leaving.getByRole("button", { name: "Cerrar sesión" }).click();
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await page
      .getByRole("region", { name: "Tu sesión terminó" })
      .getByRole("button", { name: "Iniciar sesión" })
      .click();
    await page.getByLabel("Teléfono o correo electrónico").fill(second.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(second.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page.getByLabel("Marca")).toHaveValue("");
    await page.getByLabel("Marca").fill("Toyota");
    await page.getByLabel("Modelo").fill("Yaris");
    await page.getByLabel("Año").fill("2021");
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL("/dashboard");
    const rows = await site.sql`
      select user_id, brand from public.vehicles where user_id = any(${[first.id, second.id]})`;
    expect(rows).toEqual([{ user_id: second.id, brand: "Toyota" }]);

    await test.step("leaving such a form discards it", async () => {
      await page.goto("/add-vehicle");
      await page.getByLabel("Marca").fill("Kia");
      await leaving.goto("/dashboard");
      await leaving.getByRole("button", { name: "Cerrar sesión" }).click();
      await expect(page.getByRole("region", { name: "Tu sesión terminó" })).toBeVisible();
      await page.getByRole("link", { name: "Volver" }).click();
      await page.getByRole("button", { name: "Salir sin guardar" }).click();
      await expect(page).toHaveURL("/");
    });
  });
});

test.describe("a session that the browser lost", () => {
  test("a dealer is asked to sign in, and keeps the form", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill("2019");
    await page.evaluate(() => localStorage.clear());
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(notice(page, "Debes iniciar sesión para agregar un vehículo.")).toBeVisible();
    await expect(page.getByLabel("Marca")).toHaveValue("Kia");
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL("/dashboard");
    expect(await site.sql`select brand from public.vehicles where user_id = ${dealer.id}`).toEqual([
      { brand: "Kia" },
    ]);
  });
});

test.describe("a draft that was not saved", () => {
  const drafts = (page: Page) =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft")));

  test("a dealer who signs out leaves none in the browser, in any tab", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await expect.poll(() => drafts(page)).toHaveLength(1);
    const other = await context.newPage();
    await other.goto("/add-vehicle");
    await other.getByLabel("Marca").fill("Seat");
    await expect.poll(() => drafts(other)).toHaveLength(1);
    await other.goto("/dashboard");
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => drafts(page)).toHaveLength(0);
    await expect.poll(() => drafts(other)).toHaveLength(0);
  });
});

test.describe("a revoked token", () => {
  test.use({ provoked: /status of (400|401|403|406)/ });

  const expired = async (page: Page) => {
    await expect(notice(page, "Sesión expirada")).toContainText(
      "Por favor, inicia sesión de nuevo para continuar.",
    );
    await expect(page).toHaveURL("/");
  };

  test("a dealer is signed out at the next request after the session ends elsewhere", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await site.service().auth.admin.signOut(await tokenOf(dealer), "global");
    await page.getByRole("menuitem", { name: "Marcar como Vendido" }).click();
    await expired(page);
  });

  test("a dealer is signed out at the next page after the account is closed", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/dashboard");
    await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    await page.reload();
    await expired(page);
  });
});
