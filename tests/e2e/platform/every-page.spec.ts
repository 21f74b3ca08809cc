import { createAdmin, createDealership } from "#tests/support/people.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  openAs,
  test,
} from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

// Specs in other folders run axe on the other pages.
test.describe("pages in light and dark mode", () => {
  test("a visitor with a screen reader can use the pages before sign-in", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    await createAdmin(site);
    for (const path of ["/", "/create-admin"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/ \| Vitrina$/);
      await test.step(path, () => expectAccessibleByDayAndNight(page));
    }
    await page.goto("/login");
    await page.getByRole("button", { name: "Solicitar acceso" }).click();
    await expect(page.getByLabel("Tipo de cuenta")).toBeVisible();
    await test.step("the access request", () => expectAccessibleByDayAndNight(page));
  });

  test("a dealer with a screen reader can use a vehicle's pages without sideways scroll", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, {
      images,
      published: true,
      model: "Kona-Limited-Edición-Especial-Con-Un-Nombre-Larguísimo-Sin-Espacios",
      description: `https://example.com/${"x".repeat(200)}`,
    });
    const paths = [
      "/dashboard",
      `/vehicle/${id}`,
      "/add-vehicle",
      `/edit-vehicle/${id}`,
      `/public/vehicle/${id}`,
    ];
    for (const [index, path] of paths.entries()) {
      await (index === 0 ? openAs(page, dealer, path) : page.goto(path));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("img").or(page.getByLabel("Marca")).first()).toBeVisible();
      await expectNoSidewaysScroll(page, path);
      await test.step(path, () => expectAccessibleByDayAndNight(page));
    }
  });
});
