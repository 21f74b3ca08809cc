import type { Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Text that would run, break out or begin a header wherever it is not escaped. */
const attack = `</script></title></textarea><img src=x onerror="window.hurt=1"><svg onload="window.hurt=1">'"\`{{1}}\${1}`;
const short = '"><img src=x onerror=window.hurt=1>';
/** A profile cannot contain other line ends. */
const lines = "Fila\u2028TEL:666\u2029BEGIN:VCARD";

/** Markup that no page may contain. */
const asMarkup = /<img src=x|<svg onload|<\/script><\/title>/i;

test.describe("hostile text", () => {
  test.use({ provoked: /404 \(Not Found\)/ });

  test("a customer sees it as text on every public page, and no script runs", async ({
    page,
    site,
    request,
  }) => {
    const slug = `dano-${Date.now().toString(36)}`;
    const profile = {
      name: `${attack.slice(0, 100)}`,
      tagline: attack,
      slogan: attack,
      offers: attack,
      location: attack,
      phone: short,
      email: "a@example.com?bcc=b@example.com&body=x",
      whatsapp: short,
      custom_button: { enabled: true, text: short, url: "https://example.com/?a=%22%3E" },
    };
    const dealer = await createDealership(site, {
      slug,
      fullName: attack.slice(0, 110),
      config: { profile },
    });
    const seller = `${slug}-ana`;
    await createSalesperson(site, dealer.id, {
      slug: seller,
      fullName: short,
      config: { profile },
    });
    const { id } = await makeVehicle(dealer, {
      published: true,
      brand: short,
      model: attack.slice(0, 80),
      price: short,
      color: short,
      transmission: short,
      fuel_type: short,
      description: attack,
      vin: "</SCRIPT><B>",
    });
    await page.addInitScript(() => {
      addEventListener("listening", () => Reflect.set(window, "isHydrated", true));
    });
    for (const path of [
      `/public/vehicle/${id}`,
      `/public/vehicle/${id}?vendedor=${seller}`,
      `/share?ids=${id}`,
      `/i/${slug}`,
      `/i/${slug}/inventory`,
      `/i/${slug}/inventory?q=${encodeURIComponent(attack)}`,
      `/s/${seller}`,
      `/vcard/${slug}`,
      `/login?next=${encodeURIComponent(attack)}`,
      `/i/${encodeURIComponent(attack)}`,
      `/${encodeURIComponent(attack)}`,
    ]) {
      const html = await (await request.get(path)).text();
      expect(html, path).not.toMatch(asMarkup);
      await page.goto(path);
      await page.waitForFunction(() => Reflect.get(window, "isHydrated"));
      await expectUnhurt(page, path);
    }
  });

  test("a phone gets a contact file with one line per field", async ({ site, request }) => {
    const slug = `tarjeta-dano-${Date.now().toString(36)}`;
    const profile = {
      name: lines,
      phone: lines.slice(0, 40),
      email: lines,
      location: lines,
      tagline: lines,
    };
    await createDealership(site, { slug, config: { profile } });
    const answer = await request.get(`/vcard/${slug}.vcf`);
    const names = (await answer.text()).split("\r\n").map((line) => line.split(/[:;]/)[0]);
    expect(names.filter((name) => name === "BEGIN")).toHaveLength(1);
    expect(names.filter((name) => name === "TEL").length).toBeLessThanOrEqual(1);
    expect(answer.headers()["content-type"]).toBe("text/vcard; charset=utf-8");
    expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="[^"\r\n]+"/);
  });

  test("a dealer and an admin see it as text on every private page", async ({ page, site }) => {
    const slug = `dano-dentro-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug, fullName: short });
    await createSalesperson(site, dealer.id, { fullName: short });
    const { id } = await makeVehicle(dealer, {
      model: attack.slice(0, 80),
      description: attack,
      published: true,
    });
    const typed = {
      name: attack.slice(0, 110),
      message: attack,
      type: "vehicle_inquiry",
      vehicleId: id,
    };
    expect((await postLead(site, makeInquiry(dealer, typed))).status).toBe(200);
    await openAs(page, dealer, "/dashboard");
    for (const path of [
      "/dashboard",
      `/vehicle/${id}`,
      `/edit-vehicle/${id}`,
      "/leads",
      "/team",
      "/settings",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectUnhurt(page, path);
    }
    const admin = await createAdmin(site);
    const other = await page.context().browser()?.newPage({ baseURL: site.url });
    if (!other) throw new Error("There is no browser.");
    await openAs(other, admin, "/admin/users");
    for (const path of [
      "/admin/users",
      "/admin/platform-inventory",
      `/admin/user/edit/${dealer.id}`,
    ]) {
      await other.goto(path);
      await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
      await other.waitForLoadState("networkidle");
      await expectUnhurt(other, path);
    }
    await other.close();
  });
});

async function expectUnhurt(page: Page, path: string): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, "hurt")), path).toBeUndefined();
  expect(await page.locator('img[src="x"], svg[onload]').count(), path).toBe(0);
  const mails = await page
    .locator('a[href^="mailto:"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(mails.filter((address) => /[?&]bcc=/.test(address))).toEqual([]);
}
