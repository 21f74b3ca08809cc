import type { Locator } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

/** The rendered width of a photo, once it is loaded. */
async function widthOf(photo: Locator): Promise<number> {
  const width = async () => (await photo.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  return width();
}

test.describe("a vehicle's private page", () => {
  test.describe("and that of a missing vehicle", () => {
    test.use({ provoked: /status of 406/ });

    test("a dealer publishes the vehicle, copies its link and browses the photos", async ({
      page,
      site,
      context,
    }) => {
      const dealer = await createDealership(site);
      const images = [
        await storePhoto(dealer, "a.jpg", "#1f5fa8"),
        await storePhoto(dealer, "b.jpg", "#b3202c"),
      ];
      const { id } = await makeVehicle(dealer, { images });
      const setClipboard = async (setting: "granted" | "denied") => {
        const browser = await context.newCDPSession(page);
        // Without an ID this would set it for the browser's default context, not for this page's.
        const { targetInfo } = await browser.send("Target.getTargetInfo");
        for (const name of ["clipboard-write", "clipboard-read"]) {
          await browser.send("Browser.setPermission", {
            browserContextId: targetInfo.browserContextId,
            permission: { name, allowWithoutSanitization: false },
            setting,
            origin: site.url,
          });
        }
      };
      await openAs(page, dealer, `/vehicle/${id}`);
      await expect(page).toHaveTitle(/Kona.*\| Vitrina$/);
      await expect(page.getByText("KM8K2CAB4PU001140")).toBeVisible();
      await expect(page.getByText("$18,500")).toBeVisible();
      const share = page.getByRole("button", { name: "Compartir" });

      await test.step("a denied clipboard is reported", async () => {
        await setClipboard("denied");
        await share.click();
        await expect(notice(page, "Error al copiar")).toContainText("No se pudo copiar el enlace.");
      });

      await test.step("the link of a hidden vehicle is copied with a warning", async () => {
        await setClipboard("granted");
        await share.click();
        await expect(notice(page, "¡Enlace copiado!")).toContainText("Está oculto");
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          `${site.url}/public/vehicle/${id}`,
        );
      });

      await test.step("one press publishes, another hides", async () => {
        await page.getByRole("button", { name: "Publicar" }).click();
        await expect(notice(page, "Vehículo publicado.")).toBeVisible();
        await expect(page.getByText("Publicado", { exact: true })).toBeVisible();
        await page.getByRole("button", { name: "Ocultar" }).click();
        await expect(notice(page, "Vehículo ocultado.")).toBeVisible();
        const [row] = await site.sql`select published from public.vehicles where id = ${id}`;
        expect(row?.published).toBe(false);
      });

      await test.step("reduced motion jumps to the next photo, Enter opens nothing", async () => {
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
        await page.keyboard.press("Escape");
      });

      await test.step("an unknown vehicle redirects to the dashboard", async () => {
        await page.goto("/vehicle/0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11");
        await expect(notice(page, "Vehículo no encontrado.")).toBeVisible();
        await expect(page).toHaveURL("/dashboard");
      });
    });
  });

  test("a dealer browses and zooms the photos full screen, and returns", async ({ page, site }) => {
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

    // Keys go to the focused element, and the focus moves when the opening animation ends.
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

  test("a dealer swipes through full-screen photos and double-taps to zoom", async ({
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
    /** Two clicks within half a second of the page's clock are a double click. */
    const pause = () => page.clock.fastForward(600);
    const drag = async (from: number, to: number) => {
      await pause();
      await page.mouse.move(width * from, height / 2);
      await page.mouse.down();
      await page.mouse.move(width * to, height / 2, { steps: 5 });
      await page.mouse.up();
    };
    /** The clock is paused between clicks; otherwise a slow machine would make two single ones. */
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
});
