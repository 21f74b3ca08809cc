import { randomUUID } from "node:crypto";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const newSlug = () => `autos-${randomUUID().slice(0, 8)}`;

async function claim(dealer: Person, slug: string) {
  const { error } = await dealer.client
    .from("profiles")
    .update({ public_slug: slug })
    .eq("id", dealer.id);
  expect(error).toBeNull();
}

test.describe("the URL of a dealership's landing page", () => {
  test("a customer with an old URL is redirected, and the query is kept", async ({
    site,
    request,
  }) => {
    const [first, second] = [newSlug(), newSlug()];
    const dealer = await createDealership(site, { slug: first });
    await claim(dealer, second);
    const answer = await request.get(`/i/${first}?precio=9000`, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(answer.headers().location).toBe(`/i/${second}?precio=9000`);
    expect(answer.headers()["cache-control"]).toContain("no-cache");

    await claim(dealer, first);
    const back = await request.get(`/i/${second}`, { maxRedirects: 0 });
    expect(back.headers().location).toBe(`/i/${first}`);
  });

  test.describe("the URL of a missing page", () => {
    test.use({ provoked: /status of 4(04|10)/ });

    test("a customer gets not found and a link to the home page", async ({
      page,
      site,
      request,
    }) => {
      for (const slug of ["nadie-tiene-este", "NO_ES_UN_SLUG", "a%00b"]) {
        expect((await request.get(`/i/${slug}`)).status(), slug).toBe(404);
      }
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
      await expect(page).toHaveTitle("Página No Encontrada | Vitrina");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Volver al inicio" }).click();
      await expect(page).toHaveURL("/");
    });
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("a customer opens menu, offers and a vehicle", async ({ page, site }) => {
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
