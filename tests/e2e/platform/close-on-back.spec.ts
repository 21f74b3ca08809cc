import type { Page } from "@playwright/test";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";
import { makeWorld, type Overlay, overlayPages, type World } from "./overlays.ts";

/** Pages of the same site before the overlay's page in the history. */
const before = "/forgot-password";
const memberBefore = "/settings";

const waitForRouter = (page: Page) => page.waitForFunction(() => history.state?.idx !== undefined);

/** Some overlays open without script, before the page is hydrated. */
const waitForEntry = (page: Page) => page.waitForFunction(() => history.state?.overlay?.depth > 0);

async function open(page: Page, { opener, item, overlay }: Overlay): Promise<void> {
  await opener(page).click();
  if (item) await page.getByRole("menuitem", { name: item }).click();
  await expect(overlay(page)).toBeVisible();
  await waitForEntry(page);
}

/** Closes it by Back, and the first of a page by each way. */
async function expectClosable(
  page: Page,
  name: string,
  shown: Overlay,
  isFirst: boolean,
): Promise<void> {
  const { opener, overlay, closer } = shown;
  const address = page.url();
  const press = (label: string) =>
    overlay(page).getByRole("button", { name: label, exact: true }).click();
  const ways: [string, () => Promise<unknown>][] = [["Back", () => page.goBack()]];
  if (isFirst) ways.push(["Escape", () => page.keyboard.press("Escape")]);
  if (isFirst && closer) ways.push([closer, () => press(closer)]);
  for (const [way, close] of ways) {
    await open(page, shown);
    await close();
    await expect(overlay(page), `${name}: ${way}`).toBeHidden();
    await expect(opener(page), `${name}: ${way}`).toBeFocused();
    expect(page.url(), `${name}: ${way}`).toBe(address);
  }
}

for (const actor of ["visitor", "dealer", "admin"] as const) {
  test(`Back closes every overlay of the ${actor} and returns the focus`, async ({
    page,
    site,
  }) => {
    const world = await makeWorld(site);
    if (actor === "visitor") await page.goto(before);
    else await openAs(page, world[actor], memberBefore);
    const start = page.url();
    for (const { path, overlays } of overlayPages[actor]) {
      await page.goto(path(world));
      await waitForRouter(page);
      for (const [index, [name, overlay]] of Object.entries(overlays).entries()) {
        await test.step(name, () => expectClosable(page, name, overlay, index === 0));
      }
      await page.goBack();
      await expect(page, `one press leaves ${path(world)}`).toHaveURL(start);
    }
  });
}

async function openLeads(page: Page, site: Site): Promise<World> {
  const world = await makeWorld(site);
  await openAs(page, world.dealer, "/leads");
  await expect(page.getByRole("list", { name: "Prospectos" })).toBeVisible();
  return world;
}

const cardMenu = (page: Page) => page.getByRole("button", { name: /Acciones para .*Kona/ });

/** Goes from the leads to the dashboard within the page. */
async function goToDashboard(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Inventario" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(cardMenu(page)).toBeVisible();
}

test("a dealer goes back one page per press, whatever overlay was open", async ({ page, site }) => {
  const { vehicle } = await openLeads(page, site);

  await test.step("after a link in a menu", async () => {
    await goToDashboard(page);
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
    await page.goBack();
    await expect(cardMenu(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/leads");
  });

  const followSheetLink = async () => {
    await page.getByRole("button", { name: "Más" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Configuración" }).click();
  };

  await test.step("after a link in a sheet", async () => {
    await goToDashboard(page);
    await followSheetLink();
    await expect(page).toHaveURL("/settings");
    await page.goBack();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/leads");
  });

  await test.step("before React has rendered the page of a sheet's link", async () => {
    await goToDashboard(page);
    await followSheetLink();
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
    await page.goBack();
    await expect(page).toHaveURL("/leads");
  });

  await test.step("with unsaved changes, after a dialog was open", async () => {
    await goToDashboard(page);
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
    await expect(cardMenu(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/leads");
  });

  await test.step("after a reload with a dialog open", async () => {
    await goToDashboard(page);
    await page.getByRole("button", { name: "Más" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.reload();
    await expect(cardMenu(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/leads");
  });

  await test.step("after a search typed below a closed menu", async () => {
    await goToDashboard(page);
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
});

test("a dealer's Back waits for a saving dialog, and closes one layer at a time", async ({
  page,
  site,
}) => {
  const { dealer } = await openLeads(page, site);
  await goToDashboard(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
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

  const { id } = await makeVehicle(dealer, { model: "Tucson", published: false });
  await page.goto(`/edit-vehicle/${id}`);
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

test("a customer who filters in the sheet goes back step by step", async ({ page, site }) => {
  const { slug } = await makeWorld(site);
  await page.goto(before);
  await page.goto(`/i/${slug}/inventory`);
  await waitForRouter(page);
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
