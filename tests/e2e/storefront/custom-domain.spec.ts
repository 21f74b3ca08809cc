import { randomUUID } from "node:crypto";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import { verifyDomain } from "../verify-domain.ts";
import { verifiedDomain, unverifiedDomain } from "../test-zone.ts";

const newSlug = () => `autos-${randomUUID().slice(0, 8)}`;

test.describe("a dealership's own domain: verification", () => {
  test("a dealer saves a domain, copies its DNS records and verifies it", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/settings");
    const field = page.getByLabel("Dominio propio");
    await expect(page.getByText("Registro TXT")).toHaveCount(0);

    await field.fill(unverifiedDomain(dealer));
    await expect(page.getByText("Guarda los cambios y te mostramos cómo")).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByText(`_vitrina.${unverifiedDomain(dealer)}`)).toBeVisible();
    await expect(page.getByText(`vitrina-verification=${dealer.id}`)).toBeVisible();
    const domain = unverifiedDomain(dealer);
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    for (const [button, text] of [
      ["Copiar nombre del registro TXT", `_vitrina.${domain}`],
      ["Copiar valor del registro TXT", `vitrina-verification=${dealer.id}`],
      ["Copiar nombre del registro CNAME", domain],
      ["Copiar valor del registro CNAME", "localhost"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await expect.poll(pasted).toBe(text);
    }
    await page.getByRole("button", { name: "Verificar dominio" }).click();
    await expect(page.getByText("Todavía no encontramos el registro TXT.")).toBeVisible();
    await expectAccessible(page);

    await field.fill(verifiedDomain(dealer));
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByText(`_vitrina.${verifiedDomain(dealer)}`)).toBeVisible();
    await expect(page.getByText("Todavía no encontramos el registro TXT.")).toHaveCount(0);
    await page.getByRole("button", { name: "Verificar dominio" }).click();
    await expect(notice(page, "¡Dominio verificado!")).toBeVisible();
    await expect(page.getByRole("link", { name: verifiedDomain(dealer) })).toBeVisible();
    await expect(page.getByText("Registro TXT")).toHaveCount(0);
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByText("Dominio verificado")).toBeVisible();
    await page.getByLabel("Dominio propio").fill("");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(notice(page, "¡Guardado!")).toBeVisible();
    await expect(page.getByText("Dominio verificado")).toHaveCount(0);
    const [row] = await site.sql`
      select custom_domain, verified_domain from public.profiles where id = ${dealer.id}`;
    expect(row).toEqual({ custom_domain: null, verified_domain: null });
  });
});

