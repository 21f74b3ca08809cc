import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  notice,
  test,
} from "../fixtures.ts";

const contact = {
  name: "Autos; del Valle",
  tagline: "Seminuevos revisados.",
  phone: "+1 305 555 0100",
  whatsapp: "+1 305 555 0199",
  email: "ventas@example.com",
  location: "Calle 8, Miami",
  instagram: "@autosdelvalle",
};

test.describe("the digital contact card", () => {
  test("a customer reaches a dealership from its card", { tag: "@every-width" }, async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
    const slug = `tarjeta-${Date.now().toString(36)}`;
    await createDealership(site, { slug, config: { profile: contact } });
    await page.goto(`/vcard/${slug}`);
    await expect(page).toHaveTitle("Autos; del Valle | Vitrina");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Autos; del Valle");
    await expect(page.getByText("Concesionario")).toBeVisible();
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/13055550199\?text=/,
    );
    await expect(page.getByRole("link", { name: /Llamar/ })).toHaveAttribute(
      "href",
      "tel:+13055550100",
    );
    await expect(page.getByRole("link", { name: /Instagram/ })).toHaveAttribute(
      "href",
      "https://www.instagram.com/autosdelvalle",
    );
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/vcard/${slug}`,
    );
    await page.getByRole("button", { name: "Código QR" }).click();
    await expect(page.getByRole("dialog")).toContainText(`${site.url}/vcard/${slug}`);
    await expectAccessibleByDayAndNight(page);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Ver Inventario" }).click();
    await expect(page).toHaveURL(`/i/${slug}/inventory`);
  });

  test("a customer gets links onwards on a salesperson's card, not on an administrator's", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, {
      config: { profile: { name: "Autos Sol", location: "Calle 8, Miami" } },
    });
    const [slug, admin] = [`ana-${Date.now().toString(36)}`, `ada-${Date.now().toString(36)}`];
    await createSalesperson(site, dealer.id, { slug, fullName: "Ana Núñez" });
    await createAdmin(site, { slug: admin });
    const inventory = page.getByRole("link", { name: "Ver Inventario" });
    await page.goto(`/vcard/${admin}`);
    await expect(page.getByText("Administrador", { exact: true })).toBeVisible();
    await expect(inventory).toHaveCount(0);
    await page.goto(`/vcard/${slug}`);
    await expect(page.getByText("Vendedor de Autos Sol")).toBeVisible();
    await expect(page.getByRole("link", { name: /Cómo llegar/ })).toContainText("Calle 8, Miami");
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveCount(0);
    await inventory.click();
    await expect(page).toHaveURL(`/s/${slug}`);
  });

  test("a phone gets a vCard with escaped text, photo and address", async ({ site, request }) => {
    const slug = `archivo-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug, config: { profile: contact } });
    const { buffer } = await drawPhoto("logo.jpg", "#1f5fa8");
    const bucket = dealer.client.storage.from("dealership_logos");
    const path = `${dealer.id}/logo_1`;
    const upload = await bucket.upload(path, buffer, { contentType: "image/jpeg" });
    expect(upload.error).toBeNull();
    const logo = bucket.getPublicUrl(path).data.publicUrl;
    await site.sql`update public.profiles
      set config = jsonb_set(config, '{profile,logo}', ${site.sql.json(logo)}) where id = ${dealer.id}`;

    const answer = await request.get(`/vcard/${slug}.vcf`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toBe("text/vcard; charset=utf-8");
    expect(answer.headers()["content-disposition"]).toBe(
      `attachment; filename="Autos; del Valle.vcf"; filename*=UTF-8''Autos%3B%20del%20Valle.vcf`,
    );
    const text = await answer.text();
    expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const lines = text.replaceAll("\r\n ", "").split("\r\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "BEGIN:VCARD",
        "VERSION:3.0",
        String.raw`FN:Autos\; del Valle`,
        String.raw`ORG:Autos\; del Valle`,
        "TEL;TYPE=WORK,VOICE:+1 305 555 0100",
        "TEL;TYPE=CELL,VOICE:+13055550199",
        "EMAIL:ventas@example.com",
        `URL:${site.url}/vcard/${slug}`,
        String.raw`ADR;TYPE=WORK:;;Calle 8\, Miami;;;;`,
        "END:VCARD",
      ]),
    );
    const photo = lines.find((line) => line.startsWith("PHOTO;ENCODING=b;TYPE=JPEG:"));
    const bytes = Buffer.from(photo?.split(":")[1] ?? "", "base64");
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(bytes.length).toBeLessThan(100_000);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("a customer saves the card", async ({ page, site }) => {
      const slug = `guarda-${Date.now().toString(36)}`;
      await createDealership(site, { slug, config: { profile: contact } });
      await page.goto(`/vcard/${slug}`);
      const saving = page.waitForEvent("download");
      await page.getByRole("link", { name: "Guardar contacto" }).click();
      expect((await saving).suggestedFilename()).toMatch(/\.vcf$/);
      await expect(page.getByRole("link", { name: /Llamar/ })).toBeVisible();
      await expect(page.getByRole("button", { name: "Código QR" })).toBeHidden();
    });
  });

  test.describe("the card of a moved or missing account", () => {
    test.use({ provoked: /status of 404/ });

    test("a customer is redirected, or sees that there is no card", async ({
      page,
      site,
      request,
    }) => {
      const slug = `viejo-${Date.now().toString(36)}`;
      const dealer = await createDealership(site, { slug });
      await dealer.client
        .from("profiles")
        .update({ public_slug: `${slug}-2` })
        .eq("id", dealer.id);
      for (const ending of ["", ".vcf"]) {
        const answer = await request.get(`/vcard/${slug}${ending}`, { maxRedirects: 0 });
        expect(answer.status(), ending).toBe(301);
        expect(answer.headers().location).toBe(`/vcard/${slug}-2${ending}`);
      }
      await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
      for (const [path, status] of [
        [`/vcard/${slug}`, 410],
        [`/vcard/${slug}-2`, 404],
        ["/vcard/nadie.vcf", 404],
      ] as const) {
        expect((await request.get(path)).status(), path).toBe(status);
      }
      await page.goto("/vcard/nadie");
      await expect(page.getByRole("heading", { name: "Perfil no encontrado" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Volver al inicio" }).click();
      await expect(page).toHaveURL("/");
    });
  });
});
