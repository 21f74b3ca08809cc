import type { Page } from "@playwright/test";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { enrolFactor, nextCode } from "#backend-tests/support/second-factor.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

type World = {
  site: Site;
  dealer: Person;
  vehicle: string;
  /** A second, sold vehicle. */
  sold: string;
  lead: string;
};

type Form = {
  path: (world: World) => string;
  type: (page: Page) => Promise<void>;
  save: (page: Page) => Promise<void>;
  /** The stored value after saving. */
  stored: (world: World) => Promise<unknown>;
  typed: unknown;
};

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).click();
const blur = (page: Page) => page.keyboard.press("Tab");
const one = async (rows: PromiseLike<Record<string, unknown>[]>) => (await rows)[0]?.value ?? null;

/** Forms of an account and its team, one of each kind. */
const accountForms: Record<string, Form> = {
  settings: {
    path: () => "/settings",
    type: (page) => page.getByLabel("Nombre completo").fill("Autos Nuevos"),
    save: press("Guardar cambios"),
    stored: ({ site, dealer }) =>
      one(site.sql`select full_name as value from public.profiles where id = ${dealer.id}`),
    typed: "Autos Nuevos",
  },
  "a new team member": {
    path: () => "/team",
    type: async (page) => {
      await page.getByRole("button", { name: "Añadir Vendedor" }).first().click();
      await page.getByLabel("Nombre completo").fill("Nina Nueva");
      await page.getByLabel("Correo electrónico").fill(`nina-${Date.now()}@example.com`);
    },
    save: (page) =>
      page.getByRole("dialog").getByRole("button", { name: "Crear vendedor" }).click(),
    stored: ({ site, dealer }) =>
      one(site.sql`select full_name as value from public.profiles
        where dealership_id = ${dealer.id} and full_name like 'Nina%'`),
    typed: "Nina Nueva",
  },
  "a second factor": {
    path: () => "/settings?tab=seguridad",
    type: async (page) => {
      await page.getByRole("button", { name: "Activar verificación" }).click();
      await page.getByRole("dialog").getByLabel("Nombre").fill("Mi reloj");
    },
    save: press("Continuar"),
    stored: ({ site, dealer }) =>
      one(site.sql`select friendly_name as value from auth.mfa_factors
        where user_id = ${dealer.id}`),
    typed: "Mi reloj",
  },
};

/** Forms of vehicles and leads, one of each kind. */
const inventoryForms: Record<string, Form> = {
  "a new vehicle": {
    path: () => "/add-vehicle",
    type: async (page) => {
      await page.getByLabel("Marca").fill("Kia");
      await page.getByLabel("Modelo").fill("Rio");
      await page.getByLabel("Año").fill("2019");
    },
    save: press("Guardar vehículo"),
    stored: ({ site, dealer }) =>
      one(site.sql`select model as value from public.vehicles
        where user_id = ${dealer.id} and brand = 'Kia'`),
    typed: "Rio",
  },
  "a cost": {
    path: ({ vehicle }) => `/vehicle/${vehicle}`,
    type: async (page) => {
      await page.getByRole("button", { name: "Añadir gasto" }).click();
      await page.getByLabel("En qué").fill("Llantas");
      await page.getByLabel("Cuánto ($)").fill("350");
    },
    save: press("Guardar gasto"),
    stored: ({ site, vehicle }) =>
      one(site.sql`select label as value from public.vehicle_costs where vehicle_id = ${vehicle}`),
    typed: "Llantas",
  },
  "a sale": {
    path: ({ sold }) => `/vehicle/${sold}`,
    type: async (page) => {
      await page.getByRole("button", { name: "Vender" }).click();
      await page.getByRole("dialog").getByLabel("Comprador").fill("Carla Cliente");
    },
    save: press("Marcar como vendido"),
    stored: ({ site, sold }) =>
      one(site.sql`select buyer_name as value from public.deals where vehicle_id = ${sold}`),
    typed: "Carla Cliente",
  },
  "a price in the list": {
    path: () => "/dashboard",
    type: async (page) => {
      await page.getByRole("button", { name: /cambiar el precio de Hyundai Kona/ }).click();
      await page.getByLabel("Precio de Hyundai Kona 2023").fill("17000");
    },
    save: (page) => page.keyboard.press("Enter"),
    stored: ({ site, vehicle }) =>
      one(site.sql`select nullif(price, '18500') as value from public.vehicles
        where id = ${vehicle}`),
    typed: "17000",
  },
  "a note": {
    path: ({ lead }) => `/leads?prospecto=${lead}`,
    type: (page) => page.getByRole("textbox", { name: "Notas" }).fill("Quiere crédito"),
    save: blur,
    stored: ({ site, dealer }) =>
      one(site.sql`select notes as value from public.leads where dealership_id = ${dealer.id}`),
    typed: "Quiere crédito",
  },
};

