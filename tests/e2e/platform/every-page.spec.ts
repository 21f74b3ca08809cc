import { createAdmin, createDealership } from "#tests/support/people.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

/** Where a vehicle is shown or written down. */
const pagesOf = (id: string) => [
  "/dashboard",
  `/vehicle/${id}`,
  "/add-vehicle",
  `/edit-vehicle/${id}`,
  `/public/vehicle/${id}`,
];

test.describe("every page, by day and by night", () => {
  for (const path of ["/", "/login", "/create-admin"]) {
    test(`a visitor with a screen reader uses ${path}`, { tag: "@every-width" }, async ({
      page,
      site,
    }) => {
      await createAdmin(site);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/ \| Vitrina$/);
      await expectAccessibleByDayAndNight(page);
    });
  }

  test("a visitor with a screen reader asks for access", { tag: "@every-width" }, async ({
    page,
  }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Solicitar acceso" }).click();
    await expect(page.getByLabel("Tipo de cuenta")).toBeVisible();
    await expectAccessibleByDayAndNight(page);
  });

  for (const path of ["/dashboard", "/admin/dashboard", "/admin/access-requests"]) {
    test(`an admin with a screen reader uses ${path}`, { tag: "@every-width" }, async ({
      page,
      site,
    }) => {
      await openAs(page, await createAdmin(site), path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/ \| Vitrina$/);
      await expectAccessibleByDayAndNight(page);
    });
  }

  test("a dealer with a screen reader uses the pages of a vehicle", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images, published: true });
    await openAs(page, dealer, "/dashboard");
    for (const path of pagesOf(id)) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("img").or(page.getByLabel("Marca")).first()).toBeVisible();
      await expectAccessibleByDayAndNight(page);
    }
  });

  test("no page is wider than the screen", { tag: "@every-width" }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, {
      published: true,
      model: "Kona-Limited-Edición-Especial-Con-Un-Nombre-Larguísimo-Sin-Espacios",
      description: `https://example.com/${"x".repeat(200)}`,
    });
    await openAs(page, dealer, "/dashboard");
    for (const path of pagesOf(id)) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page, path);
    }
  });
});
