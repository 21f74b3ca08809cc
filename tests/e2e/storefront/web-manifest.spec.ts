import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { expect, test } from "../fixtures.ts";
import { makeVehicle, storeLogo } from "../make-vehicle.ts";
import { verifyDomain } from "../verify-domain.ts";
import type { Site } from "../site.ts";

const slugOf = (role: string) => `manifiesto-${role}-${Math.random().toString(36).slice(2, 10)}`;

/** The `href`s of the links with a `rel` in a page's HTML. */
const linked = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]*)"`, "g"))].map(([, href]) => href);

const read = async (request: APIRequestContext, path: string) => (await request.get(path)).text();

test.describe("installing a storefront", () => {
  test("a customer's phone gets name, colour, page and icons of each storefront", async ({
    site,
    request,
  }) => {
    const slug = slugOf("casa");
    const dealer = await createDealership(site, { slug, fullName: "Autos del Puerto" });
    await style(site, dealer, "#0B7A75");
    const { id } = await makeVehicle(dealer, { published: true });
    const pages = [`/i/${slug}`, `/i/${slug}/inventory`, `/public/vehicle/${id}`];

    await test.step("a dealership without a logo has the default icons", async () => {
      for (const path of pages) {
        const html = await read(request, path);
        expect(linked(html, "manifest"), path).toEqual([`/manifest/${slug}.webmanifest`]);
        expect(html, path).toContain('<meta name="theme-color" content="#0B7A75"');
        expect(linked(html, "apple-touch-icon"), path).toEqual([]);
      }
      const answer = await request.get(`/manifest/${slug}.webmanifest`);
      expect(answer.headers()["content-type"]).toContain("application/manifest+json");
      const manifest = await answer.json();
      expect(manifest).toMatchObject({
        name: "Autos del Puerto",
        start_url: `/i/${slug}`,
        id: `/i/${slug}`,
        theme_color: "#0B7A75",
      });
      for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
    });

    await test.step("a logo becomes the icon of every page", async () => {
      const branded = slugOf("logo");
      const other = await createDealership(site, { slug: branded });
      const logo = await storeLogo(other, "#0B7A75");
      await site.sql`update public.profiles
        set config = jsonb_build_object('profile', jsonb_build_object('logo', ${logo}::text))
        where id = ${other.id}`;
      const car = await makeVehicle(other, { published: true });
      const { icons } = await (await request.get(`/manifest/${branded}.webmanifest`)).json();
      for (const { src, sizes, type } of icons) {
        const answer = await request.get(src);
        expect(answer.headers()["content-type"]).toBe(type);
        const { width, height } = await sharp(await answer.body()).metadata();
        expect(`${width}x${height}`).toBe(sizes);
      }
      for (const path of [
        `/i/${branded}`,
        `/i/${branded}/inventory`,
        `/vcard/${branded}`,
        `/public/vehicle/${car.id}`,
      ]) {
        expect(linked(await read(request, path), "apple-touch-icon"), path).toEqual([
          icons[0].src.replaceAll("&", "&amp;"),
        ]);
      }
    });

    await test.step("a salesperson has a manifest; a three-digit colour is ignored", async () => {
      const sales = slugOf("vende");
      const seller = await createSalesperson(site, (await createDealership(site)).id, {
        slug: sales,
        fullName: "Luz Prieto",
      });
      await style(site, seller, "#FFF");
      for (const path of [`/s/${sales}`, `/vcard/${sales}`]) {
        expect(linked(await read(request, path), "manifest"), path).toEqual([
          `/manifest/${sales}.webmanifest`,
        ]);
      }
      expect(await (await request.get(`/manifest/${sales}.webmanifest`)).json()).toMatchObject({
        name: "Luz Prieto",
        start_url: `/s/${sales}`,
        theme_color: "#FF6A00",
      });
    });
  });

  test("a customer's phone starts at / on a custom domain", async ({ site }) => {
    const dealer = await createDealership(site, { slug: slugOf("propia") });
    const { host } = new URL(await verifyDomain(site, dealer));
    const get = (path: string) => sendRaw(site.url, { method: "GET", path, headers: { host } });
    const [href = ""] = linked((await get("/")).body.toString(), "manifest");
    const manifest = JSON.parse((await get(href)).body.toString());
    expect(manifest).toMatchObject({ id: "/", start_url: "/", scope: "/" });
    expect((await get(manifest.icons[0].src)).status).toBe(200);
  });

  test("an inactive dealership has no manifest; private pages have the platform's", async ({
    site,
    request,
  }) => {
    const slug = slugOf("cerrada");
    const dealer = await createDealership(site, { slug });
    await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    for (const gone of [slug, "nadie-la-tiene"]) {
      expect([404, 410]).toContain((await request.get(`/manifest/${gone}.webmanifest`)).status());
    }
    const html = await read(request, "/dashboard");
    expect(linked(html, "manifest")).toEqual(["/manifest.webmanifest"]);
    expect(linked(html, "apple-touch-icon")).toEqual(["/apple-touch-icon.png"]);
  });
});

/** Sets the accent colour of a public page. */
async function style(site: Site, { id }: Person, accent: string): Promise<void> {
  await site.sql`update public.profiles
    set config = config || jsonb_build_object('page_style', jsonb_build_object('accent_color', ${accent}::text))
    where id = ${id}`;
}