/** Ends every session of a person, from another device. */
async function endSessions(site: Site, { client, email, password }: Person): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  await site.service().auth.admin.signOut(await tokenOf({ client }), "global");
}

async function signInOver(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Iniciar sesión" });
  await dialog.getByLabel("Teléfono o correo electrónico").fill(person.email);
  await dialog.getByLabel(/^Contraseña\*?$/).fill(person.password);
  await dialog.getByRole("button", { name: "Iniciar Sesión" }).click();
}

test.describe("a session that ends while a form is filled in", () => {
  test.use({ provoked: /status of 40[0136] / });

  async function makeWorld(site: Site): Promise<World> {
    const dealer = await createDealership(site);
    const { id: vehicle } = await makeVehicle(dealer);
    const { id: sold } = await makeVehicle(dealer, { model: "Tucson" });
    await postLead(site, makeInquiry(dealer, { name: "Carla Cliente" }));
    const [lead] = await site.sql`select id from public.leads where dealership_id = ${dealer.id}`;
    return { site, dealer, vehicle, sold, lead: lead?.id };
  }

  /** Fills in each form, ends the session, saves, and signs in on top of the form. */
  async function saveEach(page: Page, world: World, forms: Record<string, Form>): Promise<void> {
    const { site, dealer } = world;
    let opened = "";
    for (const [name, { path, type, save, stored, typed }] of Object.entries(forms)) {
      await test.step(name, async () => {
        if (opened === "") await openAs(page, dealer, path(world));
        else if (opened !== path(world)) await page.goto(path(world));
        opened = path(world);
        await type(page);
        await endSessions(site, dealer);
        await save(page);
        const dialog = page.getByRole("dialog", { name: "Iniciar sesión" });
        await expect(dialog, name).toBeVisible();
        await expect(page.getByText("El servidor no pudo completar la operación")).toHaveCount(0);
        expect(await stored(world), name).not.toEqual(typed);
        await signInOver(page, dealer);
        await expect(dialog, name).toBeHidden();
        await expect.poll(() => stored(world), name).toEqual(typed);
      });
    }
  }

  test("a dealer signs in on top of each kind of vehicle or lead form, and saves it", async ({
    page,
    site,
  }) => {
    await saveEach(page, await makeWorld(site), inventoryForms);
  });

  test("a dealer signs in on top of each kind of account or team form, and saves it", async ({
    page,
    site,
  }) => {
    const world = await makeWorld(site);
    await saveEach(page, world, accountForms);

    await test.step("a new password", async () => {
      const { dealer } = world;
      await page.goto("/settings?tab=seguridad");
      await page.getByLabel(/^Nueva contraseña/).fill("otra-clave-9");
      await page.getByLabel(/^Confirmar nueva contraseña/).fill("otra-clave-9");
      await endSessions(site, dealer);
      await page.getByRole("button", { name: "Cambiar contraseña" }).click();
      await signInOver(page, dealer);
      await expect(page.getByText("Tu contraseña ha sido actualizada.")).toBeVisible();
      const again = { email: dealer.email, password: "otra-clave-9" };
      expect((await dealer.client.auth.signInWithPassword(again)).error).toBeNull();
    });
  });

  test("a dealer who signs in after another one never sees that one's input", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    const rival = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    await page.getByLabel("Modelo").fill("Rio secreto");
    const other = await context.newPage();
    await other.goto("/dashboard");
    await other.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page.getByRole("region", { name: "Tu sesión terminó" })).toBeVisible();
    // The rival's profile never loads.
    await page.route("**/rest/v1/profiles*", () => undefined);
    await other.goto("/login");
    await other.getByLabel("Teléfono o correo electrónico").fill(rival.email);
    await other.getByLabel(/^Contraseña\*?$/).fill(rival.password);
    await other.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(other).toHaveURL("/dashboard");
    await expect(page.getByLabel("Modelo")).toHaveCount(0);
    await page.unroute("**/rest/v1/profiles*");
    await page.reload();
    await expect(page.getByLabel("Modelo")).toHaveValue("");
  });

  test("a dealer who signs out in another tab keeps a note, and postpones the sign-in", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    await postLead(site, makeInquiry(dealer, { name: "Carla Cliente" }));
    await openAs(page, dealer, "/leads");
    await page.getByRole("link", { name: "Carla Cliente", exact: true }).click();
    const other = await context.newPage();
    await other.goto("/dashboard");
    const notes = page.getByRole("textbox", { name: "Notas" });
    await page.route("**/rest/v1/leads?id=eq.*", (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status: 400 }) : route.continue(),
    );
    await notes.fill("Quiere crédito");
    await expect(page.getByText("No se pudieron guardar.")).toBeVisible();
    await page.unroute("**/rest/v1/leads?id=eq.*");
    await other.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page.getByRole("region", { name: "Tu sesión terminó" })).toBeVisible();
    await page.getByRole("button", { name: "Reintentar" }).click();
    const dialog = page.getByRole("dialog", { name: "Iniciar sesión" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cerrar" }).click();
    await expect(notes).toHaveValue("Quiere crédito");
    await expect(page.getByText("No se pudieron guardar.")).toBeVisible();
  });

  test("a dealer with a second factor enters the code on top of settings, and they save", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const factor = await enrolFactor(dealer);
    await openAs(page, dealer, "/settings");
    await page.getByLabel("Nombre completo").fill("Autos Nuevos");
    // Only a session at aal2 can end the others.
    await site.service().auth.admin.signOut(await tokenOf(dealer), "global");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await signInOver(page, dealer);
    await page.getByLabel("Código", { exact: true }).fill(await nextCode(site, factor));
    await expect(page.getByText("Tu perfil ha sido actualizado.")).toBeVisible();
    const [row] = await site.sql`select full_name from public.profiles where id = ${dealer.id}`;
    expect(row).toEqual({ full_name: "Autos Nuevos" });
  });

  test("an impersonating admin still impersonates after signing in again", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: `Autos ${Date.now()}` });
    const admin = await createAdmin(site);
    await openAs(page, admin, "/admin/users");
    await page.getByRole("searchbox").fill(dealer.email);
    await page.getByRole("button", { name: `Administrar ${dealer.fullName}` }).click();
    await expect(page.getByText(`Estás administrando como: ${dealer.fullName}`)).toBeVisible();
    await page.getByRole("link", { name: "Configuración" }).click();
    await expect(page.getByLabel("Nombre completo")).toHaveValue(dealer.fullName);
    await page.getByLabel("Nombre completo").fill("Autos Nuevos");
    await endSessions(site, admin);
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await signInOver(page, admin);
    await expect(page.getByText("Tu perfil ha sido actualizado.")).toBeVisible();
    const [row] = await site.sql`select full_name from public.profiles where id = ${dealer.id}`;
    expect(row).toEqual({ full_name: "Autos Nuevos" });
  });
});
