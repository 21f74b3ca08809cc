import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

const contact = {
  profile: {
    name: "Autos del Valle",
    phone: "+1 305 555 0100",
    whatsapp: "+1 305 555 0100",
    email: "ventas@example.com",
    location: "Calle 8, Miami",
  },
  page_style: { accent_color: "#0B7A4B" },
};

test.describe("a vehicle's public page", () => {
  test("a customer sees the vehicle and its seller, and calculates a payment", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { config: contact });
    const colours = ["#1f5fa8", "#b3202c", "#0b7a4b", "#8a4b00"];
    const images = await Promise.all(
      colours.map((colour, index) => storePhoto(dealer, `${index}.jpg`, colour)),
    );
    const { id } = await makeVehicle(dealer, { images, published: true });
    await page.goto("/");
    await page.goto(`/public/vehicle/${id}`);

    await test.step("facts, in the seller's colour", async () => {
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Hyundai Kona 2023");
      await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Autos del Valle" })).toBeVisible();
      await expect(page.getByText(/ya se vendió|está en revisión/)).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Ver más vehículos" })).toHaveAttribute(
        "href",
        /^\/i\/[\w-]+\/inventory$/,
      );
      const hue = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--primary"),
      );
      expect(hue.trim()).toMatch(/^15[3-5]/);
    });

    await test.step("arrow keys browse the photos, Alt+Left goes back", async () => {
      await expect(page.getByRole("link", { name: "Foto 2" })).toBeVisible();
      await expect(page.getByText("Foto 1 de 4", { exact: true })).toBeAttached();
      await expect(page.getByRole("button", { name: "Foto siguiente" })).toBeEnabled();
      const photos = page.getByRole("list", { name: /^Fotografías de / });
      await photos.evaluate((list) => {
        list.focus();
        for (let n = 0; n < 3; n += 1) {
          list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        }
      });
      await expect(page.getByText("Foto 4 de 4", { exact: true })).toBeAttached();
      const isHeld = await photos.evaluate((list) => {
        const back = { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true };
        return !list.dispatchEvent(new KeyboardEvent("keydown", back));
      });
      expect(isHeld).toBe(false);
    });

    await test.step("the WhatsApp message names the vehicle", async () => {
      const link = page
        .getByRole("region", { name: "Vendedor" })
        .getByRole("link", { name: "WhatsApp" });
      const address = new URL((await link.getAttribute("href")) ?? "");
      expect(address.origin + address.pathname).toBe("https://wa.me/13055550100");
      expect(address.searchParams.get("text")?.split("\n")).toEqual([
        "Hola, quiero más información sobre el Hyundai Kona (KM8K2CAB4PU001140).",
        `${site.url}/public/vehicle/${id}`,
      ]);
    });

    await test.step("the payment at the vehicle's price", async () => {
      const opener = page.getByRole("button", { name: "Calcula tu pago" });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Calcula tu pago mensual" });
      const box = dialog.getByRole("textbox", { name: "Precio del vehículo" });
      await expect(box).toHaveValue("18,500");
      await box.fill("10,000");
      await dialog.getByRole("textbox", { name: "Tasa de interés anual" }).fill("0");
      await expect(dialog.getByRole("status")).toHaveText("$83.33");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page).toHaveURL(`/public/vehicle/${id}`);
    });

    await test.step("contact card and QR code can be saved", async () => {
      const saving = page.waitForEvent("download");
      await page.getByRole("link", { name: "Guardar contacto" }).click();
      expect((await saving).suggestedFilename()).toMatch(/\.vcf$/);
      await page.getByRole("button", { name: "Código QR" }).click();
      const code = page.getByRole("dialog").filter({ visible: true });
      await expect(code).toBeVisible();
      await expectAccessible(page);
      const drawing = page.waitForEvent("download");
      await code.getByRole("button", { name: /Descargar/ }).click();
      expect((await drawing).suggestedFilename()).toMatch(/-qr-code\.png$/);
    });
  });

  test("a customer sees that a vehicle has no price, photos or WhatsApp", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true, price: "A consultar" });
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByText("A consultar").first()).toBeVisible();
    const photo = page
      .getByRole("region", { name: /Fotografías/ })
      .getByRole("img")
      .first();
    await expect(photo).toHaveJSProperty("complete", true);
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    await page
      .getByRole("region", { name: "Vendedor" })
      .getByRole("button", { name: "WhatsApp" })
      .click();
    await expect(notice(page, "No disponible")).toContainText(
      "El vendedor no ha proporcionado un número de WhatsApp.",
    );
    await page.getByRole("button", { name: "Calcula tu pago" }).click();
    await expect(page.getByRole("textbox", { name: "Precio del vehículo" })).toHaveValue("25,000");
  });

  test("a customer sees the number of a photo chosen before the script runs", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images, published: true });
    const { promise: moved, resolve: letScriptsRun } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await moved;
      await route.continue();
    });
    await page.goto(`/public/vehicle/${id}`, { waitUntil: "commit" });
    await page.getByRole("link", { name: "Foto 2" }).click();
    await expect(page.locator("#foto-2")).toBeInViewport({ ratio: 1 });
    letScriptsRun();
    await expect(page.getByText("Foto 2 de 2", { exact: true })).toBeAttached();
    await expect(page.getByRole("button", { name: "Foto anterior" })).toBeEnabled();
  });

  test("a customer prints one sheet with the phone number and a code for the page", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { config: contact });
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const description = "Un solo dueño, con todos sus servicios.\n".repeat(60);
    const facts = {
      engine: "2.0 L",
      trim: "SEL",
      body_style: "SUV",
      drivetrain: "4x4",
      cylinders: 4,
      interior_color: "Negro",
      title_status: "Limpio",
      owners: 1,
      equipment: Array.from({ length: 18 }, (_, index) => `Asientos eléctricos ${index}`),
    };
    const { id } = await makeVehicle(dealer, { images, description, published: true, ...facts });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
    for (const format of ["Letter", "A5"]) {
      for (const landscape of [false, true]) {
        const document = (await page.pdf({ format, landscape })).toString("latin1");
        const sheets = document.match(/\/Type\s*\/Page\b/g);
        expect.soft(sheets, `${format}, ${landscape ? "wide" : "upright"}`).toHaveLength(1);
      }
    }
    await page.emulateMedia({ media: "print" });
    for (const text of ["$18,500", "+1 305 555 0100", "KM8K2CAB4PU001140"]) {
      await expect(page.getByText(text).filter({ visible: true })).toHaveCount(1);
    }
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByText("Vehículos parecidos")).toBeHidden();
    const code = page.getByRole("img", { name: "Código QR" });
    const drawing = await code.evaluate((svg) => new XMLSerializer().serializeToString(svg));
    expect(await readQrCode(drawing)).toBe(`${site.url}/public/vehicle/${id}`);
  });

  test("a customer of a sold vehicle is led to similar available ones", async ({ page, site }) => {
    const slug = `vende-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    const { id } = await makeVehicle(dealer, { status: "Vendido", published: true });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByText("Este vehículo ya se vendió")).toBeVisible();
    const similar = page.getByRole("region", { name: "Parecidos y disponibles" });
    await expect(similar.getByRole("article")).toHaveText([/Hyundai Tucson/]);
    await expectAccessible(page);
    await similar.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Tucson/);
    await expect(similar, "a sold vehicle is not offered").toHaveCount(0);
    await page.goBack();
    await page.getByRole("link", { name: "Ver vehículos disponibles" }).click();
    await expect(page).toHaveURL(`/i/${slug}/inventory`);
    await expect(page.getByRole("article")).toHaveText([/Tucson/]);
  });

  test.describe("a browser that forbids storage", () => {
    // React Router's inline script for the scroll position fails, without harm.
    test.use({ provoked: /Access is denied for this document/ });

    test("a customer whose browser forbids all storage can use the public pages", async ({
      page,
      site,
    }) => {
      const slug = `sol-${randomUUID()}`;
      const dealer = await createDealership(site, { slug, config: contact });
      const { id } = await makeVehicle(dealer, { published: true });
      await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException("Access is denied for this document.", "SecurityError");
            },
          });
      });
      for (const path of ["/", `/i/${slug}/inventory`]) {
        await page.goto(path, { waitUntil: "networkidle" });
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
      await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Solicitar Información" }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      const seen = () => site.sql`select views from public.vehicles where id = ${id}`;
      await expect.poll(seen).toMatchObject([{ views: 1 }]);
    });
  });

  test.describe("vehicles that visitors cannot see", () => {
    test.use({ provoked: /status of 404/ });

    test("a customer of a hidden or missing vehicle is led to the seller's other vehicles", async ({
      page,
      site,
      request,
    }) => {
      const slug = `sol-${randomUUID()}`;
      const dealer = await createDealership(site, { slug });
      const sellerSlug = `vendedora-${randomUUID()}`;
      await createSalesperson(site, dealer.id, { slug: sellerSlug });
      const { id } = await makeVehicle(dealer, { published: false });
      const path = `/public/vehicle/${id}`;
      const heading = page.getByRole("heading", { name: "Vehículo No Encontrado" });
      const others = page.getByRole("link", { name: "Ver vehículos disponibles" });

      await test.step("a hidden vehicle's page reveals nothing", async () => {
        const answer = await request.get(path);
        expect(answer.status()).toBe(404);
        expect(await answer.text()).not.toMatch(/Kona|KM8K2CAB4PU001140/);
        await page.goto(path);
        await expect(heading).toBeVisible();
        await expect(
          page.getByText("Este vehículo no existe o ya no está disponible."),
        ).toBeVisible();
        await expect(
          notice(page, "Vehículo no encontrado o no está disponible públicamente."),
        ).toBeVisible();
        await expect(others).toHaveCount(0);
        await expect(page.getByRole("link", { name: "Volver al inicio" })).toHaveAttribute(
          "href",
          "/",
        );
        await expectAccessible(page);
      });

      await test.step("a vehicle seen before it was hidden leads to the dealership", async () => {
        await dealer.client.from("vehicles").update({ published: true }).eq("id", id);
        await page.goto(path, { waitUntil: "networkidle" });
        await dealer.client.from("vehicles").update({ published: false }).eq("id", id);
        await page.goto(path);
        await expect(others).toHaveAttribute("href", `/i/${slug}/inventory`);
      });

      await test.step("a salesperson's mistyped link leads to the salesperson", async () => {
        await page.goto(`/public/vehicle/no-es-un-id?vendedor=${sellerSlug}`);
        await expect(heading).toBeVisible();
        await expect(others).toHaveAttribute("href", `/s/${sellerSlug}`);
      });
    });
  });
});

/** Reads the QR code in an SVG. */
async function readQrCode(svg: string): Promise<string | undefined> {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const { buffer } = new Uint8Array(await readFile(wasm));
  prepareZXingModule({ overrides: { wasmBinary: buffer } });
  const picture = await sharp(Buffer.from(svg)).resize(600).flatten({ background: "#fff" }).png();
  const [found] = await readBarcodes(await picture.toBuffer(), { formats: ["QRCode"] });
  return found?.text;
}
