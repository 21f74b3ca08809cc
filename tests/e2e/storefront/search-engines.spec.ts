import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

const agent = "WhatsApp/2.23.20.0";
const newSlug = () => `autos-${randomUUID().slice(0, 8)}`;
const largestPicture = 300 * 1024;

/** A dealership with a salesperson and a published vehicle with a photo. */
async function makeShop(site: Site) {
  const slug = newSlug();
  const sellerSlug = newSlug();
  const config = {
    profile: { name: "Autos del Sol", phone: "+1 305 555 0100", location: "Calle 8, Miami" },
  };
  const dealer = await createDealership(site, { slug, config });
  await createSalesperson(site, dealer.id, { slug: sellerSlug });
  const photo = await storePhoto(dealer, "a.jpg", "#1f5fa8");
  const { id } = await makeVehicle(dealer, { images: [photo], published: true });
  return { dealer, slug, sellerSlug, id };
}

/** Reads title, tags and structured data of a page. */
async function readHead(request: APIRequestContext, path: string) {
  const answer = await request.get(path, { headers: { "user-agent": agent } });
  const html = await answer.text();
  const plain = (text: string) =>
    text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const tags = new Map(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
      ([, name = "", content = ""]) => [name, plain(content)],
    ),
  );
  const told = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)];
  return {
    status: answer.status(),
    robotsHeader: answer.headers()["x-robots-tag"],
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    tags,
    data: told.flatMap(([, text = ""]) => {
      const value = JSON.parse(text);
      return value["@graph"] ?? [value];
    }),
  };
}

