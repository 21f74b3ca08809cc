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
  test("a customer sees photos, price, facts and the seller in the seller's colour", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site, { config: contact });
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images, published: true });
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hyundai Kona 2023");
    await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Autos del Valle" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Foto 2" })).toBeVisible();
    const hue = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--primary"),
    );
    expect(hue.trim()).toMatch(/^15[3-5]/);
    await expectAccessible(page);
  });

  test("a customer who moves to a photo before the script runs reads its number", async ({
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

  test("a customer with a keyboard reaches the last photo at once, and goes back with Alt", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const colours = ["#1f5fa8", "#b3202c", "#0b7a4b", "#8a4b00"];
    const images = await Promise.all(
      colours.map((colour, index) => storePhoto(dealer, `${index}.jpg`, colour)),
    );
    const { id } = await makeVehicle(dealer, { images, published: true });
    await page.goto("/");
    await page.goto(`/public/vehicle/${id}`);
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

  test("a customer asks by WhatsApp about this very vehicle", async ({ page, site }) => {
    const dealer = await createDealership(site, { config: contact });
    const { id } = await makeVehicle(dealer, { published: true });
    await page.goto(`/public/vehicle/${id}`);
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

  test("a customer of a seller without WhatsApp is told so", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await page.goto(`/public/vehicle/${id}`);
    await page
      .getByRole("region", { name: "Vendedor" })
      .getByRole("button", { name: "WhatsApp" })
      .click();
    await expect(notice(page, "No disponible")).toContainText(
      "El vendedor no ha proporcionado un número de WhatsApp.",
    );
  });

  test("a customer saves the contact card and the QR code", async ({ page, site }) => {
    const dealer = await createDealership(site, { config: contact });
    const { id } = await makeVehicle(dealer, { published: true });
    await page.goto(`/public/vehicle/${id}`);
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Guardar contacto" }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.vcf$/);
    await page.getByRole("button", { name: "Código QR" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    const drawing = page.waitForEvent("download");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Descargar/ })
      .click();
    expect((await drawing).suggestedFilename()).toMatch(/-qr-code\.png$/);
  });

  test("a customer prints it on one sheet, with its phone number and the code that leads back", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { config: contact });
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const description = "Un solo dueño, con todos sus servicios.\n".repeat(60);
    const told = {
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
    const { id } = await makeVehicle(dealer, { images, description, published: true, ...told });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
    for (const format of ["A4", "Letter", "A5"]) {
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

  test("a customer of a vehicle without price and photos reads 'A consultar' and sees a drawing", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true, price: null });
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
  });

  test("a customer calculates the payment over the page, at the vehicle's price, or at the usual one", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const priced = await makeVehicle(dealer, { published: true, price: "123,499" });
    const unpriced = await makeVehicle(dealer, { published: true, price: "A consultar" });
    for (const [{ id }, price] of [
      [priced, "123,499"],
      [unpriced, "25,000"],
    ] as const) {
      await page.goto(`/public/vehicle/${id}`);
      const opener = page.getByRole("button", { name: "Calcula tu pago" });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Calcula tu pago mensual" });
      const box = dialog.getByRole("textbox", { name: "Precio del vehículo" });
      await expect(box).toHaveValue(price);
      await box.fill("10,000");
      await dialog.getByRole("textbox", { name: "Tasa de interés anual" }).fill("0");
      await expect(dialog.getByRole("status")).toHaveText("$83.33");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page).toHaveURL(`/public/vehicle/${id}`);
    }
  });

  test("a customer of a sold vehicle is told so and led on to what can be bought", async ({
    page,
    site,
  }) => {
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
    await expect(similar, "a sold vehicle is nothing to offer").toHaveCount(0);
    await page.goBack();
    await page.getByRole("link", { name: "Ver vehículos disponibles" }).click();
    await expect(page).toHaveURL(`/i/${slug}/inventory`);
    await expect(page.getByRole("article")).toHaveText([/Tucson/]);
  });

  test("a customer of an available vehicle reads of no obstacle, and finds the others", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/ya se vendió|está en revisión/)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Ver más vehículos" })).toHaveAttribute(
      "href",
      /^\/i\/[\w-]+\/inventory$/,
    );
  });

  test("a link preview finds title, price, cover and the car in the raw HTML", async ({
    site,
    request,
  }) => {
    const dealer = await createDealership(site, { config: contact });
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const { id } = await makeVehicle(dealer, { images: [image], published: true });
    const answer = await request.get(`/public/vehicle/${id}`);
    expect(answer.status()).toBe(200);
    const html = await answer.text();
    const tag = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
    expect(tag(/<title>([^<]*)<\/title>/)).toMatch(/Hyundai Kona.*\| Vitrina$/);
    expect(tag(/<link rel="canonical" href="([^"]*)"/)).toBe(`${site.url}/public/vehicle/${id}`);
    expect(tag(/<meta property="og:url" content="([^"]*)"/)).toBe(
      `${site.url}/public/vehicle/${id}`,
    );
    expect(tag(/<meta property="og:title" content="([^"]*)"/)).toContain("Kona");
    expect(tag(/<meta property="og:description" content="([^"]*)"/)).not.toBe("");
    const car = JSON.parse(tag(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/));
    expect(car).toMatchObject({ "@type": "Car", vehicleIdentificationNumber: "KM8K2CAB4PU001140" });
    expect(car.offers).toMatchObject({ "@type": "Offer" });

    const cover = await request.get(
      tag(/<meta property="og:image" content="([^"]*)"/).replaceAll("&amp;", "&"),
    );
    expect(cover.headers()["content-type"]).toBe("image/jpeg");
    expect((await cover.body()).byteLength).toBeLessThanOrEqual(300 * 1024);
  });

  test.describe("a browser that forbids storage", () => {
    // What React Router writes into the page to keep the place scrolled to fails there, without
    // harm.
    test.use({ provoked: /Access is denied for this document/ });

    test("a customer whose browser forbids all storage uses the public pages as everybody does", async ({
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
      for (const path of ["/", `/i/${slug}`, `/i/${slug}/inventory`, `/share?ids=${id}`]) {
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

  test.describe("vehicles that are not for visitors", () => {
    test.use({ provoked: /status of 404/ });

    test("a customer with the link of a hidden vehicle learns nothing about it", async ({
      page,
      site,
      request,
    }) => {
      const dealer = await createDealership(site);
      const { id } = await makeVehicle(dealer, { published: false });
      const answer = await request.get(`/public/vehicle/${id}`);
      expect(answer.status()).toBe(404);
      expect(await answer.text()).not.toMatch(/Kona|KM8K2CAB4PU001140/);
      await page.goto(`/public/vehicle/${id}`);
      await expect(page.getByRole("heading", { name: "Vehículo No Encontrado" })).toBeVisible();
      await expect(
        page.getByText("Este vehículo no existe o ya no está disponible."),
      ).toBeVisible();
      await expect(
        notice(page, "Vehículo no encontrado o no está disponible públicamente."),
      ).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Volver al inicio" }).click();
      await expect(page).toHaveURL("/");
    });

    test("a customer who saw a vehicle before it was hidden is led to its dealership's others", async ({
      page,
      site,
    }) => {
      const slug = `sol-${randomUUID()}`;
      const dealer = await createDealership(site, { slug });
      const { id } = await makeVehicle(dealer, { published: true });
      await page.goto(`/public/vehicle/${id}`, { waitUntil: "networkidle" });
      await dealer.client.from("vehicles").update({ published: false }).eq("id", id);
      await page.goto(`/public/vehicle/${id}`);
      await page.getByRole("link", { name: "Ver vehículos disponibles" }).click();
      await expect(page).toHaveURL(`/i/${slug}/inventory`);
    });

    test("a customer with a mistyped link sees the same page, and from a vendedor's is led to the vendedor", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const slug = `vendedora-${randomUUID()}`;
      await createSalesperson(site, dealer.id, { slug });
      const heading = page.getByRole("heading", { name: "Vehículo No Encontrado" });
      const onward = page.getByRole("link", { name: "Ver vehículos disponibles" });
      await page.goto("/public/vehicle/no-es-un-id");
      await expect(heading).toBeVisible();
      await expect(onward).toHaveCount(0);
      await page.goto(`/public/vehicle/no-es-un-id?vendedor=${slug}`);
      await expect(heading).toBeVisible();
      await expect(onward).toHaveAttribute("href", `/s/${slug}`);
    });
  });
});

/** What the QR code of an SVG says. */
async function readQrCode(svg: string): Promise<string | undefined> {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const { buffer } = new Uint8Array(await readFile(wasm));
  prepareZXingModule({ overrides: { wasmBinary: buffer } });
  const picture = await sharp(Buffer.from(svg)).resize(600).flatten({ background: "#fff" }).png();
  const [found] = await readBarcodes(await picture.toBuffer(), { formats: ["QRCode"] });
  return found?.text;
}
