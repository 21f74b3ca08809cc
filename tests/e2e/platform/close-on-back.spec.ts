import type { Page } from "@playwright/test";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";
import { makeWorld, type OverlayCase, overlays, type World } from "./overlays.ts";

/** Pages of the same site that lie before the overlay's page in the history. */
const before = "/forgot-password";
const memberBefore = "/settings";

async function openPage(page: Page, site: Site, { as, path }: OverlayCase): Promise<World> {
  const world = await makeWorld(site);
  if (as) await openAs(page, world[as], memberBefore);
  else await page.goto(before);
  await page.goto(path(world));
  await page.waitForFunction(() => history.state?.idx !== undefined);
  return world;
}

async function open(page: Page, { opener, item, overlay }: OverlayCase): Promise<void> {
  await opener(page).click();
  if (item) await page.getByRole("menuitem", { name: item }).click();
  await expect(overlay(page)).toBeVisible();
  await waitForEntry(page);
}

/** Some overlays open without script, before the page has taken over. */
const waitForEntry = (page: Page) => page.waitForFunction(() => history.state?.overlay?.depth > 0);

for (const [name, overlayCase] of Object.entries(overlays)) {
  const { opener, overlay, closer } = overlayCase;
  test(`Back, Escape and its button close ${name} and give the focus back`, async ({
    page,
    site,
  }) => {
    await openPage(page, site, overlayCase);
    const address = page.url();
    const press = (label: string) =>
      overlay(page).getByRole("button", { name: label, exact: true }).click();
    const ways: [string, () => Promise<unknown>][] = [
      ["Back", () => page.goBack()],
      ["Escape", () => page.keyboard.press("Escape")],
    ];
    if (closer) ways.push([closer, () => press(closer)]);
    for (const [way, close] of ways) {
      await open(page, overlayCase);
      await close();
      await expect(overlay(page), way).toBeHidden();
      await expect(opener(page), way).toBeFocused();
      expect(page.url(), way).toBe(address);
    }
    await page.goBack();
    await expect(page, "one press leaves the page").toHaveURL(
      overlayCase.as ? memberBefore : before,
    );
  });
}

async function openDashboard(page: Page, site: Site): Promise<World> {
  const world = await makeWorld(site);
  await openAs(page, world.dealer, "/leads");
  await expect(page.getByRole("list", { name: "Prospectos" })).toBeVisible();
  await page.getByRole("link", { name: "Inventario" }).click();
  await expect(page).toHaveURL("/dashboard");
  return world;
}

const cardMenu = (page: Page) => page.getByRole("button", { name: /Acciones para/ });

test("a dealer who follows a link in a menu returns by one press and leaves by one", async ({
  page,
  site,
}) => {
  await openDashboard(page, site);
  await cardMenu(page).click();
  await page.getByRole("menuitem", { name: "Editar" }).click();
  await expect(page).toHaveURL(/edit-vehicle/);
  await page.goBack();
  await expect(page).toHaveURL("/dashboard");
  await expect(cardMenu(page)).toBeVisible();
  await expect(page.getByRole("menu")).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL(/edit-vehicle/);
  await page.goBack();
  await expect(cardMenu(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/leads");
  await page.goForward();
  await expect(page).toHaveURL("/dashboard");
  await page.goForward();
  await expect(page).toHaveURL(/edit-vehicle/);
});

test("a dealer who follows a link in a sheet returns by one press", async ({ page, site }) => {
  await openDashboard(page, site);
  await page.getByRole("button", { name: "Más" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Configuración" }).click();
  await expect(page).toHaveURL("/settings");
  await page.goBack();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/leads");
});

test("a dealer who goes back at once after a link in a sheet is on the page before", async ({
  page,
  site,
}) => {
  await openDashboard(page, site);
  await page.getByRole("button", { name: "Más" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Configuración" }).click();
  // Before React has drawn the new page.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const wait = () => {
          if (location.pathname !== "/settings") return setTimeout(wait);
          history.back();
          return resolve();
        };
        wait();
      }),
  );
  await expect(page).toHaveURL("/dashboard");
  await expect(cardMenu(page)).toBeVisible();
});

test("a filter typed after a menu was closed stays, and Back leaves the page", async ({
  page,
  site,
}) => {
  await openDashboard(page, site);
  await cardMenu(page).click();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("kona");
  await expect(page).toHaveURL(/kona/);
  await cardMenu(page).click();
  await page.goBack();
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page).toHaveURL(/kona/);
  await page.goBack();
  await expect(page).toHaveURL("/leads");
  await page.goForward();
  await expect(page).toHaveURL(/kona/);
});

test("a dealer who reloads while a dialog is open leaves the page by one press", async ({
  page,
  site,
}) => {
  await openDashboard(page, site);
  await page.getByRole("button", { name: "Más" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.reload();
  await expect(cardMenu(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/leads");
});

test("a customer who filters in the sheet goes back step by step", async ({ page, site }) => {
  const { slug } = await makeWorld(site);
  await page.goto(before);
  await page.goto(`/i/${slug}/inventory`);
  await page.waitForFunction(() => history.state?.idx !== undefined);
  const sheet = page.getByRole("group", { name: "Filtrar y ordenar" });
  await page.getByRole("button", { name: "Filtrar y ordenar" }).click();
  await waitForEntry(page);
  const make = sheet.getByLabel("Marca");
  await make.selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?/);
  const filtered = page.url();
  await waitForEntry(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(page.url()).toBe(filtered);
  await page.goBack();
  await expect(page).toHaveURL(`/i/${slug}/inventory`);
  await page.goBack();
  await expect(page).toHaveURL(before);
});

test("the question about unsaved work is asked as before after a dialog was open", async ({
  page,
  site,
}) => {
  const { vehicle } = await openDashboard(page, site);
  await cardMenu(page).click();
  await page.getByRole("menuitem", { name: "Editar" }).click();
  await page.getByRole("button", { name: "Eliminar" }).click();
  await page.getByRole("button", { name: "Cancelar" }).last().click();
  await page.getByLabel("Color").first().fill("Verde");
  const question = page.getByRole("alertdialog", { name: "¿Salir sin guardar?" });
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(`/edit-vehicle/${vehicle}`);
  await question.getByRole("button", { name: "Seguir editando" }).click();
  await expect(question).toBeHidden();
  await page.goBack();
  await question.getByRole("button", { name: "Salir sin guardar" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a dialog that is saving stays open, and Back closes it afterwards", async ({
  page,
  site,
}) => {
  await openDashboard(page, site);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/rpc/*delet*", async (route) => {
    await held;
    await route.continue();
  });
  await cardMenu(page).click();
  await page.getByRole("menuitem", { name: "Eliminar" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Eliminar" }).click();
  await expect(question.getByRole("button", { name: "Cancelar" })).toBeDisabled();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => history.state.overlay.depth)).toBe(1);
  await expect(question).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  release();
  await expect(question).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/leads");
});

test("Back closes a menu, and then the sheet below it, on the same page", async ({
  page,
  site,
}) => {
  const { dealer } = await makeWorld(site);
  const { id } = await makeVehicle(dealer, { model: "Tucson", published: false });
  await openAs(page, dealer, `/edit-vehicle/${id}`);
  await page.getByLabel("Color").first().fill("Verde");
  await page.getByRole("button", { name: /^Guardar/ }).click();
  const sheet = page.getByRole("region", { name: /está guardado/ });
  await expect(sheet).toBeVisible();
  const address = page.url();
  const opener = page.getByRole("button", { name: "Cambiar tema" });
  await opener.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(page.url()).toBe(address);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(sheet).toBeHidden();
});
