import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const nobody = "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11";
const memberPages = ["/dashboard", "/add-vehicle", `/vehicle/${nobody}`, `/edit-vehicle/${nobody}`];
const teamPages = ["/team", `/team/edit/${nobody}`];
const adminPages = [
  "/admin/dashboard",
  "/admin/access-requests",
  "/admin/users",
  "/admin/platform-inventory",
  "/admin/audit-log",
  "/admin/mail",
  `/admin/user/edit/${nobody}`,
];

// Who is sent where from which kind of page is proven in web/session/access.test.ts; here, of which
// kind each page is.
test.describe("who is led where", () => {
  test("an anonymous visitor of a private page is led to the landing page", async ({ page }) => {
    for (const path of [...memberPages, ...teamPages, ...adminPages]) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/");
    }
  });

  test("a dealer who opens a page of the panel is led to the dashboard", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/");
    for (const path of adminPages) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/dashboard");
    }
  });

  test("an admin opens the panel and what asks for access, and is led from the team to it", async ({
    page,
    site,
  }) => {
    await openAs(page, await createAdmin(site), "/");
    for (const path of ["/admin/dashboard", "/admin/access-requests"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    for (const path of teamPages) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/dashboard");
    }
  });

  test("a vendedor who opens / or a page of the team is led to the dashboard", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/");
    await expect(page).toHaveURL("/dashboard");
    for (const path of teamPages) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/dashboard");
    }
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