test.describe("a dealership's own domain: its pages", () => {
  test("a customer sees landing page, inventory and vehicles, and sends an inquiry", async ({
    page,
    site,
  }) => {
    const slug = newSlug();
    const dealer = await createDealership(site, {
      slug,
      config: { profile: { name: "Autos Propios" } },
    });
    const { id } = await makeVehicle(dealer, { published: true });
    const home = await verifyDomain(site, dealer);

    await page.goto(`${home}/`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bienvenido a Autos Propios");
    await expect(page).toHaveTitle("Autos Propios | Vitrina");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${home}/`);
    await expectAccessible(page);

    await page.getByRole("link", { name: "Ver Inventario" }).first().click();
    await expect(page).toHaveURL(`${home}/inventory`);
    await expect(page).toHaveTitle("Inventario de Autos Propios | Vitrina");
    await page.getByRole("link", { name: /Hyundai Kona/ }).click();
    await expect(page).toHaveURL(`${home}/public/vehicle/${id}`);
    await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${home}/inventory`);
    await page.goBack();
    await expect(page).toHaveURL(`${home}/`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bienvenido a Autos Propios");
    await expect(page.getByRole("link", { name: "Hecho con Vitrina" })).toHaveAttribute(
      "href",
      `${site.url}/`,
    );

    await test.step("an inquiry from there arrives", async () => {
      await page.goto(`${home}/inventory`);
      await page.getByRole("button", { name: "Solicitar Información" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Nombre/).fill("Carla Compra");
      await dialog.getByLabel(/^Correo/).fill("carla@example.com");
      await dialog.getByRole("button", { name: /^Enviar/ }).click();
      await expect(dialog.getByText("¡Enviado!")).toBeVisible();
      const leads =
        await site.sql`select name, kind, vehicle_id from public.leads where recipient_id = ${dealer.id}`;
      expect([...leads]).toEqual([
        { name: "Carla Compra", kind: "general_inquiry", vehicle_id: null },
      ]);
    });
  });

  test("a customer is sent from long URLs to short ones, from others to the platform", async ({
    site,
  }) => {
    const [slug, other] = [newSlug(), newSlug()];
    const dealer = await createDealership(site, { slug });
    const rival = await createDealership(site, { slug: other });
    const seller = await createSalesperson(site, dealer.id, { slug: newSlug() });
    const foreign = await createSalesperson(site, rival.id, { slug: newSlug() });
    const { id: own } = await makeVehicle(dealer, { published: true });
    const { id: theirs } = await makeVehicle(rival, { published: true });
    const { host } = new URL(await verifyDomain(site, dealer));
    const slugOf = async ({ id }: { id: string }) => {
      const [row] = await site.sql`select public_slug from public.profiles where id = ${id}`;
      return row?.public_slug;
    };
    const expected: [path: string, status: number, location?: string][] = [
      ["/", 200],
      ["/inventory", 200],
      [`/public/vehicle/${own}`, 200],
      [`/share?ids=${own}`, 200],
      [`/s/${await slugOf(seller)}`, 200],
      [`/vcard/${slug}`, 200],
      [`/vcard/${slug}.vcf`, 200],
      [`/i/${slug}?vendedor=ana`, 301, "/?vendedor=ana"],
      [`/i/${slug}/inventory?q=kona`, 301, "/inventory?q=kona"],
      [`/i/${other}`, 302, `${site.url}/i/${other}`],
      [`/i/${other}/inventory`, 302, `${site.url}/i/${other}/inventory`],
      [`/public/vehicle/${theirs}`, 302, `${site.url}/public/vehicle/${theirs}`],
      [`/share?ids=${own},${theirs}`, 302, `${site.url}/share?ids=${own},${theirs}`],
      [`/s/${await slugOf(foreign)}`, 302, `${site.url}/s/${await slugOf(foreign)}`],
      [`/vcard/${other}.vcf`, 302, `${site.url}/vcard/${other}.vcf`],
      ["/login", 302, `${site.url}/login`],
      ["/dashboard", 302, `${site.url}/dashboard`],
      ["/admin/users?page=2", 302, `${site.url}/admin/users?page=2`],
      ["/no-hay-nada", 302, "/"],
      ["/public/vehicle/no-es-un-id", 404],
    ];
    for (const [path, status, location] of expected) {
      const answer = await sendRaw(site.url, { method: "GET", path, headers: { host } });
      const way = answer.headers.location && decodeURIComponent(String(answer.headers.location));
      expect([path, answer.status, way]).toEqual([path, status, location]);
    }
  });

  test("a search engine reads robots.txt, the sitemap and the canonical URL", async ({ site }) => {
    const slug = newSlug();
    const dealer = await createDealership(site, { slug });
    const { id } = await makeVehicle(dealer, { published: true });
    await makeVehicle(await createDealership(site), { published: true });
    const home = await verifyDomain(site, dealer);
    const read = async (path: string) => {
      const headers = { host: new URL(home).host, "user-agent": "Googlebot/2.1" };
      return (await sendRaw(site.url, { method: "GET", path, headers })).body.toString();
    };
    expect(await read("/robots.txt")).toContain(`Sitemap: ${home}/sitemap.xml`);
    const listed = [...(await read("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)];
    expect(listed.map(([, url]) => url)).toEqual([
      `${home}/`,
      `${home}/inventory`,
      `${home}/public/vehicle/${id}`,
    ]);
    const html = await read("/");
    expect(html).toContain(`<link rel="canonical" href="${home}/"/>`);
    expect(html).not.toContain(`/i/${slug}`);
  });

  test("a visitor of a forged, unverified or deactivated host sees the platform", async ({
    site,
  }) => {
    const claimed = await createDealership(site);
    const domain = unverifiedDomain(claimed);
    await site.sql`update public.profiles set custom_domain = ${domain} where id = ${claimed.id}`;
    const gone = await createDealership(site);
    await verifyDomain(site, gone);
    await site.sql`update public.profiles set is_active = false where id = ${gone.id}`;
    const isKnown = async () =>
      (await fetch(`${site.url}/_domains/ask?domain=${verifiedDomain(gone)}`)).ok;
    await expect.poll(isKnown, { intervals: [250] }).toBe(false);
    const forged: Record<string, string>[] = [
      { host: domain },
      { host: verifiedDomain(gone) },
      { host: "evil.example" },
      { host: new URL(site.url).host, "x-forwarded-host": "evil.example" },
    ];
    for (const headers of forged) {
      const { status, body } = await sendRaw(site.url, { method: "GET", path: "/", headers });
      expect(status).toBe(200);
      expect(body.toString()).toContain(`<link rel="canonical" href="${site.url}/"/>`);
      expect(body.toString()).not.toContain("evil.example");
    }
  });
});
