import sharp from "sharp";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle, storeLogo } from "../make-vehicle.ts";
import { openOwnHost } from "../open-own-host.ts";
import type { Site } from "../site.ts";

const slugOf = (role: string) => `manifiesto-${role}-${Math.random().toString(36).slice(2, 10)}`;

test.describe("storefronts that a customer installs", () => {
  test("a customer's phone finds a storefront's own name, colour, page and icons", async ({
    page,
    site,
  }) => {
    const slug = slugOf("casa");
    const dealer = await createDealership(site, { slug, fullName: "Autos del Puerto" });
    await style(site, dealer, "#0B7A75");
    const { id } = await makeVehicle(dealer, { published: true });
    for (const path of [`/i/${slug}`, `/i/${slug}/inventory`, `/public/vehicle/${id}`]) {
      await page.goto(path);
      const links = page.locator('link[rel="manifest"]');
      await expect(links).toHaveCount(1);
      await expect(links).toHaveAttribute("href", `/manifest/${slug}.webmanifest`);
      await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute(
        "content",
        "#0B7A75",
      );
      await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveCount(0);
    }
    const answer = await page.request.get(`/manifest/${slug}.webmanifest`);
    expect(answer.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = await answer.json();
    expect(manifest).toMatchObject({
      name: "Autos del Puerto",
      start_url: `/i/${slug}`,
      id: `/i/${slug}`,
      theme_color: "#0B7A75",
    });
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
    await page.goto(manifest.start_url);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Autos del Puerto");
  });

  test("a customer's phone finds the dealership's logo as its icon, on every page of theirs", async ({
    page,
    site,
  }) => {
    const slug = slugOf("logo");
    const dealer = await createDealership(site, { slug });
    const logo = await storeLogo(dealer, "#0B7A75");
    await site.sql`update public.profiles
      set config = jsonb_build_object('profile', jsonb_build_object('logo', ${logo}::text))
      where id = ${dealer.id}`;
    const { id } = await makeVehicle(dealer, { published: true });
    const { icons } = await (await page.request.get(`/manifest/${slug}.webmanifest`)).json();
    for (const { src, sizes, type } of icons) {
      const answer = await page.request.get(src);
      expect(answer.headers()["content-type"]).toBe(type);
      const { width, height } = await sharp(await answer.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const path of [
      `/i/${slug}`,
      `/i/${slug}/inventory`,
      `/vcard/${slug}`,
      `/public/vehicle/${id}`,
    ]) {
      await page.goto(path);
      const icon = page.locator('link[rel="apple-touch-icon"]');
      await expect(icon).toHaveCount(1);
      await expect(icon).toHaveAttribute("href", icons[0].src);
    }
  });

  test("a customer's phone finds a salesperson's card, and a colour of three digits is ignored", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const slug = slugOf("vende");
    const seller = await createSalesperson(site, dealer.id, { slug, fullName: "Luz Prieto" });
    await style(site, seller, "#FFF");
    for (const path of [`/s/${slug}`, `/vcard/${slug}`]) {
      await page.goto(path);
      await expect(page.locator('link[rel="manifest"]')).toHaveAttribute(
        "href",
        `/manifest/${slug}.webmanifest`,
      );
    }
    const manifest = await (await page.request.get(`/manifest/${slug}.webmanifest`)).json();
    expect(manifest).toMatchObject({
      name: "Luz Prieto",
      start_url: `/s/${slug}`,
      theme_color: "#FF6A00",
    });
  });

  test("a customer of a dealership's own host finds the page at its short address", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { slug: slugOf("propia") });
    const home = await openOwnHost(site, dealer);
    await page.goto(`${home}/`);
    const [manifest, icon] = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
      const found = await (await fetch(link?.href ?? "")).json();
      return [found, (await fetch(found.icons[0].src)).status];
    });
    expect(manifest).toMatchObject({ id: "/", start_url: "/", scope: "/" });
    expect(icon).toBe(200);
  });

  test("a customer finds none of an unknown or closed dealership, and a dealer's own pages keep ours", async ({
    page,
    site,
  }) => {
    const slug = slugOf("cerrada");
    const dealer = await createDealership(site, { slug });
    await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    for (const gone of [slug, "nadie-la-tiene"]) {
      const { status } = await fetch(`${site.url}/manifest/${gone}.webmanifest`);
      expect([404, 410]).toContain(status);
    }
    await openAs(page, await createDealership(site), "/dashboard");
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute(
      "href",
      "/manifest.webmanifest",
    );
    await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute(
      "href",
      "/apple-touch-icon.png",
    );
  });
});

/** The accent that a person has chosen. */
async function style(site: Site, { id }: Person, accent: string): Promise<void> {
  await site.sql`update public.profiles
    set config = config || jsonb_build_object('page_style', jsonb_build_object('accent_color', ${accent}::text))
    where id = ${id}`;
}
