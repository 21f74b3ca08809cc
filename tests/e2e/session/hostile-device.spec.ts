import type { Page } from "@playwright/test";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, notice, test } from "../fixtures.ts";
import { fillIn, openInquiry } from "../lead/lead-forms.ts";
import { makeVehicle } from "../make-vehicle.ts";

async function signIn(page: Page, dealer: Person): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
  await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  await expect(page).toHaveURL("/dashboard");
}

test("a dealer with a wrong clock signs in, stays signed in, and sees a warning", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site);
  const vehicle = await makeVehicle(dealer, { published: false });
  const warning = page.getByRole("status").getByText(/^Revisa la hora/);
  const refreshes = countRefreshes(page);
  let shift = 0;
  const setClock = async (hours: number) => {
    await page.addInitScript(shiftClock, hours - shift);
    shift = hours;
  };
  for (const hours of [1, 26, -3]) {
    await test.step(`off by ${hours} hours`, async () => {
      if (shift) await page.evaluate(() => localStorage.clear());
      await setClock(hours);
      await signIn(page, dealer);
      await expect(warning).toBeVisible();
      await page.reload();
      await expect(page.getByRole("link", { name: vehicle.model })).toBeVisible();
      expect(refreshes(), `off by ${hours} hours`).toBe(0);
    });
  }
  await page.getByRole("link", { name: vehicle.model }).click();
  await page.getByRole("button", { name: "Publicar" }).click();
  await expect(notice(page, "Vehículo publicado.")).toBeVisible();

  await test.step("wrong after the sign-in", async () => {
    await setClock(2);
    await page.goto("/settings");
    await expect(warning).toBeVisible();
    await expect(page.getByRole("heading", { name: "Configuración" })).toBeVisible();
    expect(refreshes()).toBeLessThan(3);
  });
});

// web/device-storage.test.ts covers storage that throws on each call.
test.describe("a browser without storage", () => {
  // The service worker's error is logged.
  test.use({ provoked: /Access is denied/ });

  test("a visitor sends an inquiry and a dealer edits in an app that blocks storage", async ({
    page,
    site,
  }) => {
    await page.addInitScript(blockStorage);
    await page.addInitScript(blockWorker);
    const slug = `sin-memoria-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    const { id } = await makeVehicle(dealer, { published: true });
    const hidden = await makeVehicle(dealer, { model: "Tucson", published: false });
    await test.step("a visitor asks about a vehicle", async () => {
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.goto(`/i/${slug}/inventory`);
      await page.getByRole("link", { name: /Kona/ }).first().click();
      await expect(page).toHaveURL(`/public/vehicle/${id}`);
      const dialog = await openInquiry(page);
      await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": "carla-b@example.com" });
      await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
      await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    });
    await signIn(page, dealer);
    await page.getByRole("link", { name: hidden.model }).click();
    await page.getByRole("button", { name: "Publicar" }).click();
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByLabel("Modelo").fill("Tucson N");
    await page.getByRole("button", { name: "Guardar" }).first().click();
    await expect(page.getByRole("heading", { name: /Tucson N/ })).toBeVisible();
  });

  test("a dealer without storage, or with full storage, signs in and opens pages", async ({
    page,
    site,
    context,
  }) => {
    await page.addInitScript(removeStorage);
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    for (const path of ["/", "/forgot-password", "/confirm", `/public/vehicle/${id}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading").first(), path).toBeVisible();
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
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    }

    const full = await context.newPage();
    await full.addInitScript(fillStorage);
    await signIn(full, dealer);
    await goTo(full, `/vehicle/${id}`);
    await expect(full.getByRole("heading", { level: 1 }), "no room").toContainText("Kona");
  });
});

/** Navigates within the page, since a new document would lose the session. */
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

/** Passed as source text. */
function shiftClock(hours: number): void {
  const shift = hours * 3_600_000;
  const now = Date.now.bind(Date);
  Date.now = () => now() + shift;
  window.Date = new Proxy(Date, {
    construct: (target, given) => Reflect.construct(target, given.length ? given : [Date.now()]),
  });
}

/** Passed as source text. Only the installed app registers the service worker. */
function blockWorker(): void {
  const match = window.matchMedia.bind(window);
  window.matchMedia = (query) => match(query.includes("standalone") ? "all" : query);
  Object.defineProperty(Navigator.prototype, "serviceWorker", {
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
}

/** Passed as source text. */
function blockStorage(): void {
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }
}

/** Passed as source text. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException("There is no room.", "QuotaExceededError");
  };
}

/** Passed as source text; a web view without storage looks like this. */
function removeStorage(): void {
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, { get: () => null });
  }
}
