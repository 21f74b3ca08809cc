import { randomBytes } from "node:crypto";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import { createAdmin } from "#tests/support/people.ts";
import { type Applicant, requestAccess } from "../account/request-access.ts";
import { drawPhonePhoto, drawPhoto, renamedText } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { openMailLink } from "../read-mail-link.ts";
import type { Site } from "../site.ts";

const VIN = "KM8K2CAB4PU001140";

type Stage = {
  page: Page;
  site: Pick<Site, "url" | "anonKey" | "sql" | "service">;
  browser: Browser;
  request: APIRequestContext;
  /** The link in the verification mail to an address. */
  readLink(recipient: string): Promise<string>;
};

/**
 * A dealer requests access, is approved, adds and publishes a vehicle, and a customer opens its
 * page. Returns the dealer and the vehicle's id.
 */
export async function doMainJob({
  page,
  site,
  browser,
  request,
  readLink,
}: Stage): Promise<{ applicant: Applicant; id: string }> {
  const mark = randomBytes(4).toString("hex");
  const applicant = {
    name: `Autos Norte ${mark}`,
    phone: unusedTypedPhone(),
    email: `norte-${mark}@example.com`,
    password: "clave-del-norte",
    accountType: "Concesionario" as const,
  };

  await test.step("requests access and opens the verification link of the mail", async () => {
    await requestAccess(page, applicant);
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    await openMailLink(page, await readLink(applicant.email));
    await expect(page.getByText("Correo verificado")).toBeVisible();
    const [user] = await site.sql`
      select email_confirmed_at from auth.users where email = ${applicant.email}`;
    expect(user?.email_confirmed_at).not.toBeNull();
  });

  await test.step("an admin approves", async () => {
    const context = await browser.newContext({ baseURL: site.url });
    const adminPage = await context.newPage();
    await openAs(adminPage, await createAdmin(site), "/admin/access-requests");
    await adminPage
      .getByRole("article", { name: applicant.name })
      .getByRole("button", { name: "Aprobar" })
      .click();
    await expect(notice(adminPage, "La solicitud ha sido aprobada.")).toBeVisible();
    await context.close();
  });

  await test.step("signs in by phone", async () => {
    await page.goto("/login");
    await page.getByLabel("Teléfono o correo electrónico").fill(applicant.phone);
    await page.getByLabel(/^Contraseña\*?$/).fill(applicant.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByText("No hay vehículos")).toBeVisible();
  });

  await test.step("the VIN fills in Hyundai Kona 2023", async () => {
    await page.getByRole("link", { name: "Añadir Vehículo" }).first().click();
    await page.getByLabel("VIN", { exact: true }).fill(VIN.toLowerCase());
    await page.getByRole("button", { name: "Decodificar VIN" }).click();
    await expect(page.getByLabel("Marca")).toHaveValue(/hyundai/i);
    await expect(page.getByLabel("Modelo")).toHaveValue("Kona");
    await expect(page.getByLabel("Año")).toHaveValue("2023");
    await page.getByLabel("Precio").fill("18,500");
    await page.getByLabel("Millaje (mi)").fill("21,000");
    await page.getByLabel("Descripción del vehículo").fill("Un solo dueño. Mantenimiento al día.");
  });

  await test.step("four photos are accepted, the renamed text file is rejected", async () => {
    const files = [
      await drawPhoto("frente.jpg", "#1f5fa8"),
      await drawPhoto("lado.jpg", "#1f5fa8"),
      renamedText("precios.jpg"),
      await drawPhonePhoto("IMG_0042.jpg"),
      await drawPhoto("atrás.jpg", "#1f5fa8"),
    ];
    await page.getByLabel("Elegir fotos").setInputFiles(files);
    await expect(
      page.getByText("«precios.jpg» no es una imagen PNG, JPG, WEBP o HEIC"),
    ).toBeVisible();
    await expect(page.getByText("Subida", { exact: true })).toHaveCount(4);
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(notice(page, "¡Éxito!")).toContainText("Vehículo agregado correctamente.");
    await expect(page).toHaveURL("/dashboard");
  });

  await test.step("publishes it from its page", async () => {
    await page.getByRole("link", { name: /hyundai kona/i }).click();
    // The URL changes before the page does; until the title appears, the list's sheet is still
    // there.
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hyundai Kona");
    await page.getByRole("button", { name: "Publicar", exact: true }).click();
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
  });

  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await test.step("no stored photo has a position", async () => {
    const [row] = await site.sql<{ images: string[] }[]>`
      select images from public.vehicles where id = ${id}`;
    expect(row?.images).toHaveLength(4);
    for (const image of row?.images ?? []) {
      const answer = await request.get(image);
      const metadata = await sharp(await answer.body()).metadata();
      expect(metadata.exif).toBeUndefined();
      expect(Math.max(metadata.width, metadata.height)).toBeLessThanOrEqual(1920);
    }
  });

  await test.step("the customer finds it in the raw HTML, and sees it", async () => {
    const html = await (await request.get(`/public/vehicle/${id}`)).text();
    expect(html).toMatch(/<title>[^<]*Kona[^<]*\| Vitrina<\/title>/);
    expect(html).toMatch(/<meta property="og:image" content="http:\/\/localhost:\d+\/[^"]+"/);
    expect(html).toContain("$18,500");
    const context = await browser.newContext({ baseURL: site.url });
    const customer = await context.newPage();
    await customer.goto(`/public/vehicle/${id}`);
    await expect(customer.getByRole("heading", { level: 1 })).toContainText(/hyundai kona 2023/i);
    await expect(customer.getByText("$18,500").first()).toBeVisible();
    await expectAccessible(customer);
    await context.close();
  });
  return { applicant, id };
}