test.describe("the heads of public pages", () => {
  test("a link preview finds title, URL, picture and data of every public page", async ({
    site,
    request,
  }) => {
    const { slug, sellerSlug, id } = await makeShop(site);
    const kinds: [path: string, canonical: string | undefined, types: string[]][] = [
      ["/", "/", ["Organization", "WebSite", "FAQPage"]],
      [`/i/${slug}`, `/i/${slug}`, ["AutoDealer", "ItemList"]],
      [
        `/i/${slug}/inventory`,
        `/i/${slug}/inventory`,
        ["AutoDealer", "BreadcrumbList", "ItemList"],
      ],
      [`/s/${sellerSlug}`, `/s/${sellerSlug}`, ["Person", "BreadcrumbList", "ItemList"]],
      [`/vcard/${slug}`, `/vcard/${slug}`, ["AutoDealer"]],
      [`/public/vehicle/${id}`, `/public/vehicle/${id}`, ["Car", "BreadcrumbList"]],
      [`/share?ids=${id}`, undefined, []],
    ];
    for (const [path, canonical, types] of kinds) {
      const head = await readHead(request, path);
      expect(head.status, path).toBe(200);
      expect(head.title, path).toMatch(/^.{5,90} \| Vitrina$/);
      expect(head.canonical, path).toBe(canonical && `${site.url}${canonical}`);
      expect(
        head.data.map((item) => item["@type"]),
        path,
      ).toEqual(types);
      const { tags } = head;
      expect(tags.get("description")?.length, path).toBeGreaterThan(20);
      expect(tags.get("description")?.length, path).toBeLessThanOrEqual(200);
      expect(tags.get("og:title"), path).toBeTruthy();
      expect(tags.get("og:description"), path).toBe(tags.get("description"));
      expect(tags.get("og:url"), path).toBe(`${site.url}${path}`);
      expect(tags.get("og:locale"), path).toBe("es_US");
      expect(tags.get("og:site_name"), path).toBeTruthy();
      expect(tags.get("og:type"), path).toMatch(/^(website|profile)$/);
      expect(tags.get("twitter:card"), path).toBe("summary_large_image");
      expect(head.robotsHeader, path).toBe(path.startsWith("/share") ? "noindex" : undefined);
      expect(tags.get("robots"), path).toBe(path.startsWith("/share") ? "noindex" : undefined);

      const picture = tags.get("og:image") ?? "";
      expect(picture, path).toMatch(/^https?:\/\//);
      const bytes = await (await request.get(picture)).body();
      expect(bytes.byteLength, path).toBeLessThanOrEqual(largestPicture);
      expect(await sharp(bytes).metadata(), path).toMatchObject({
        format: "jpeg",
        width: 1200,
        height: 630,
      });
    }
  });

  test("a link preview gets a new picture URL after a new cover or price", async ({
    site,
    request,
  }) => {
    const { dealer, id } = await makeShop(site);
    const pictureOf = async () => {
      const { tags } = await readHead(request, `/public/vehicle/${id}`);
      return tags.get("og:image");
    };
    const before = await pictureOf();
    await dealer.client.from("vehicles").update({ price: "9,999" }).eq("id", id);
    const cheaper = await pictureOf();
    expect(cheaper).not.toBe(before);
    const images = [await storePhoto(dealer, "b.jpg", "#b3202c")];
    await dealer.client.from("vehicles").update({ images }).eq("id", id);
    expect(await pictureOf()).not.toBe(cheaper);
    await dealer.client.from("vehicles").update({ images: [] }).eq("id", id);
    expect(await pictureOf()).toMatch(/preview-fallback-[\w-]+\.jpg\?v=\w+$/);
  });

  test("a search engine gets 404, 410 or a redirect for missing and moved pages", async ({
    site,
    request,
  }) => {
    const { dealer, slug, id } = await makeShop(site);
    const statusOf = async (path: string) => {
      const answer = await request.get(path, { maxRedirects: 0 });
      return [answer.status(), answer.headers()["x-robots-tag"] ?? answer.headers().location];
    };
    await dealer.client.from("vehicles").update({ published: false }).eq("id", id);
    expect(await statusOf(`/public/vehicle/${id}`)).toEqual([404, "noindex"]);
    expect(await statusOf(`/public/vehicle/${randomUUID()}`)).toEqual([404, "noindex"]);
    for (const path of [
      "/i/nadie-mas",
      "/i/nadie-mas/inventory",
      "/s/nadie-mas",
      "/vcard/nadie-mas",
    ]) {
      expect(await statusOf(path), path).toEqual([404, "noindex"]);
    }
    const moved = newSlug();
    await dealer.client.from("profiles").update({ public_slug: moved }).eq("id", dealer.id);
    expect(await statusOf(`/i/${slug}`)).toEqual([301, `/i/${moved}`]);
    const query = "?q=kona&vendedor=ana";
    expect(await statusOf(`/i/${slug}/inventory${query}`)).toEqual([
      301,
      `/i/${moved}/inventory${query}`,
    ]);
    await dealer.client.from("profiles").update({ public_slug: null }).eq("id", dealer.id);
    expect(await statusOf(`/i/${slug}`)).toEqual([410, "noindex"]);
  });
});

test.describe("robots.txt and sitemap.xml", () => {
  const listedIn = (document: string) =>
    new Map(
      [...document.matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)].map(
        ([, url = "", changed]) => [url, changed],
      ),
    );

  test("a search engine reads robots.txt", async ({ site, request }) => {
    const answer = await request.get("/robots.txt");
    expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  });

  test("a search engine finds public pages with their last change, and nothing hidden", async ({
    site,
    request,
  }) => {
    const { dealer, slug, sellerSlug, id } = await makeShop(site);
    const { id: hidden } = await makeVehicle(dealer, { published: false });
    const { id: sold } = await makeVehicle(dealer, { published: true, status: "Vendido" });
    const closed = await createDealership(site, { slug: newSlug() });
    const { id: closedId } = await makeVehicle(closed, { published: true });
    await site.sql`update public.profiles set is_active = false where id = ${closed.id}`;
    const alone = newSlug();
    await createSalesperson(site, undefined, { slug: alone });

    const answer = await request.get("/sitemap.xml");
    expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
    expect(answer.headers()["cache-control"]).toBe("public, max-age=3600");
    const listed = listedIn(await answer.text());
    const pages = [`/`, `/i/${slug}`, `/i/${slug}/inventory`, `/s/${sellerSlug}`];
    for (const path of pages) expect(listed.has(`${site.url}${path}`), path).toBe(true);
    const changed = listed.get(`${site.url}/public/vehicle/${id}`) ?? "";
    expect(Date.now() - Date.parse(changed)).toBeLessThan(60_000);
    expect(listed.has(`${site.url}/public/vehicle/${sold}`)).toBe(true);
    const text = [...listed.keys()].join("\n");
    for (const unlisted of [hidden, closedId, alone, "/share", "/login", "/vcard/"]) {
      expect(text).not.toContain(unlisted);
    }
  });

  test("a search engine finds each page once in the parts of a large sitemap", async ({
    site,
    request,
  }) => {
    const { slug, id } = await makeShop(site);
    const parts = await Promise.all(
      [..."0123456789abcdef"].map(async (part) => {
        return listedIn(await (await request.get(`/sitemap/${part}.xml`)).text());
      }),
    );
    const vehicle = `${site.url}/public/vehicle/${id}`;
    expect(parts.filter((part) => part.has(vehicle))).toEqual([
      parts[Number.parseInt(id[0] ?? "", 16)],
    ]);
    expect(parts.filter((part) => part.has(`${site.url}/i/${slug}/inventory`))).toHaveLength(1);
    for (const part of ["g", "00000", "0)", "x"]) {
      expect((await request.get(`/sitemap/${part}.xml`)).status(), part).toBe(404);
    }
  });
});
