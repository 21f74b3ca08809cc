import type { Page } from "@playwright/test";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { fillIn, openInquiry } from "../lead/lead-forms.ts";
import { makeVehicle } from "../make-vehicle.ts";

async function signIn(page: Page, dealer: Person): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
  await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  await expect(page).toHaveURL("/dashboard");
}

test.describe("a device whose clock is wrong", () => {
  for (const hours of [1, 26, -3]) {
    test(`a dealer whose clock is off by ${hours} hours signs in and reads why dates mislead`, async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const vehicle = await makeVehicle(dealer, { published: false });
      await page.addInitScript(shiftClock, hours);
      const refreshes = countRefreshes(page);
      await signIn(page, dealer);
      await expect(page.getByRole("status").getByText(/^Revisa la hora/)).toBeVisible();
      await page.getByRole("link", { name: vehicle.model }).click();
      await page.getByRole("button", { name: "Publicar" }).click();
      await expect(notice(page, "Vehículo publicado.")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: "Ocultar" })).toBeVisible();
      expect(refreshes()).toBe(0);
    });
  }

  test("a dealer who was signed in before the clock went wrong stays so", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await page.addInitScript(shiftClock, 2);
    const refreshes = countRefreshes(page);
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByRole("status").getByText(/^Revisa la hora/)).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByRole("heading", { name: "Configuración" })).toBeVisible();
    expect(refreshes()).toBeLessThan(3);
  });
});

test.describe("a browser that blocks storage", () => {
  test.beforeEach(({ page }) => page.addInitScript(blockStorage));

  test("a dealer signs in, publishes a vehicle and edits it", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const vehicle = await makeVehicle(dealer, { published: false });
    await signIn(page, dealer);
    await page.getByRole("link", { name: vehicle.model }).click();
    await page.getByRole("button", { name: "Publicar" }).click();
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByLabel("Modelo").fill("Kona N");
    await page.getByRole("button", { name: "Guardar" }).first().click();
    await expect(page.getByRole("heading", { name: /Kona N/ })).toBeVisible();
  });

  test("a visitor finds a vehicle and asks about it", async ({ page, site }) => {
    const dealer = await createDealership(site, { slug: "sin-memoria" });
    await makeVehicle(dealer, { published: true });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/i/sin-memoria/inventory");
    await page.getByRole("link", { name: /Kona/ }).first().click();
    await expect(page).toHaveURL(/\/public\/vehicle\//);
    const dialog = await openInquiry(page);
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": "carla-b@example.com" });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
  });

  test.describe("in the installed app", () => {
    // The worker's refusal is reported.
    test.use({ provoked: /Access is denied/ });

    test("a dealer signs in to the installed app, whose worker is blocked", async ({
      page,
      site,
    }) => {
      await page.addInitScript(blockWorker);
      await signIn(page, await createDealership(site));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  });
});

test.describe("a browser that keeps nothing", () => {
  for (const [kind, keepNothing] of Object.entries({
    "has no room": fillStorage,
    "has storage without methods": breakStorage,
    "has no storage": removeStorage,
  })) {
    test(`a dealer whose browser ${kind} signs in and opens every page`, async ({ page, site }) => {
      await page.addInitScript(keepNothing);
      const dealer = await createDealership(site);
      const { id } = await makeVehicle(dealer, { published: true });
      for (const path of ["/", "/forgot-password", "/confirm", `/public/vehicle/${id}`]) {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeVisible();
      }
      await signIn(page, dealer);
      for (const path of [
        `/vehicle/${id}`,
        `/edit-vehicle/${id}`,
        "/add-vehicle",
        "/inventory/transfer",
        "/sales",
        "/inventory-health",
        "/leads",
        "/leads/taps",
        "/team",
        "/settings",
        "/settings/public-page",
      ]) {
        await goTo(page, path);
        await expect(page).toHaveURL(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
    });
  }
});

/** Within the page: a new document would have forgotten the session. */
function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    const state = { idx: 1, key: to };
    history.pushState(state, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state }));
  }, path);
}

function countRefreshes(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) count += 1;
  });
  return () => count;
}

/** Sent as its source. */
function shiftClock(hours: number): void {
  const shift = hours * 3_600_000;
  const now = Date.now.bind(Date);
  Date.now = () => now() + shift;
  window.Date = new Proxy(Date, {
    construct: (target, given) => Reflect.construct(target, given.length ? given : [Date.now()]),
  });
}

/** Sent as its source. The worker is registered in the installed app alone. */
function blockWorker(): void {
  const match = window.matchMedia.bind(window);
  window.matchMedia = (query) => match(query.includes("standalone") ? "all" : query);
  Object.defineProperty(Navigator.prototype, "serviceWorker", {
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
}

/** Sent as its source. */
function blockStorage(): void {
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }
}

/** Sent as its source. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException("There is no room.", "QuotaExceededError");
  };
}

/** Sent as its source. */
function breakStorage(): void {
  for (const name of ["getItem", "setItem", "removeItem", "key"] as const) {
    Storage.prototype[name] = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
  }
}

/** Sent as its source, as a web view without storage has it. */
function removeStorage(): void {
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, { get: () => null });
  }
}
