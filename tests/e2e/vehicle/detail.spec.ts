import type { Locator, Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** How wide a photo is drawn, once it is there. */
async function widthOf(photo: Locator): Promise<number> {
  const width = async () => (await photo.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  return width();
}

/** Opens the page of a vehicle with two photos as its dealer; gives the vehicle's id. */
async function openTwoPhotos(page: Page, site: Site): Promise<string> {
  const dealer = await createDealership(site);
  const images = [
    await storePhoto(dealer, "a.jpg", "#1f5fa8"),
    await storePhoto(dealer, "b.jpg", "#b3202c"),
  ];
  const { id } = await makeVehicle(dealer, { images });
  await openAs(page, dealer, `/vehicle/${id}`);
  return id;
}

test.describe("a vehicle's private page", () => {
  test("a dealer sees the vehicle with its photos, and publishes and hides it", async ({
    page,
    site,
  }) => {
    const id = await openTwoPhotos(page, site);
    await expect(page).toHaveTitle(/Kona.*\| Vitrina$/);
    await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
    await expect(page.getByText("$18,500")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publicar" }).click();
    await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    await expect(page.getByText("Publicado", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Ocultar" }).click();
    await expect(notice(page, "Vehículo ocultado.")).toBeVisible();
    const [row] = await site.sql`select published from public.vehicles where id = ${id}`;
    expect(row?.published).toBe(false);
  });

  test("a dealer with reduced motion jumps to the next photo, and Enter opens nothing", async ({
    page,
    site,
  }) => {
    await openTwoPhotos(page, site);
    const row = page.getByRole("list", { name: /^Fotografías de/ });
    const next = await page.getByRole("button", { name: "Foto siguiente" }).elementHandle();
    const moved = await row.evaluate((list, button) => {
      if (button instanceof HTMLElement) button.click();
      return list.scrollLeft / list.clientWidth;
    }, next);
    expect(moved).toBe(1);
    await row.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText("Foto 1 de 2", { exact: true })).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Foto 1 de 2", { exact: true })).toHaveCount(1);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Ver a pantalla completa" }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  test("a dealer looks through the photos on the whole screen, enlarges one, and comes back to where they were", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
      await storePhoto(dealer, "c.jpg", "#2c7a4b"),
    ];
    const description = "Único dueño.\n".repeat(40);
    const { id } = await makeVehicle(dealer, { images, description });
    await openAs(page, dealer, `/vehicle/${id}`);
    const opener = page.getByRole("button", { name: "Ver a pantalla completa" });
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const cover = page.getByRole("img", { name: /foto 1 de 3/ });
    expect(await bottomOf(opener)).toBeLessThan(await bottomOf(cover));
    await opener.click();
    const viewer = page.getByRole("dialog", { name: /Fotografías de/ });
    await expect(viewer.getByText("1 / 3")).toBeVisible();
    await expectAccessible(page);

    // Keys are heard where the focus is, which comes with the end of the way in.
    await expect(viewer.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("ArrowRight");
    await expect(viewer.getByText("2 / 3")).toBeVisible();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await expect(viewer.getByText("3 / 3")).toBeVisible();
    await viewer.getByRole("button", { name: "Foto anterior" }).click();
    await expect(viewer.getByText("2 / 3")).toBeVisible();

    const photo = viewer.getByRole("img", { name: /foto 2 de 3/ });
    const whole = await widthOf(photo);
    const enlarged = async () => (await widthOf(photo)) / whole;
    await viewer.getByRole("button", { name: "Ampliar foto" }).click();
    await expect.poll(enlarged).toBeCloseTo(2.5);
    await viewer.getByRole("button", { name: "Reducir foto" }).click();
    await expect.poll(enlarged).toBeCloseTo(1);
    await page.keyboard.press("+");
    await expect.poll(enlarged).toBeCloseTo(1.5);
    await page.keyboard.press("0");
    await expect.poll(enlarged).toBeCloseTo(1);

    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page.getByText("2 / 3")).toBeVisible();
    await page.getByRole("button", { name: "Foto siguiente" }).click();
    await expect(page.getByText("3 / 3")).toBeVisible();
    await opener.click();
    await expect(viewer.getByText("3 / 3")).toBeVisible();
  });

  test("a dealer swipes through the photos on the whole screen and double taps to enlarge", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const images = [
      await storePhoto(dealer, "a.jpg", "#1f5fa8"),
      await storePhoto(dealer, "b.jpg", "#b3202c"),
    ];
    const { id } = await makeVehicle(dealer, { images });
    await page.clock.install();
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.getByRole("img", { name: /foto 1 de 2/ }).click();
    const viewer = page.getByRole("dialog", { name: /Fotografías de/ });
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    /** Two presses within half a second of the page's clock are a double click. */
    const pause = () => page.clock.fastForward(600);
    const drag = async (from: number, to: number) => {
      await pause();
      await page.mouse.move(width * from, height / 2);
      await page.mouse.down();
      await page.mouse.move(width * to, height / 2, { steps: 5 });
      await page.mouse.up();
    };
    /** The clock stands still between its presses, or a slow machine made two single ones of it. */
    const doubleTap = async () => {
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
      await page.mouse.dblclick(width / 2, height / 2);
      await page.clock.resume();
    };
    await expect(viewer.getByText("1 / 2")).toBeVisible();
    await drag(0.7, 0.3);
    await expect(viewer.getByText("2 / 2")).toBeVisible();
    await drag(0.7, 0.3);
    await expect(viewer.getByText("2 / 2")).toBeVisible();
    await drag(0.3, 0.7);
    await expect(viewer.getByText("1 / 2")).toBeVisible();

    const photo = viewer.getByRole("img", { name: /foto 1 de 2/ });
    const whole = await widthOf(photo);
    const enlarged = async () => (await widthOf(photo)) / whole;
    await doubleTap();
    await expect.poll(enlarged).toBeCloseTo(2.5);
    const left = async () => Math.round((await photo.boundingBox())?.x ?? 0);
    const before = await left();
    await drag(0.4, 0.5);
    await expect.poll(left).toBe(before + Math.round(width * 0.1));
    await expect(viewer.getByText("1 / 2")).toBeVisible();
    await doubleTap();
    await expect.poll(enlarged).toBeCloseTo(1);
  });

  test("a dealer copies the public link", async ({ page, site, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/public/vehicle/${id}`,
    );
  });

  test("a dealer who copies the link of a hidden vehicle is told that nobody will see it", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: false });
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "¡Enlace copiado!")).toContainText("Está oculto");
  });

  test("a dealer whose clipboard is closed reads that the link was not copied", async ({
    page,
    site,
    context,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    const browser = await context.newCDPSession(page);
    // Of a context that is not named, the browser's own is meant, and not the one of this page.
    const { targetInfo } = await browser.send("Target.getTargetInfo");
    await browser.send("Browser.setPermission", {
      browserContextId: targetInfo.browserContextId,
      permission: { name: "clipboard-write", allowWithoutSanitization: false },
      setting: "denied",
      origin: site.url,
    });
    await openAs(page, dealer, `/vehicle/${id}`);
    await page.getByRole("button", { name: "Compartir" }).click();
    await expect(notice(page, "Error al copiar")).toContainText("No se pudo copiar el enlace.");
  });

  test.describe("a vehicle that is not there", () => {
    test.use({ provoked: /status of 406/ });

    test("a dealer with a dead address is told and led to the dashboard", async ({
      page,
      site,
    }) => {
      const path = "/vehicle/0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11";
      await openAs(page, await createDealership(site), path);
      await expect(notice(page, "Vehículo no encontrado.")).toBeVisible();
      await expect(page).toHaveURL("/dashboard");
    });
  });
});
