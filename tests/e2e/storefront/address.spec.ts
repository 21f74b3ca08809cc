import { randomUUID } from "node:crypto";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

const newSlug = () => `autos-${randomUUID().slice(0, 8)}`;

async function claim(dealer: Person, slug: string) {
  const { error } = await dealer.client
    .from("profiles")
    .update({ public_slug: slug })
    .eq("id", dealer.id);
  expect(error).toBeNull();
}

test.describe("the address of a dealership's landing page", () => {
  test("a customer with a printed address that has changed comes to the page, parameters and all", async ({
    page,
    site,
    request,
  }) => {
    const [first, second, third] = [newSlug(), newSlug(), newSlug()];
    const dealer = await createDealership(site, { slug: first });
    await claim(dealer, second);
    await claim(dealer, third);
    const answer = await request.get(`/i/${first}?precio=9000`, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(answer.headers().location).toBe(`/i/${third}?precio=9000`);
    expect(answer.headers()["cache-control"]).toContain("no-cache");
    await page.goto(`/i/${second}`);
    await expect(page).toHaveURL(`/i/${third}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await claim(dealer, first);
    await page.goto(`/i/${third}`);
    await expect(page).toHaveURL(`/i/${first}`);
  });

  test("a customer with an address that another dealership has taken over comes to that one", async ({
    page,
    site,
  }) => {
    const slug = newSlug();
    await claim(await createDealership(site, { slug }), newSlug());
    await claim(await createDealership(site, { fullName: "Motores Bahía" }), slug);
    await page.goto(`/i/${slug}`);
    await expect(page.getByRole("heading", { name: "Bienvenido a Motores Bahía" })).toBeVisible();
  });

  test.describe("pages that are not there", () => {
    test.use({ provoked: /status of 4(04|10)/ });

    test("a customer with an unknown, malformed or vendedor's address reads that there is no page", async ({
      page,
      request,
    }) => {
      for (const slug of ["nadie-tiene-este", "NO_ES_UN_SLUG", "a%00b"]) {
        expect((await request.get(`/i/${slug}`)).status(), slug).toBe(404);
      }
      await page.goto("/i/nadie-tiene-este");
      await expect(page.getByRole("heading", { name: "Página No Encontrada" })).toBeVisible();
      await expect(page).toHaveTitle("Página No Encontrada | Vitrina");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Volver al inicio" }).click();
      await expect(page).toHaveURL("/");
    });

    test("a customer of a dealership that has gone reads that there is no page any more", async ({
      page,
      site,
      request,
    }) => {
      const [slug, later] = [newSlug(), newSlug()];
      const dealer = await createDealership(site, { slug });
      await claim(dealer, later);
      await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
      expect((await request.get(`/i/${slug}`)).status()).toBe(410);
      expect((await request.get(`/i/${later}`)).status()).toBe(404);
      await site.sql`delete from auth.users where id = ${dealer.id}`;
      for (const gone of [slug, later]) {
        const answer = await request.get(`/i/${gone}`);
        expect(answer.status()).toBe(410);
        expect(answer.headers()["x-robots-tag"]).toBe("noindex");
      }
      await page.goto(`/i/${later}`);
      await expect(page.getByRole("heading", { name: "Página No Encontrada" })).toBeVisible();
      await expectAccessible(page);
    });
  });

  test("a link preview finds title, picture and the dealership in the raw HTML", async ({
    site,
    request,
  }) => {
    const slug = newSlug();
    const profile = {
      name: "Autos </script><b>Sol",
      phone: "+1 305 555 0100",
      instagram: "autossol",
      email: "oculto@example.com",
      contact_links_visibility: { email: false },
    };
    const dealer = await createDealership(site, { slug, config: { profile } });
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    await makeVehicle(dealer, { images: [image], published: true });
    const agent = { "user-agent": "WhatsApp/2.23.20.0" };
    const html = await (await request.get(`/i/${slug}?vendedor=nadie`, { headers: agent })).text();
    const tag = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(tag(/<title>([^<]*)<\/title>/)).toContain("| Vitrina");
    expect(tag(/<link rel="canonical" href="([^"]*)"/)).toBe(`${site.url}/i/${slug}`);
    expect(tag(/<meta property="og:url" content="([^"]*)"/)).toBe(`${site.url}/i/${slug}`);
    expect(tag(/<meta name="description" content="([^"]*)"/)).toContain("Hyundai Kona 2023");
    expect(html).not.toContain("</script><b>Sol");
    expect(html).not.toContain("oculto@example.com");
    const found = JSON.parse(tag(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/));
    expect(JSON.stringify(found)).toContain('"@type":"AutoDealer"');
    expect(JSON.stringify(found)).toContain("https://www.instagram.com/autossol");

    const picture = await request.get(tag(/<meta property="og:image" content="([^"]*)"/));
    expect(picture.headers()["content-type"]).toBe("image/jpeg");
    expect((await picture.body()).byteLength).toBeLessThanOrEqual(300 * 1024);
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("a customer reads the page, opens menu and offers, and goes on", async ({
      page,
      site,
    }) => {
      const slug = newSlug();
      const dealer = await createDealership(site, {
        slug,
        config: { profile: { phone: "+1 305 555 0100", offers: "Dos por uno" } },
      });
      const { id } = await makeVehicle(dealer, { published: true });
      await page.goto(`/i/${slug}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const toggleMenu = async () => {
        if ((page.viewportSize()?.width ?? 0) > 600) return;
        await page.getByRole("banner").locator("summary").click();
      };
      await toggleMenu();
      await page.getByRole("banner").getByRole("link", { name: "Ofertas" }).click();
      await expect(page.getByText("Dos por uno")).toBeInViewport();
      await toggleMenu();
      await page.getByRole("link", { name: /Hyundai Kona/ }).click();
      await expect(page).toHaveURL(`/public/vehicle/${id}`);
    });
  });
});
