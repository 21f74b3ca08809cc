import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "./fixtures.ts";
import { makeVehicle } from "./make-vehicle.ts";

const memberPages = [
  "/dashboard",
  "/add-vehicle",
  "/vehicle/0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  "/edit-vehicle/0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
];
const adminPages = ["/admin/dashboard", "/admin/access-requests"];

test.describe("section 2, routes: who is led where @one-width", () => {
  for (const path of [...memberPages, ...adminPages]) {
    test(`an anonymous visitor of ${path} is led to the landing page`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL("/");
    });
  }

  for (const path of adminPages) {
    test(`a dealer who opens ${path} is led to the dashboard`, async ({ page, site }) => {
      await openAs(page, await createDealership(site), path);
      await expect(page).toHaveURL("/dashboard");
    });

    test(`an admin opens ${path}`, async ({ page, site }) => {
      await openAs(page, await createAdmin(site), path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    });
  }

  test("a signed-in vendedor who opens / is led to the dashboard", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/");
    await expect(page).toHaveURL("/dashboard");
  });

  test("a visitor of an unknown path is led to the landing page", async ({ page }) => {
    await page.goto("/no-existe/nada");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("a dealer who opens another dealer's vehicle is told that it is not there", async ({
    page,
    site,
  }) => {
    const owner = await createDealership(site);
    const vehicle = await makeVehicle(owner, { published: true });
    await openAs(page, await createDealership(site), `/edit-vehicle/${vehicle.id}`);
    await expect(page.getByText("Vehículo no encontrado.")).toBeVisible();
  });
});
