import { createDealership } from "#tests/support/people.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  test,
} from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

const unknown = "00000000-0000-4000-8000-000000000000";
const share = (...ids: string[]) => `/share?ids=${ids.join(",")}`;

test.describe("a shared selection", () => {
  test("a customer sees the visible vehicles in the link's order", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, {
      fullName: `Autos${"x".repeat(60)}`,
      config: { page_style: { theme_color: "#0B7A4B", accent_color: "#1E3A8A" } },
    });
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const one = images.slice(0, 1);
    const kona = await makeVehicle(dealer, { images, published: true });
    const tucson = await makeVehicle(dealer, {
      model: "Tucson",
      images: one,
      price: null,
      published: true,
    });
    const accent = await makeVehicle(dealer, {
      model: "Accent",
      images: one,
      mileage: 512,
      published: true,
    });
    const sold = await makeVehicle(dealer, {
      model: "Venue",
      images: one,
      status: "Vendido",
      published: true,
    });
    const long = await makeVehicle(dealer, {
      model: "Ioniq-Limited-Edición-Especial-Con-Un-Nombre-Larguísimo-Sin-Espacios",
      images: one,
      price: "Precio-a-convenir-con-el-vendedor-en-persona",
      published: true,
    });
    const hidden = await makeVehicle(dealer, { model: "Secreto", published: false });
    const shown = [tucson.id, kona.id, accent.id, sold.id, long.id];
    const address = share(hidden.id, ...shown, "no-es-un-id", unknown, kona.id.toUpperCase(), "");
    const answer = await page.goto(address);

    await test.step("each visible vehicle appears once", async () => {
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vehículos Seleccionados");
      await expect(page).toHaveTitle("Vehículos Seleccionados | Vitrina");
      await expect(page.getByRole("heading", { level: 2 })).toHaveText([
        /Hyundai Tucson 2023/,
        /Hyundai Kona 2023/,
        /Hyundai Accent 2023/,
        /Hyundai Venue 2023/,
        /Hyundai Ioniq/,
      ]);
      expect(await answer?.text()).not.toContain("Secreto");
    });

    await test.step("price, mileage, photos and status", async () => {
      const cards = page.getByRole("article");
      await expect(cards.nth(0)).toContainText("A consultar");
      await expect(cards.nth(1)).toContainText("$18,500");
      await expect(cards.nth(1)).toContainText("21,000 mi");
      await expect(cards.nth(1)).toContainText("2 fotos");
      await expect(cards.nth(1)).not.toContainText("Disponible");
      await expect(cards.nth(2)).toContainText("512 mi");
      await expect(cards.nth(3)).toContainText("Vendido");
      const primary = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--primary"),
      );
      expect(primary.trim(), "the theme colour").toMatch(/^15[3-5]/);
    });

    await test.step("the first covers load early, the others when they come near", async () => {
      const covers = page.getByRole("article").locator("img");
      await expect(covers.first()).toHaveAttribute("fetchpriority", "high");
      await expect(covers.first()).toHaveAttribute("srcset", /width=320 320w.*width=800 800w/);
      expect(
        await covers.evaluateAll((pictures) =>
          pictures.map((cover) => cover.getAttribute("loading")),
        ),
      ).toEqual(["eager", "eager", "eager", "lazy", "lazy"]);
    });

    await expectNoSidewaysScroll(page);
    await expectAccessibleByDayAndNight(page);
  });

  test("a customer with a link without vehicles sees that, and a link onwards", async ({
    page,
    request,
  }) => {
    for (const address of ["/share", share(""), share("no-es-un-id")]) {
      expect(await (await request.get(address)).text(), address).toContain(
        "No se encontraron vehículos",
      );
    }
    await page.goto(share(unknown));
    await expect(page.getByText("No se encontraron vehículos")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Ir al inicio" }).click();
    await expect(page).toHaveURL("/");
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("a customer sees and opens the vehicles, and no button for a dialog", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const { id } = await makeVehicle(dealer, { published: true });
      await page.goto(share(id));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.getByRole("link", { name: /Hyundai Kona/ }).click();
      await expect(page).toHaveURL(`/public/vehicle/${id}`);
      await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
      await expect(page.getByRole("button", { name: "Solicitar Información" })).toBeHidden();
    });
  });
});
