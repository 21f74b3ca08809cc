import { findBrowser } from "#tests/support/browser.ts";
import { createDealership } from "#tests/support/people.ts";
import { CAMERA_VIN, cameraFile, drawDoorLabel } from "../draw-camera.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, expectAccessible, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const browser = await findBrowser();
const fakeCamera = [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${cameraFile}`,
];

test.use({ launchOptions: { ...browser, args: [...browser.args, ...fakeCamera] } });

test.describe("scanning a VIN", () => {
  test("a dealer scans the door label, which fills in the form", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await page.getByRole("button", { name: "Escanear VIN" }).click();
    await expect(page.getByLabel("VIN", { exact: true })).toHaveValue(CAMERA_VIN);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByLabel("Modelo")).toHaveValue("Kona");
  });

  test("a dealer gets from the code to its photos in two touches", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await page.getByRole("button", { name: "Escanear", exact: true }).tap();
    const start = page.getByRole("group", { name: "Empezar con el VIN" });
    await expect(start.getByText("Hyundai Kona 2023")).toBeVisible();
    await expect(page.getByLabel("Modelo")).toHaveValue("");
    const camera = page.waitForEvent("filechooser");
    await start.getByRole("button", { name: "Usar y tomar fotos" }).tap();
    await (await camera).setFiles(await drawPhoto("frente.jpg", "#1f5fa8"));
    await expect(page.getByText("Subida")).toBeAttached();
    await expect(page.getByText("Tomar foto")).toBeInViewport();
    await expect(page.getByLabel("Modelo")).toHaveValue("Kona");
    await expect(start).toHaveCount(0);
  });

  test("a dealer without permission or camera uses a photo of the code", async ({ page, site }) => {
    await page.addInitScript(() => {
      let error = "NotAllowedError";
      navigator.mediaDevices.getUserMedia = () => {
        const reason = new DOMException("stubbed", error);
        error = "NotFoundError";
        return Promise.reject(reason);
      };
    });
    const dealer = await createDealership(site);
    await makeVehicle(dealer, { vin: CAMERA_VIN, status: "Vendido" });
    await openAs(page, dealer, "/add-vehicle");
    await page.getByRole("button", { name: "Escanear VIN" }).click();
    await expect(page.getByText("No hay permiso para usar la cámara.")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Escanear VIN" }).click();
    await expect(page.getByText("No se encontró ninguna cámara.")).toBeVisible();
    const picker = page.getByLabel("Usar una foto del código");
    await picker.setInputFiles(await drawPhoto("coche.jpg", "#1f5fa8"));
    await expect(page.getByText("En esa foto no se ve ningún código con un VIN.")).toBeVisible();
    await picker.setInputFiles({
      name: "codigo.jpg",
      mimeType: "image/jpeg",
      buffer: await drawDoorLabel(),
    });
    await expect(page.getByLabel("VIN", { exact: true })).toHaveValue(CAMERA_VIN);
    await expect(
      page.getByText("Ya lo tienes: Hyundai Kona 2023 (Vendido, oculto)."),
    ).toBeVisible();
  });
});
