import { randomBytes, randomInt } from "node:crypto";
import type { Locator } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const VIN = "KM8K2CAB4PU001140";
const FLEET = 60;
const COLOURS = ["#a3341f", "#1fa857", "#d8c21f", "#555566"];
const BYTES = 625_000;
const FIVE_MEGABITS = {
  offline: false,
  latency: 40,
  downloadThroughput: BYTES,
  uploadThroughput: BYTES,
};

test.describe("everyday tasks, in touches and seconds", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("a dealer adds a vehicle by its VIN and gets its link to share", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/dashboard");
    const phone = await page.context().newCDPSession(page);
    await phone.send("Network.emulateNetworkConditions", FIVE_MEGABITS);
    const { touch, type, say } = countTouches("VIN to shared link, with five photos at 5 Mbit/s");
    await touch(page.getByRole("link", { name: "Añadir Vehículo" }).last());
    const start = page.getByRole("group", { name: "Empezar con el VIN" });
    await type(start.getByRole("textbox"), VIN);
    await expect(start.getByText("Hyundai Kona 2023")).toBeVisible();
    const camera = page.waitForEvent("filechooser");
    await touch(start.getByRole("button", { name: "Usar y tomar fotos" }));
    await (await camera).setFiles(await drawPhoto("frente.jpg", "#1f5fa8"));
    await page
      .locator('input[type="file"][multiple]')
      .setInputFiles(await Promise.all(COLOURS.map((colour) => drawPhoto("foto.jpg", colour))));
    await type(page.getByLabel("Precio"), "18,500");
    await expect(page.getByText("Subida")).toHaveCount(1 + COLOURS.length);
    await touch(page.getByRole("button", { name: "Guardar vehículo" }));
    await touch(page.getByRole("button", { name: "Publicar y compartir" }));
    const link = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(link).toMatch(/\/public\/vehicle\/[\da-f-]{36}$/);
    say();
    // The link appears immediately, while the vehicle is being published.
    const stored = () =>
      site.sql`select published from public.vehicles where user_id = ${dealer.id}`;
    await expect.poll(stored).toEqual([{ published: true }]);
  });

  test("a dealer finds one of sixty, changes its price and marks it as sold", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await fillInventory(dealer);
    const { id } = await makeVehicle(dealer, { brand: "Kia", model: "Soul" });
    const stored = async () => {
      const [row] = await site.sql`select price, status from public.vehicles where id = ${id}`;
      return row;
    };
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("article").first()).toBeVisible();
    const finding = countTouches("find one of 60");
    await finding.type(page.getByPlaceholder("Buscar por VIN, marca o modelo..."), "kia soul");
    await expect(page.getByRole("article")).toHaveText([/Kia Soul/]);
    finding.say();

    const pricing = countTouches("change a price");
    await pricing.touch(page.getByRole("button", { name: /cambiar el precio/ }));
    const box = page.getByRole("textbox", { name: /^Precio de/ });
    await expect(box, "the keyboard is up already").toBeFocused();
    await pricing.type(box, "17250");
    await box.press("Enter");
    await expect.poll(stored).toMatchObject({ price: "17250" });
    pricing.say();

    const selling = countTouches("mark sold");
    await selling.touch(page.getByRole("button", { name: /^Disponible: marcar/ }));
    await expect.poll(stored).toMatchObject({ status: "Vendido" });
    selling.say();
  });

  test("a dealer answers a lead, and adds a salesperson by typing, another from contacts", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const picked = {
      name: ["Carlos Contacto"],
      tel: [`305 555 ${randomInt(1000, 10_000)}`],
      email: [`contacto-${randomBytes(4).toString("hex")}@example.com`],
    };
    await page.addInitScript((contact) => {
      Object.defineProperty(navigator, "contacts", { value: { select: async () => [contact] } });
    }, picked);
    await postLead(site, makeInquiry(dealer));
    await openAs(page, dealer, "/dashboard");
    const answering = countTouches("answer a lead");
    const waiting = page.getByRole("region", { name: "Prospecto sin responder" });
    const whatsapp = page.getByRole("link", { name: /^Escribir a .* por WhatsApp/ });
    await expect(whatsapp).toHaveAttribute("href", /^https:\/\/wa\.me\/13055550123\?text=/);
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    const chat = page.waitForEvent("popup");
    await answering.touch(whatsapp);
    await (await chat).close();
    answering.say();
    await expect(waiting, "it is attended to").toBeHidden();
    await page.getByRole("button", { name: "Deshacer" }).click();
    await expect(waiting).toContainText("Ana Pérez");

    const line = randomInt(1000, 10_000);
    const email = `nuevo-${randomBytes(4).toString("hex")}@example.com`;
    const hiring = countTouches("add a salesperson who can be called");
    await hiring.touch(page.getByRole("navigation").getByRole("link", { name: "Equipo" }));
    await hiring.touch(page.getByRole("button", { name: "Añadir Vendedor" }));
    const dialog = page.getByRole("dialog", { name: "Añadir Vendedor" });
    const name = dialog.getByLabel(/^Nombre completo/);
    await expect(name, "the keyboard is up already").toBeFocused();
    await hiring.type(name, `Nora Nueva 305 555 ${line} ${email}`);
    await name.press("Enter");
    await expect(page.getByRole("link", { name: "Invitar por WhatsApp" })).toBeFocused();
    const card = page.getByRole("article", { name: "Nora Nueva" });
    await expect(card.locator(`a[href="tel:+1305555${line}"]`)).toBeVisible();
    hiring.say();
    await page.keyboard.press("Escape");

    const inviting = countTouches("the same from a contact, with the invitation sent");
    await inviting.touch(page.getByRole("button", { name: "Elegir de mis contactos" }));
    const make = page.getByRole("button", { name: "Crear vendedor" });
    await expect(make).toBeFocused();
    await inviting.touch(make);
    const invite = page.getByRole("link", { name: "Invitar por WhatsApp" });
    await expect(invite).toBeFocused();
    const invitation = page.waitForEvent("popup");
    await inviting.touch(invite);
    const digits = picked.tel.join().replaceAll(" ", "");
    await expect(await invitation).toHaveURL(new RegExp(`^https://wa\\.me/1${digits}\\?`));
    inviting.say();
    const made =
      await site.sql`select full_name from public.profiles where email = ${picked.email.join()}`;
    expect(made).toEqual([{ full_name: "Carlos Contacto" }]);
  });
});

/**
 * Counts the touches on a page, where typing into a field including Enter counts once, and prints
 * them with the elapsed seconds. The figures are printed, not asserted.
 */
function countTouches(job: string) {
  const started = performance.now();
  let touches = 0;
  return {
    touch: async (control: Locator): Promise<void> => {
      touches += 1;
      await control.tap();
    },
    type: async (field: Locator, text: string): Promise<void> => {
      touches += 1;
      await field.fill(text);
    },
    say: (): void => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`    ${job}: ${touches} touches, ${seconds} seconds\n`);
    },
  };
}

/** Fills an inventory up to one less than the sixty, in one request. */
async function fillInventory({ client, id }: Person): Promise<void> {
  const cars = Array.from({ length: FLEET - 1 }, (_, index) => ({
    user_id: id,
    brand: "Toyota",
    model: `Corolla ${index + 1}`,
    year: 2020,
  }));
  const { error } = await client.from("vehicles").insert(cars);
  if (error) throw error;
}
