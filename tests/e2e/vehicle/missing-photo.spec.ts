import type { Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

const DRAWING = "/vehicle-fallback.svg";

/** Whether each picture of a vehicle shows the photo or the drawing, once all are loaded. */
async function shownPhotos(page: Page): Promise<("drawing" | "photo")[]> {
  const pictures = page
    .locator(`main img:is([src*="vehicle_images"], [src="${DRAWING}"]), [role="dialog"] img`)
    .filter({ visible: true });
  await expect(pictures.first()).toBeAttached();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty("complete", true);
  }
  return pictures.evaluateAll((images, drawing) => {
    const photos = images.filter((image) => image instanceof HTMLImageElement);
    return photos.map(({ currentSrc }) => (currentSrc.endsWith(drawing) ? "drawing" : "photo"));
  }, DRAWING);
}

test.describe("a photo with a missing file", () => {
  test.use({ provoked: /status of 400/ });

  test("a customer and a dealer see a drawing in its place, and all other photos", async ({
    page,
    site,
  }) => {
    const slug = `faltan-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    const kept = await storePhoto(dealer, "uno.jpg", "#1f5fa8");
    const missing = (number: number) => kept.replace(/\d{13}-uno/, `170000000000${number}-falta`);
    const broken = await makeVehicle(dealer, {
      images: [missing(1), missing(2)],
      published: true,
    });
    const whole = await makeVehicle(dealer, { images: [kept], published: true });

    const drawn = expect.arrayContaining(["drawing"]);
    const both = ["drawing", "photo"];
    for (const [path, expected] of [
      // Each page lists the other vehicle as similar.
      [`/public/vehicle/${broken.id}`, ["drawing", "drawing", "photo"]],
      [`/i/${slug}/inventory`, both],
      [`/share?ids=${broken.id},${whole.id}`, both],
    ] as const) {
      await page.goto(path);
      await expect.poll(async () => (await shownPhotos(page)).toSorted(), path).toEqual(expected);
    }

    await openAs(page, dealer, "/dashboard");
    await expect.poll(async () => (await shownPhotos(page)).toSorted()).toEqual(both);
    await page.goto(`/edit-vehicle/${broken.id}`);
    await expect.poll(() => shownPhotos(page)).toEqual(["drawing", "drawing"]);
    await page.goto(`/vehicle/${broken.id}`);
    await expect.poll(() => shownPhotos(page)).toEqual(["drawing", "drawing", "drawing"]);
    await page.getByRole("button", { name: "Ver a pantalla completa" }).click();
    await expect.poll(() => shownPhotos(page)).toEqual(drawn);
  });

  test("a customer sees every photo of a long page before and after its script runs", async ({
    page,
    site,
  }) => {
    const slug = `largo-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    const image = await storePhoto(dealer, "uno.jpg", "#b3202c");
    for (let number = 0; number < 12; number += 1) {
      await makeVehicle(dealer, { model: `Kona ${number}`, images: [image], published: true });
    }
    await page.goto(`/i/${slug}/inventory`, { waitUntil: "networkidle" });
    expect(await page.locator(`main img[src="${DRAWING}"]`).count()).toBe(0);
    expect(await shownPhotos(page)).toEqual(Array.from({ length: 12 }, () => "photo"));
  });
});
