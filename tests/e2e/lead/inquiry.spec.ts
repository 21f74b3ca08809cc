import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";
import { fillIn, openInquiry } from "./lead-forms.ts";

const anAddress = () => `carla-${randomBytes(4).toString("hex")}@example.com`;

async function openVehicle(page: Page, site: Site): Promise<{ dealer: Person; id: string }> {
  const dealer = await createDealership(site);
  const { id } = await makeVehicle(dealer, { published: true });
  await page.goto(`/public/vehicle/${id}`);
  return { dealer, id };
}

function leadsOf({ sql }: Site, { id }: Person) {
  return sql`select kind, vehicle_id, name, email, phone, message, state from public.leads
    where recipient_id = ${id}`;
}

test.describe("an inquiry", () => {
  test("a customer asks about a vehicle: idle, sending, sent, closed, empty again", async ({
    page,
    site,
  }) => {
    const { dealer, id } = await openVehicle(page, site);
    const dialog = await openInquiry(page);
    await expect(dialog).toContainText("Hyundai Kona 2023");
    await expectAccessible(page);
    const email = anAddress();
    await fillIn(dialog, {
      Nombre: "Carla Cliente",
      "Correo electrónico": email,
      Teléfono: "(305) 555-0123",
    });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await leadsOf(site, dealer)).toEqual([
      {
        kind: "vehicle_inquiry",
        vehicle_id: id,
        name: "Carla Cliente",
        email,
        phone: "+13055550123",
        message: "Hola, me interesa el Hyundai Kona 2023. ¿Sigue disponible?",
        state: "Nuevo",
      },
    ]);

    await expect(async () => {
      await page.getByRole("button", { name: "Solicitar Información" }).click();
      await expect(dialog.getByRole("textbox", { name: "Nombre" })).toHaveValue("");
    }).toPass();
    await expect(dialog.getByRole("button", { name: "Enviar solicitud" })).toBeVisible();
  });

  test("a customer sees the sent form for two seconds, and an empty one 0.3 seconds later", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await openVehicle(page, site);
    const dialog = await openInquiry(page);
    const name = page.locator('dialog input[name="name"]');
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
    await page.clock.runFor(1900);
    await expect(dialog).toBeVisible();
    await page.clock.runFor(200);
    await expect(dialog).toBeHidden();
    await expect(name).toHaveValue("Carla");
    await page.clock.runFor(300);
    await expect(name).toHaveValue("");
  });

  test("a customer reads at the box what is missing, and is led to the first one", async ({
    page,
    site,
  }) => {
    const { dealer } = await openVehicle(page, site);
    const dialog = await openInquiry(page);
    const name = dialog.getByRole("textbox", { name: "Nombre" });
    const email = dialog.getByRole("textbox", { name: "Correo electrónico" });
    const send = dialog.getByRole("button", { name: "Enviar solicitud" });
    await send.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription("Escribe tu nombre.");
    await expect(email).toHaveAccessibleDescription("Escribe tu correo electrónico.");
    await expectAccessible(page);
    await name.fill("Carla");
    await expect(name).toHaveAccessibleDescription("");
    for (const wrong of ["carla", "carla@", "carla@ejemplo"]) {
      await email.fill(wrong);
      await send.click();
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription("El correo electrónico no es válido.");
    }
    expect(await leadsOf(site, dealer)).toEqual([]);
    await email.fill(anAddress());
    await send.click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
  });

  test("a customer who clicks twice sends one", async ({ page, site }) => {
    const { dealer } = await openVehicle(page, site);
    const dialog = await openInquiry(page);
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).dblclick();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await leadsOf(site, dealer)).toHaveLength(1);
  });

  test("a customer who closes the dialog by mistake finds everything still there", async ({
    page,
    site,
  }) => {
    await openVehicle(page, site);
    const dialog = await openInquiry(page);
    await fillIn(dialog, { Nombre: "Carla" });
    const button = page.getByRole("button", { name: "Solicitar Información" });
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Nombre" })).toHaveValue("Carla");
    await dialog.getByRole("button", { name: "Cerrar" }).click();
    await expect(dialog).toBeHidden();
    await button.click();
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
  });

  test.describe("refused or unanswered", () => {
    test.use({ provoked: /status of 4(00|29)|ERR_INTERNET_DISCONNECTED/ });

    test("a customer of a dealer who was deactivated meanwhile is told so, and sends the kept text once the dealer is back", async ({
      page,
      site,
    }) => {
      const { dealer } = await openVehicle(page, site);
      const dialog = await openInquiry(page);
      await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
      await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
      const send = dialog.getByRole("button", { name: "Enviar solicitud" });
      await send.click();
      const alert = dialog.getByRole("alert");
      await expect(alert).toContainText("Error al enviar la solicitud");
      await expect(alert).toContainText("Este concesionario o vendedor ya no recibe solicitudes.");
      await expect(dialog.getByRole("textbox", { name: "Nombre" })).toHaveValue("Carla");
      await expectAccessible(page);
      await site.sql`update public.profiles set is_active = true where id = ${dealer.id}`;
      await send.click();
      await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
      expect(await leadsOf(site, dealer)).toHaveLength(1);
    });

    test("a customer of a dealer whom a flood reached is asked to wait", async ({ page, site }) => {
      const { dealer } = await openVehicle(page, site);
      await site.sql`select private.take_attempt('lead:recipient', ${dealer.id}, 300, '1 hour')
        from generate_series(1, 300)`;
      const dialog = await openInquiry(page);
      const email = anAddress();
      await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": email });
      await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
      await expect(dialog.getByRole("alert")).toContainText("muchas solicitudes");
      await expect(dialog.getByRole("textbox", { name: "Correo electrónico" })).toHaveValue(email);
      expect(await leadsOf(site, dealer)).toEqual([]);
    });

    test("a customer without connection keeps what was typed and sends it later", async ({
      page,
      site,
      context,
    }) => {
      const { dealer } = await openVehicle(page, site);
      const dialog = await openInquiry(page);
      await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
      await context.setOffline(true);
      const send = dialog.getByRole("button", { name: "Enviar solicitud" });
      await send.click();
      await expect(dialog.getByRole("alert")).toContainText(
        "Por favor, inténtalo de nuevo más tarde.",
      );
      await context.setOffline(false);
      await send.click();
      await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
      expect(await leadsOf(site, dealer)).toHaveLength(1);
    });
  });

  test("a dealer asks from the private page, also about a hidden vehicle", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: false });
    await openAs(page, dealer, `/vehicle/${id}`);
    const dialog = await openInquiry(page);
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    expect(await leadsOf(site, dealer)).toMatchObject([{ vehicle_id: id }]);
  });

  test("a customer asks a dealership in general", async ({ page, site }) => {
    const dealer = await createDealership(site, { slug: `general-${Date.now()}` });
    const [row] = await site.sql`select public_slug from public.profiles where id = ${dealer.id}`;
    await page.goto(`/i/${row?.public_slug}/inventory`);
    const dialog = await openInquiry(page);
    await expect(dialog.getByRole("textbox", { name: "Mensaje" })).toHaveValue("");
    const email = anAddress();
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": email });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    expect(await leadsOf(site, dealer)).toMatchObject([
      { kind: "general_inquiry", vehicle_id: null, email, phone: null, message: null },
    ]);
  });

  test("a customer with a vendedor's link to a vehicle reaches that vendedor and the dealership", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id);
    const { id } = await makeVehicle(dealer, { published: true });
    const [row] = await site.sql`select public_slug from public.profiles where id = ${vendedor.id}`;
    await page.goto(`/public/vehicle/${id}?vendedor=${row?.public_slug}`);
    const dialog = await openInquiry(page);
    const email = anAddress();
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": email });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    const leads = await site.sql`select recipient_id, dealership_id, vehicle_id from public.leads
      where email = ${email}`;
    expect(leads).toEqual([
      { recipient_id: vendedor.id, dealership_id: dealer.id, vehicle_id: id },
    ]);
  });

  test("a customer without script is not offered a dialog that cannot open", async ({
    browser,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
    const page = await context.newPage();
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Solicitar Información" })).toBeHidden();
    await context.close();
  });
});
