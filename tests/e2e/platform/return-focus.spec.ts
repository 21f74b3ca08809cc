import type { Locator, Page } from "@playwright/test";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import { enrolFactor } from "#backend-tests/support/second-factor.ts";
import { postLead } from "#tests/support/leads.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

test("a dealer who closes the delete question is back on the button of the card's menu", {
  tag: "@every-width",
}, async ({ page, site }) => {
  const dealer = await createDealership(site);
  await makeVehicle(dealer);
  await openAs(page, dealer, "/dashboard");
  const menu = page.getByRole("button", { name: /Acciones para/ });
  for (const close of ["Escape", "Cancelar"]) {
    await menu.click();
    await page.getByRole("menuitem", { name: "Eliminar" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toBeVisible();
    if (close === "Escape") await page.keyboard.press("Escape");
    else await question.getByRole("button", { name: close }).click();
    await expect(question).toBeHidden();
    await expect(menu).toBeFocused();
  }
});

test("a dealer who closes a dialog of a vehicle's page is back on the button that opened it", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site);
  const { id } = await makeVehicle(dealer);
  await openAs(page, dealer, `/vehicle/${id}`);
  for (const name of ["Vender", "Apartar", "Más"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
  }
});

type Act = {
  as: "dealer" | "admin";
  path: (world: World) => string;
  act: (page: Page, world: World) => Promise<void>;
  /** What is gone afterwards, with the control that had the focus. */
  gone: (page: Page) => Locator;
};
type World = { dealer: Person; admin: Person; vehicle: string; enrolled: string };

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
const confirm = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();

const acts: Record<string, Act> = {
  "who deletes a salesperson": {
    as: "dealer",
    path: () => "/team",
    act: async (page) => {
      await button("Eliminar a Valeria Vendedora")(page).click();
      await confirm(page, "Eliminar");
    },
    gone: button("Eliminar a Valeria Vendedora"),
  },
  "who deletes an expense": {
    as: "dealer",
    path: ({ vehicle }) => `/vehicle/${vehicle}`,
    act: (page) => button("Quitar Llantas")(page).click(),
    gone: button("Quitar Llantas"),
  },
  "who ends a reservation": {
    as: "dealer",
    path: ({ vehicle }) => `/vehicle/${vehicle}`,
    act: async (page) => {
      await page.getByRole("button", { name: "Apartar", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Apartar" }).click();
      await button("Quitar apartado")(page).click();
    },
    gone: button("Quitar apartado"),
  },
  "who removes a second factor": {
    as: "admin",
    path: ({ enrolled }) => `/admin/user/edit/${enrolled}`,
    act: async (page) => {
      await button("Quitar verificación")(page).click();
      await confirm(page, "Quitar");
    },
    gone: button("Quitar verificación"),
  },
  "who deletes an account": {
    as: "admin",
    path: ({ dealer }) => `/admin/users?buscar=${dealer.email}`,
    act: async (page, { dealer }) => {
      await page.getByRole("searchbox").fill(dealer.email);
      await expect(button(/^Eliminar /)(page)).toHaveCount(1);
      await button(/^Eliminar /)(page).click();
      await confirm(page, "Eliminar");
    },
    gone: button(/^Eliminar /),
  },
};

for (const [name, { as, path, act, gone }] of Object.entries(acts)) {
  test(`a person ${name} keeps the focus on the page`, async ({ page, site }) => {
    const [dealer, admin, other] = await Promise.all([
      createDealership(site),
      createAdmin(site),
      createDealership(site),
    ]);
    await createSalesperson(site, dealer.id);
    await enrolFactor(other);
    const { id: vehicle } = await makeVehicle(dealer, {
      images: [await storePhoto(dealer, "a.jpg", "#1f5fa8")],
    });
    for (const label of ["Llantas", "Pintura"]) {
      await dealer.client.from("vehicle_costs").insert({ vehicle_id: vehicle, label, amount: 350 });
    }
    const world = { dealer, admin, vehicle, enrolled: other.id };
    await openAs(page, world[as], path(world));
    await act(page, world);
    await expect(gone(page)).toHaveCount(0);
    await expect(page.locator("main :focus")).toHaveCount(1);
  });
}

test("an administrator who approves a request at once is on the next one", async ({
  page,
  site,
}) => {
  const mark = `${Date.now()}`;
  const admin = await createAdmin(site);
  for (const name of [`Carla ${mark}`, `Carlos ${mark}`]) {
    const request = {
      name,
      phone: unusedTypedPhone(),
      email: `${name.replace(" ", "-")}@example.com`,
      account_type: "concesionario",
      message: "",
      password: "clave-larga",
    };
    await postLead(site, request, { name: "request-access" });
  }
  await openAs(page, admin, "/admin/access-requests");
  const cards = page.getByRole("listitem");
  const approved = cards.filter({ hasText: `Carla ${mark}` });
  await approved.getByRole("button", { name: "Aprobar" }).click();
  await expect(approved).toHaveCount(0);
  await expect(cards.locator(":focus")).toHaveCount(1);
});

test("a dealer who closes new recovery codes is back on the button that asked for them", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site);
  await enrolFactor(dealer);
  await openAs(page, dealer, "/settings?tab=seguridad");
  await button("Crear")(page).click();
  await button("Ya los guardé")(page).click();
  const others = button("Crear otros")(page);
  await expect(others).toBeFocused();
  await others.click();
  await confirm(page, "Crear otros");
  await button("Ya los guardé")(page).click();
  await expect(others).toBeFocused();
});

test.describe("a save that fails", () => {
  test.use({ provoked: /status of 500/ });

  test("a dealer whose reservation fails is back on the button that saves", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.route("**/rpc/reserve_vehicle", (route) => route.fulfill({ status: 500 }));
    await page.getByRole("button", { name: "Apartar", exact: true }).click();
    const save = page.getByRole("dialog").getByRole("button", { name: "Apartar" });
    await save.click();
    await expect(notice(page, "No se pudo")).toBeVisible();
    await expect(save).toBeFocused();
  });
});
