import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createDealership } from "#tests/support/people.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  openAs,
  test,
} from "../fixtures.ts";

/** Simulates an app opened from a phone's home screen. */
async function install(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === "(display-mode: standalone)" ? "all" : query);
  });
}

/** The number of service workers on this device, and their caches. */
async function kept(page: Page) {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }));
}

test.describe("the installed app", () => {
  test("a dealer's phone finds its shortcuts, and only the installed app gets a worker", async ({
    page,
    site,
  }) => {
    const slug = `app-${Math.random().toString(36).slice(2, 10)}`;
    await openAs(page, await createDealership(site, { slug }), "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await kept(page), "in a browser").toEqual({ workers: 0, caches: [] });
    const { start_url, display, theme_color, shortcuts } = await (
      await page.request.get("/manifest.webmanifest")
    ).json();
    expect({ start_url, display, theme_color }).toEqual({
      start_url: "/dashboard",
      display: "standalone",
      theme_color: "#ff6a00",
    });
    expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual([
      "Inventario",
      "Agregar vehículo",
      "Prospectos",
    ]);
    for (const { url, icons } of shortcuts) {
      const { width, height, format } = await sharp(
        await (await page.request.get(icons[0].src)).body(),
      ).metadata();
      expect(`${width}x${height} image/${format}`).toBe(`${icons[0].sizes} ${icons[0].type}`);
      await page.goto(url);
      await expect(page).toHaveURL(url);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await install(page);
    await page.goto(`/i/${slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await kept(page), "on a public page").toEqual({ workers: 0, caches: [] });
  });

  test.describe("without a connection", () => {
    test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/ });

    test("a dealer sees an offline page, and continues on the same page later", async ({
      page,
      site,
      context,
    }) => {
      await install(page);
      await openAs(page, await createDealership(site), "/dashboard");
      await page.evaluate(() => navigator.serviceWorker.ready);
      await context.setOffline(true);
      await page.goto("/leads");
      await expect(page).toHaveTitle("Sin conexión | Vitrina");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sin conexión");
      await expectAccessibleByDayAndNight(page);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Reintentar" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveTitle("Sin conexión | Vitrina");
      await context.setOffline(false);
      await page.getByRole("link", { name: "Reintentar" }).click();
      await expect(page).toHaveTitle("Prospectos | Vitrina");
      await expect(page).toHaveURL("/leads");
      expect(await kept(page)).toEqual({ workers: 1, caches: [] });
    });
  });
});
