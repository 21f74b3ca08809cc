import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

// web/session/access.test.ts covers the redirects of each guard, web/routes.test.ts the guard of
// each page.
test.describe("access to pages", () => {
  test("a visitor of a private or unknown page is redirected to the landing page", async ({
    page,
  }) => {
    for (const path of ["/dashboard", "/team", "/admin/users", "/no-existe/nada"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/");
    }
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("a dealer cannot open an admin page or another dealer's vehicle", async ({ page, site }) => {
    const { id } = await makeVehicle(await createDealership(site), { published: true });
    await openAs(page, await createDealership(site), "/admin/users");
    await expect(page).toHaveURL("/dashboard");
    await page.goto(`/edit-vehicle/${id}`);
    await expect(page.getByText("Vehículo no encontrado.")).toBeVisible();
  });

  test("a salesperson is redirected from / and the team to the dashboard", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/");
    await expect(page).toHaveURL("/dashboard");
    await page.goto("/team");
    await expect(page).toHaveURL("/dashboard");
  });
});
