import type { Page } from "@playwright/test";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessibleByDayAndNight, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

type Sent = { text: string; files: [name: string, type: string][] };

/** Stubs the phone's share sheet; returns a function that reads what the page passed to it. */
async function stubShareSheet(page: Page): Promise<() => Promise<Sent[]>> {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const describeFile = ({ name, type }: File) => [name, type];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ text, files = [] }: ShareData) => {
        sent.push({ text, files: files.map(describeFile) });
      },
    });
    Object.assign(window, { sentBySheet: sent });
  });
  return () => page.evaluate(() => Reflect.get(window, "sentBySheet"));
}

const publishedOf = async ({ sql }: Site, id: string) => {
  const [row] = await sql`select published from public.vehicles where id = ${id}`;
  return row?.published;
};

const sheetOf = (page: Page) => page.getByRole("region", { name: /está guardado$/ });

test.describe("sharing a vehicle", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("a dealer publishes and shares a new vehicle with one press", async ({ page, site }) => {
    const sent = await stubShareSheet(page);
    await openAs(page, await createDealership(site), "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Soul");
    await page.getByLabel("Año").fill("2021");
    await page.getByLabel("Precio").fill("16900");
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL("/dashboard");
    const sheet = sheetOf(page);
    await expect(sheet).toContainText("Kia Soul 2021 está guardado");
    await expect(sheet).toBeFocused();
    await expectAccessibleByDayAndNight(page);

    await sheet.getByRole("button", { name: "Publicar y compartir" }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL("/dashboard");
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(new RegExp(`^${site.url}/public/vehicle/[\\da-f-]{36}$`));
    expect(await sent()).toEqual([{ text: `Kia Soul 2021 · $16,900\n${address}`, files: [] }]);
    const id = address.split("/").at(-1) ?? "";
    await expect.poll(() => publishedOf(site, id)).toBe(true);
  });

  test("a dealer who edits a hidden vehicle is offered publication once per save", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    const changePrice = async (price: string) => {
      await page.goto(`/edit-vehicle/${id}`);
      await page.getByLabel("Precio").fill(price);
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await expect(page).toHaveURL(`/vehicle/${id}`);
      await expect(page.getByText(`$${price}`).first()).toBeVisible();
    };

    await test.step("a reload hides the offer", async () => {
      await changePrice("17,000");
      await expect(sheetOf(page)).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: "Vender" })).toBeVisible();
      await expect(sheetOf(page)).toHaveCount(0);
    });

    await test.step("the vehicle can stay hidden", async () => {
      await changePrice("17,100");
      await sheetOf(page).getByRole("button", { name: "Dejar oculto" }).click();
      await expect(sheetOf(page)).toHaveCount(0);
      expect(await publishedOf(site, id)).toBe(false);
    });

    await test.step("a published vehicle gets no offer", async () => {
      await page.getByRole("button", { name: "Publicar", exact: true }).click();
      await expect(notice(page, "Vehículo publicado.")).toBeVisible();
      await changePrice("17,200");
      await expect(sheetOf(page)).toHaveCount(0);
    });
  });

  test("a salesperson shares photo and own link from a card's menu", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const slug = `vendedora-${crypto.randomUUID().slice(0, 8)}`;
    const vendedor = await createSalesperson(site, dealer.id, { slug });
    const cover = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const { id } = await makeVehicle(dealer, { images: [cover] });
    const sent = await stubShareSheet(page);
    await openAs(page, vendedor, "/dashboard");
    const fetched = page.waitForResponse(/render\/image.*format=jpeg/);
    const menu = page.getByRole("button", { name: "Acciones para Hyundai Kona 2023" });
    await menu.click();
    await fetched;
    await page.getByRole("menuitem", { name: "Publicar y compartir" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    await expect.poll(() => publishedOf(site, id)).toBe(true);
    await expect(page).toHaveURL("/dashboard");
    expect(await sent()).toEqual([
      {
        text: `Hyundai Kona 2023 · $18,500 · 21,000 mi\n${site.url}/public/vehicle/${id}?vendedor=${slug}`,
        files: [["Hyundai-Kona-2023.jpg", "image/jpeg"]],
      },
    ]);

    await menu.click();
    await page.getByRole("menuitem", { name: "Ocultar" }).click();
    await expect.poll(() => publishedOf(site, id)).toBe(false);
  });

  test("a dealer without a share sheet gets the link copied and a link to WhatsApp", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const toWhatsapp = notice(page, "¡Enlace copiado!").getByRole("link", {
      name: "Enviar por WhatsApp",
    });
    await openAs(page, dealer, "/dashboard");
    await page.getByRole("button", { name: "Acciones para Hyundai Kona 2023" }).click();
    await page.getByRole("menuitem", { name: "Publicar y compartir" }).click();
    await expect(toWhatsapp, "not covered by the notice of publishing").toBeVisible();
    expect(await publishedOf(site, id)).toBe(true);

    await page.goto(`/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    const address = `${site.url}/public/vehicle/${id}`;
    await expect(toWhatsapp).toHaveAttribute(
      "href",
      `https://wa.me/?text=${encodeURIComponent(`Hyundai Kona 2023 · $18,500 · 21,000 mi\n${address}`)}`,
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await expectAccessibleByDayAndNight(page);
  });
});
