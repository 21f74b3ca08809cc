import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

// The narrowest screen, and a desktop of 1280 px at 200 % zoom (WCAG 1.4.10); doubled text size on
// the narrowest screen, a phone, a tablet and a desktop (1.4.4).
const screens = [
  { width: 1280, text: 200 },
  { width: 768, text: 200 },
  { width: 640, text: 100 },
  { width: 390, text: 200 },
  { width: 320, text: 200 },
  { width: 320, text: 100 },
];

const longWord = "Otorrinolaringologistasinternacionalmente";
const name = `Automóviles ${longWord}`;
const contact = {
  name,
  tagline: `Tu concesionario ${longWord}`,
  slogan: `Calidad ${longWord}`,
  phone: "+13055550123",
  whatsapp: "+13055550123",
  email: "ventas.internacionales@hermanosecheverria.example.com",
  location: "1234 Avenida de los Concesionarios, Miami",
  offers: "Todo a mitad de precio",
  instagram: "@echeverria",
  custom_button: { enabled: true, url: "https://example.com", text: "Consigue tu financiamiento" },
};

/** A dealership with all that its pages can show, and the paths of its pages by route. */
async function makePages(site: Parameters<typeof createDealership>[0]) {
  const slug = `ancho-${Date.now().toString(36)}`;
  const seller = `${slug}-ana`;
  const dealer = await createDealership(site, {
    slug,
    fullName: name,
    config: { profile: contact },
  });
  const { id: salespersonId } = await createSalesperson(site, dealer.id, { slug: seller });
  const photo = await storePhoto(dealer, "a.jpg", "#1f5fa8");
  const images = Array.from({ length: 24 }, (_, index) => `${photo}?photo=${index}`);
  const vehicle = { brand: "Mercedes-Benz", model: longWord, price: "123456789", images };
  const { id } = await makeVehicle(dealer, { ...vehicle, published: true });
  await makeVehicle(dealer, { brand: "Honda", model: "Fit", price: "100000000", published: true });
  const pathOf = (route: string) =>
    `/${route}`
      .replace(":publicSlug", /^(s|vcard)\//.test(route) ? seller : slug)
      .replace(":salespersonId", salespersonId)
      .replace(":userId", dealer.id)
      .replace(":id", id)
      .replace(/share$/, `share?ids=${id}`);
  return { dealer, pathOf };
}

/** Every page in web/routes.ts, without files and the not-found page. */
function pageRoutes(): string[] {
  const source = readFileSync(new URL("../../../web/routes.ts", import.meta.url), "utf8");
  const routes = [...source.matchAll(/route\("([^"]+)", "[^"]+\.tsx"/g)].map(
    ([, path = ""]) => path,
  );
  return routes.filter((path) => path !== "*" && !path.endsWith(".vcf"));
}

const isPublic = (route: string) => /^(public|share|unsubscribe|i|s|vcard)\b/.test(route);
const isGuest = (route: string) =>
  /^(login|create-admin|forgot-password|confirm|update-password)$/.test(route);

/** Loads each page once and checks it on every screen. */
async function expectEnlarged(
  page: Page,
  paths: string[],
  seen?: (path: string, width: number) => Promise<void>,
) {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.getByText("Cargando...")).toHaveCount(0);
    for (const { width, text } of screens) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      const screen = `${path} at ${width} px, text ${text} %`;
      // A chart follows its frame one frame later.
      await expect.poll(() => page.evaluate(findOverflow), screen).toEqual([]);
      await test.step(screen, () => seen?.(path, width));
    }
  }
}

/**
 * The words cut off at the screen's edges without a way to scroll to them, and how far the page
 * scrolls sideways. Passed as source text.
 */
function findOverflow(): string[] {
  const isWithin = (element: Element | null, test: (style: CSSStyleDeclaration) => boolean) => {
    for (let at = element; at; at = at.parentElement) if (test(getComputedStyle(at))) return true;
    return false;
  };
  const isCutOnPurpose = (style: CSSStyleDeclaration) =>
    /auto|scroll/.test(style.overflowX) ||
    style.textOverflow === "ellipsis" ||
    style.clipPath !== "none" ||
    style.visibility === "hidden";
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth === clientWidth ? [] : [`${scrollWidth - clientWidth} px sideways`];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode;
    if (!nodeValue?.trim() || parentElement?.closest("[inert], [aria-hidden=true]")) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, right, width } = range.getBoundingClientRect();
    const isOutside = left < -1 || right > clientWidth + 1;
    if (width > 0 && isOutside && !isWithin(parentElement, isCutOnPurpose)) found.push(nodeValue);
  }
  return found;
}

/** It is at least this wide, and within the screen. */
async function expectDrawn(page: Page, what: ReturnType<Page["locator"]>, least: number) {
  const box = await what.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.width, `${what}`).toBeGreaterThanOrEqual(least);
  expect((box?.x ?? 0) + (box?.width ?? 0), `${what}`).toBeLessThanOrEqual(width);
}

test.describe("enlarged text and narrow screens", () => {
  test("a visitor can read price, seller and search on every public page", async ({
    page,
    site,
  }) => {
    await createAdmin(site);
    const { pathOf } = await makePages(site);
    const routes = pageRoutes().filter((route) => isPublic(route) || isGuest(route));
    expect(routes.length).toBeGreaterThan(10);
    await expectEnlarged(page, ["/", ...routes.map(pathOf)], async (path) => {
      if (path.startsWith("/public/vehicle/")) {
        const prices = page.getByText("$123,456,789").filter({ visible: true });
        for (const price of await prices.all()) await expectDrawn(page, price, 90);
        await expect(prices.first()).toBeVisible();
        const dots = page.getByRole("navigation", { name: "Ir a una foto" }).getByRole("link");
        for (const dot of await dots.all()) await expectDrawn(page, dot, 20);
      }
      if (path.endsWith("/inventory") || path.startsWith("/s/")) {
        const prices = page.getByText("$100,000,000").filter({ visible: true });
        await expect(prices.first()).toBeVisible();
        for (const price of await prices.all()) await expectDrawn(page, price, 90);
      }
      if (path.endsWith("/inventory")) {
        await expectDrawn(page, page.getByRole("searchbox", { name: "Buscar" }), 100);
        await expectDrawn(page, page.getByRole("heading", { level: 1 }), 80);
      }
    });
  });

  test("a dealer can use every private page", async ({ page, site }) => {
    const { dealer, pathOf } = await makePages(site);
    const routes = pageRoutes().filter(
      (route) => !isPublic(route) && !isGuest(route) && !route.startsWith("admin/"),
    );
    expect(routes.length).toBeGreaterThan(10);
    await openAs(page, dealer, "/dashboard");
    const paths = [...routes.map(pathOf), "/settings?tab=seguridad"];
    await expectEnlarged(page, paths, async (path, width) => {
      if (path !== "/dashboard") return;
      const least = width === 640 ? 240 : 100;
      await expectDrawn(page, page.getByRole("searchbox", { name: "Buscar" }), least);
      await expectDrawn(page, page.getByText("$123,456,789").filter({ visible: true }).first(), 40);
    });
  });

  test("an admin can use every page of the panel", async ({ page, site }) => {
    const { pathOf } = await makePages(site);
    const routes = pageRoutes().filter((route) => route.startsWith("admin/"));
    expect(routes.length).toBeGreaterThan(5);
    await openAs(page, await createAdmin(site), "/admin/dashboard");
    await expectEnlarged(page, routes.map(pathOf));
  });
});
