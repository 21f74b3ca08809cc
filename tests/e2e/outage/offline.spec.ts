import type { Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

type World = { site: Site; dealer: Person; vehicle: string };

type Form = {
  path: string;
  /** Opens the form, and fills in what the test does not check. */
  type: (page: Page) => Promise<void>;
  label: string;
  value: string;
  /** The name of the save button. */
  save: string;
  stored: (world: World) => PromiseLike<unknown>;
};

const shown = async (page: Page) => page.getByRole("heading", { level: 1 }).waitFor();
const nameOf = (site: Site, id: string) =>
  site.sql`select full_name from public.profiles where id = ${id}`;

/** One form of each kind; the password comes last because it ends sessions. */
const forms: Record<string, Form> = {
  "the settings": {
    path: "/settings",
    type: shown,
    label: "Nombre completo*",
    value: "Otro Nombre",
    save: "Guardar cambios",
    stored: ({ site, dealer }) => nameOf(site, dealer.id),
  },
  "a new team member": {
    path: "/team",
    type: async (page) => {
      await page.getByRole("button", { name: "Añadir Vendedor" }).first().click();
      await page.getByLabel(/^Correo electrónico/).fill(`sin-senal-${Date.now()}@example.com`);
    },
    label: "Nombre completo*",
    value: "Nina Nueva",
    save: "Crear vendedor",
    stored: ({ site, dealer }) =>
      site.sql`select count(*) from public.profiles where dealership_id = ${dealer.id}`,
  },
  "a vehicle with photos": {
    path: "/add-vehicle",
    type: async (page) => {
      await page.getByLabel("Marca").fill("Kia");
      await page.getByLabel("Año").fill("2019");
      await page.getByLabel("Elegir fotos").setInputFiles([await drawPhoto("a.jpg", "#1f5fa8")]);
    },
    label: "Modelo*",
    value: "Rio",
    save: "Guardar vehículo",
    stored: ({ site, dealer }) =>
      site.sql`select cardinality(images) from public.vehicles
        where user_id = ${dealer.id} and model = 'Rio'`,
  },
  "a sale": {
    path: "/vehicle/:vehicle",
    type: (page) => page.getByRole("button", { name: "Vender" }).click(),
    label: "Comprador",
    value: "Carla Cliente",
    save: "Marcar como vendido",
    stored: ({ site, vehicle }) =>
      site.sql`select buyer_name from public.deals where vehicle_id = ${vehicle}`,
  },
  "a new password": {
    path: "/settings?tab=seguridad",
    type: (page) => page.getByLabel(/^Confirmar nueva contraseña/).fill("generada-123"),
    label: "Nueva contraseña*",
    value: "generada-123",
    save: "Cambiar contraseña",
    stored: ({ site, dealer }) =>
      site.sql`select encrypted_password from auth.users where id = ${dealer.id}`,
  },
};

test.describe("a phone without a signal", () => {
  test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("a dealer's changes on the dashboard are saved once the signal is back", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const stored = async () => {
      const [row] = await site.sql`
        select price, status, published from public.vehicles where id = ${id}`;
      return row;
    };
    await openAs(page, dealer, "/dashboard");
    const bar = page.getByRole("banner").getByText("Sin conexión.");
    const vehicle = page.getByRole("link", { name: /Hyundai/ }).first();
    await expect(vehicle).toBeVisible();
    await expect(bar).toHaveCount(0);

    await test.step("a bar appears, and a vehicle does not open", async () => {
      await context.setOffline(true);
      await expect(bar).toBeVisible();
      await expectAccessibleByDayAndNight(page);
      await expectNoSidewaysScroll(page);
      await vehicle.click();
      await expect(notice(page, "Sin conexión")).toContainText("Sigues en la misma página.");
      await expect(page).toHaveURL("/dashboard");
      await context.setOffline(false);
      await expect(bar).toHaveCount(0);
      await vehicle.click();
      await expect(page).toHaveURL(`/vehicle/${id}`);
      await page.goBack();
    });

    const price = page.getByRole("button", { name: /cambiar el precio de Hyundai Kona/ });
    await price.click();
    await context.setOffline(true);
    const box = page.getByLabel("Precio de Hyundai Kona 2023");
    await box.fill("17000");
    await box.press("Enter");
    await expect(notice(page, "se guarda solo cuando vuelva")).toBeVisible();
    await expect(box).toHaveValue("17000");
    await page.getByRole("button", { name: /marcar Hyundai Kona 2023 como Vendido/ }).click();
    await page.getByRole("button", { name: /publicar Hyundai Kona 2023/ }).click();
    await expect(page.getByRole("button", { name: /ocultar Hyundai Kona 2023/ })).toBeVisible();
    expect(await stored()).toEqual({ price: "18500", status: "Disponible", published: false });
    await context.setOffline(false);
    await expect.poll(stored).toEqual({ price: "17000", status: "Vendido", published: true });
    await expect(price).toBeVisible();
  });

  test("a dealer's photos wait for the signal, and a missing scanner loses nothing", async ({
    page,
    site,
    context,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const picker = page.getByLabel("Elegir fotos");
    await picker.waitFor({ state: "attached" });
    await page.getByLabel("Marca").fill("Kia");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Escanear", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText("Sin conexión.");
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Marca")).toHaveValue("Kia");

    await picker.setInputFiles([await drawPhoto("a.jpg", "#1f5fa8")]);
    await expect(page.getByText("Esperando conexión…")).toBeVisible();
    await expect(page.getByText(/Failed|fetch|module/)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(1);

    await context.setOffline(true);
    await picker.setInputFiles([await drawPhoto("b.jpg", "#b3202c")]);
    await expect(page.getByText("Esperando conexión…")).toBeVisible();
    await page.getByRole("button", { name: "Reintentar foto 2 de 2" }).click();
    await expect(page.getByText("Esperando conexión…")).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(2);
  });

  test("a dealer's note and state of a lead are saved once the signal is back", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    await postLead(site, makeInquiry(dealer, { name: "Carla Cliente" }));
    const stored = async () => {
      const [row] = await site.sql`
        select notes, state, next_step from public.leads where dealership_id = ${dealer.id}`;
      return row;
    };
    await openAs(page, dealer, "/leads");
    await page.getByRole("link", { name: "Carla Cliente", exact: true }).click();
    await expect(page.getByRole("radio", { name: "Nuevo" })).toBeChecked();
    await context.setOffline(true);
    await page.getByRole("radio", { name: "Convertido" }).click();
    await expect(notice(page, "Sin conexión")).toContainText("se guarda solo cuando vuelva");
    await page.getByRole("textbox", { name: "Próximo paso", exact: true }).fill("Llamar");
    await page.getByRole("textbox", { name: "Notas" }).fill("Quiere crédito");
    await page.getByRole("textbox", { name: "Notas" }).blur();
    await expect(page.getByText("Guardando...")).toBeVisible();
    expect(await stored()).toEqual({ notes: "", state: "Nuevo", next_step: "" });
    await context.setOffline(false);
    await expect
      .poll(stored)
      .toEqual({ notes: "Quiere crédito", state: "Convertido", next_step: "Llamar" });
    await expect(page.getByText("Guardado", { exact: true })).toBeVisible();
  });

  test("a dealer's save waits for the signal in every kind of form", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    const { id: vehicle } = await makeVehicle(dealer);
    const world = { site, dealer, vehicle };
    await openAs(page, dealer, "/settings");
    for (const [name, { path, type, label, value, save, stored }] of Object.entries(forms)) {
      await test.step(name, async () => {
        if (path !== "/settings") await page.goto(path.replace(":vehicle", vehicle));
        await type(page);
        const box = page.getByLabel(label, { exact: true });
        await box.fill(value);
        const before = await stored(world);
        await context.setOffline(true);
        await page.getByRole("button", { name: save, exact: true }).last().click();
        await expect(notice(page, "Sin conexión"), name).toContainText(
          "se guarda solo cuando vuelva",
        );
        await expect(box, name).toHaveValue(value);
        expect(await stored(world), name).toEqual(before);
        await context.setOffline(false);
        await expect.poll(() => stored(world), name).not.toEqual(before);
        await expect(page.getByText("Error", { exact: false }), name).toHaveCount(0);
      });
    }
  });

  test("a dealer who leaves a form that waits for the signal saves nothing", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("link", { name: "Configuración" }).first().click();
    const name = page.getByLabel("Nombre completo");
    const before = await name.inputValue();
    await name.fill("Otro Nombre");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "Sin conexión")).toBeVisible();
    await page.goBack();
    await page.getByRole("button", { name: "Salir sin guardar" }).click();
    await expect(page.getByText("Total de Vehículos")).toBeVisible();
    await context.setOffline(false);
    await page.goto("/settings");
    await expect(name).toHaveValue(before);
  });
});
