import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessibleByDayAndNight, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const contact = {
  profile: {
    name: "Autos del Valle",
    phone: "+1 305 555 0100",
    whatsapp: "+1 305 555 0100",
    location: "Calle 8, Miami",
  },
};

/** Taps WhatsApp without leaving the site; returns the message that a customer would send. */
async function tapWhatsapp(page: Page): Promise<string> {
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const opening = page.waitForEvent("popup");
  const recording = page.waitForResponse(/record_contact_tap/);
  await page.getByRole("link", { name: "WhatsApp" }).first().click();
  expect((await recording).status()).toBe(204);
  const chat = await opening;
  await chat.waitForURL("https://wa.me/**");
  const text = new URL(chat.url()).searchParams.get("text") ?? "";
  await chat.close();
  return text;
}

test.describe("taps on a seller's contact links", () => {
  test("a customer taps WhatsApp, and the dealer turns the message into a lead", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site, { config: contact });
    const { id } = await makeVehicle(dealer, { published: true });
    const context = await browser.newContext({ baseURL: site.url });
    const customer = await context.newPage();
    await customer.goto(`/public/vehicle/${id}`);
    const message = await tapWhatsapp(customer);
    const [first, second] = message.split("\n");
    expect(first).toBe("Hola, quiero más información sobre el Hyundai Kona (KM8K2CAB4PU001140).");
    expect(second).toMatch(new RegExp(`^${site.url}/public/vehicle/${id} Ref\\. [A-Z2-9]{6}$`));
    expect(await tapWhatsapp(customer), "the same page has the same code").toBe(message);
    await context.close();

    await openAs(page, dealer, "/leads");
    await page.getByRole("link", { name: "Toques" }).click();
    await expect(page).toHaveTitle("Toques | Vitrina");
    const stream = page.getByRole("list", { name: "Toques", exact: true });
    await expect(stream.getByRole("listitem")).toHaveCount(1);
    await expect(stream).toContainText("Hyundai Kona 2023");
    await expect(page.getByRole("list", { name: "Toques por vehículo" })).toContainText(
      "WhatsApp:1",
    );
    const code = page.getByRole("textbox", { name: "¿Te escribieron con un código?" });
    await code.fill("ZZZZZZ");
    await expect(page.getByText("Ese código no es de ningún toque en tus páginas.")).toBeVisible();
    await code.fill(message.replace("\n", " "));
    await expect(page.getByRole("status").filter({ hasText: "Hyundai Kona 2023" })).toBeVisible();
    await expectAccessibleByDayAndNight(page);

    await page.getByRole("button", { name: "Crear prospecto" }).first().click();
    const detail = page.getByRole("region", { name: /Cliente/ });
    await expect(detail).toContainText("Contacto directo");
    await expect(detail.getByRole("heading")).toHaveText("Cliente sin nombre");
    await expect(detail.getByRole("link", { name: "WhatsApp" })).toHaveCount(0);
    await page.getByRole("textbox", { name: "Nombre" }).fill("Carla Cliente");
    const phone = page.getByRole("textbox", { name: "Teléfono" });
    await phone.fill("12");
    await phone.press("Enter");
    await expect(page.getByText("El teléfono no es válido.")).toBeVisible();
    await phone.fill("(305) 555-0123");
    await phone.press("Enter");
    await expect(phone).toHaveValue("+13055550123");
    await expect(detail.getByRole("heading")).toHaveText("Carla Cliente");
    await expectAccessibleByDayAndNight(page);
    await expect(detail.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/13055550123\?text=Hola%20Carla/,
    );
    await page.goto("/leads/taps");
    await expect(stream.getByRole("link", { name: "Ver prospecto" })).toBeVisible();

    await test.step("a code becomes a lead with name and phone", async () => {
      const { error } = await createTestClient(site.url, site.anonKey).rpc("record_contact_tap", {
        p_seller_id: dealer.id,
        p_channel: "whatsapp",
        p_code: "K7Q2MX",
      });
      expect(error).toBeNull();
      await page.goto("/leads/taps");
      await code.fill("K7Q2MX");
      await page.getByRole("textbox", { name: "Nombre" }).fill("Pedro Pérez");
      await page.getByRole("textbox", { name: "Teléfono" }).fill("305 555 0124");
      await page.getByRole("textbox", { name: "Teléfono" }).press("Enter");
      const other = page.getByRole("region", { name: "Pedro Pérez" });
      await expect(other.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
        "href",
        /^https:\/\/wa\.me\/13055550124\?/,
      );
    });
  });

  test("a customer who saves the card or opens the map is counted", async ({ page, site }) => {
    const slug = `autos-${randomBytes(4).toString("hex")}`;
    const dealer = await createDealership(site, { config: contact, slug });
    await page.goto(`/vcard/${slug}`);
    await page.context().route("https://www.google.com/**", (route) => route.fulfill({ body: "" }));
    const tapped = async () => {
      const rows = await site.sql<{ channel: string }[]>`select channel from public.contact_taps
        where dealership_id = ${dealer.id} order by created_at`;
      return rows.map(({ channel }) => channel);
    };
    expect(await tapped()).toEqual([]);
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Guardar contacto" }).click();
    await saving;
    await expect.poll(tapped).toEqual(["contact"]);
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Cómo llegar" }).click();
    await (await opening).close();
    await expect.poll(tapped).toEqual(["contact", "directions"]);
  });
});
