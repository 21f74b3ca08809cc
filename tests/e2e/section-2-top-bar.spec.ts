import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "./fixtures.ts";

test.describe("section 2, Top bar", () => {
  test("a dealer reads the own role, and the logo leads to the dashboard", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const bar = page.getByRole("banner").first();
    await expect(bar.getByText("Concesionario", { exact: true })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Panel de administración" })).toHaveCount(0);
    await bar.getByRole("link", { name: /Vitrina/ }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a vendedor reads the own role", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await expect(
      page.getByRole("banner").first().getByText("Vendedor", { exact: true }),
    ).toBeVisible();
  });

  test("an admin is led to the admin panel", async ({ page, site }) => {
    await openAs(page, await createAdmin(site), "/dashboard");
    const bar = page.getByRole("banner").first();
    await bar.getByRole("link", { name: "Panel de administración" }).click();
    await expect(page).toHaveURL("/admin/dashboard");
  });
});
