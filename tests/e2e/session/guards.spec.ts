import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

// web/session/access.test.ts proves who is redirected where, web/routes.test.ts which guard each
// page has.
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

  test("a dealer sees no page of the panel and no vehicle of another dealer", async ({
    page,
    site,
  }) => {
    const { id } = await makeVehicle(await createDealership(site), { published: true });
    await openAs(page, await createDealership(site), "/admin/users");
    await expect(page).toHaveURL("/dashboard");
    await page.goto(`/edit-vehicle/${id}`);
    await expect(page.getByText("Vehículo no encontrado.")).toBeVisible();
  });

  test("a vendedor is redirected from / and the team to the dashboard", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/");
    await expect(page).toHaveURL("/dashboard");
    await page.goto("/team");
    await expect(page).toHaveURL("/dashboard");
  });
});
