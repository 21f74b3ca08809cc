import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto, renamedText } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";

test.describe("a lost response", () => {
  test.use({ provoked: /(ERR_FAILED|status of 409) .*\/rest\/v1\/vehicles/ });

  test("a salesperson corrects the form and adds one vehicle for the dealership", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/add-vehicle");
    const save = page.getByRole("button", { name: "Guardar vehículo" });
    const stored = () => site.sql`
      select brand, year, price, fuel_type, transmission, doors, mileage, engine, published, status
      from public.vehicles where user_id = ${dealer.id}`;

    await test.step("the form has five sections", async () => {
      await expect(page).toHaveTitle("Añadir Nuevo Vehículo | Vitrina");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Añadir Nuevo Vehículo");
      await expect(page.getByRole("heading", { level: 2 })).toHaveText([
        "Información Básica",
        "VIN",
        "Detalles Técnicos",
        "Descripción",
        "Fotografías",
      ]);
      await expect(page.locator("select#status")).toHaveValue("Disponible");
      await expect(page.locator("select#fuelType")).toHaveValue("");
    });

    await test.step("an empty form moves the focus to the first missing field", async () => {
      await save.click();
      await expect(page.getByText("Escribe la marca.")).toBeVisible();
      await expect(page.getByText("Escribe el modelo.")).toBeVisible();
      await expect(page.getByText("Escribe el año.")).toBeVisible();
      await expect(page.getByLabel("Marca")).toBeFocused();
      await expectAccessible(page);
    });

    await test.step("a future year and a negative mileage are rejected", async () => {
      await page.getByLabel("Marca").fill("Kia");
      await page.getByLabel("Modelo").fill("Rio");
      await page.getByLabel("Año").fill(String(new Date().getFullYear() + 2));
      await page.getByLabel("Millaje (mi)").fill("-5");
      await save.click();
      await expect(page.getByText(/El año no puede ser posterior/)).toBeVisible();
      await expect(page.getByText("No puede ser negativo.")).toBeVisible();
      expect(await stored()).toHaveLength(0);
    });

    await test.step("a second save after a lost response adds no second vehicle", async () => {
      await page.getByLabel("Año").fill("2019");
      await page.getByLabel("Precio").fill("A consultar");
      await page.locator("#fuelType").selectOption("Híbrido");
      await page.getByLabel("Transmisión").selectOption("Manual");
      await page.getByLabel("Puertas").selectOption("5");
      await page.getByLabel("Motor").fill("1.6 L Turbo");
      await page.getByLabel("Millaje (mi)").fill("12,345");
      let lost = false;
      await page.route(/rest\/v1\/vehicles/, async (route) => {
        if (lost || route.request().method() !== "POST") return route.fallback();
        lost = true;
        await route.fetch();
        await route.abort();
      });
      await save.click();
      await expect(notice(page, "Error al guardar el vehículo")).toBeVisible();
      await save.click();
      await expect(notice(page, "¡Éxito!")).toContainText("Vehículo agregado correctamente.");
      await expect(page).toHaveURL("/dashboard");
      await expect(page.getByRole("article")).toContainText("Kia");
      expect(await stored()).toEqual([
        {
          brand: "Kia",
          year: 2019,
          price: "A consultar",
          fuel_type: "Híbrido",
          transmission: "Manual",
          doors: 5,
          mileage: 12_345,
          engine: "1.6 L Turbo",
          published: false,
          status: "Disponible",
        },
      ]);
    });
  });
});

test("a dealer without permission to add vehicles sees why", async ({ page, site }) => {
  const config = { features: { canAddVehicles: false } };
  await openAs(page, await createDealership(site, { config }), "/add-vehicle");
  await expect(page.getByText("No puedes añadir vehículos")).toBeVisible();
  await expect(page.getByLabel("Marca")).toHaveCount(0);
  await expectAccessible(page);
});

test("a dealer who leaves with unsaved input confirms and may stay or go", async ({
  page,
  site,
}) => {
  await openAs(page, await createDealership(site), "/add-vehicle");
  await page.getByLabel("Marca").fill("Kia");
  await page.getByRole("link", { name: "Volver" }).click();
  const question = page.getByRole("alertdialog", { name: "¿Salir sin guardar?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Seguir editando" }).click();
  await expect(page.getByLabel("Marca")).toHaveValue("Kia");
  await page.getByRole("link", { name: "Volver" }).click();
  await question.getByRole("button", { name: "Salir sin guardar" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/add-vehicle");
  await expect(page.getByLabel("Marca")).toHaveValue("");
});

test.describe("photos of the form", () => {
  const photo = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const uploaded = (page: Page) => page.getByText("Subida", { exact: true });

  test("a dealer uploads, reorders, removes, drags and saves photos", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const stored = async () =>
      (
        await site.sql<{ name: string }[]>`
          select name from storage.objects where name like ${`${dealer.id}/%`} order by name`
      ).map(({ name }) => name.replace(/.*-/, ""));
    await openAs(page, dealer, "/add-vehicle");

    await test.step("photos are stored before the save", async () => {
      await page
        .getByLabel("Elegir fotos")
        .setInputFiles([
          await drawPhoto("uno.jpg", "#1f5fa8"),
          await drawPhoto("dos.jpg", "#b3202c"),
          await drawPhoto("tres.jpg", "#2b8a3e"),
        ]);
      await expect(uploaded(page)).toHaveCount(3);
      expect((await stored()).toSorted()).toEqual(["dos.jpg", "tres.jpg", "uno.jpg"]);
      const tiles = page.getByRole("list", { name: "Fotos del vehículo" }).getByRole("listitem");
      await expect(tiles.first()).toContainText("Portada");
    });

    await test.step("presses and keys reorder; the first photo is the cover", async () => {
      await photo(page, "Foto 2 de 3: dos.jpg").click();
      await photo(page, "Foto 1 de 3: uno.jpg").click();
      const first = page.getByText("La foto está ahora en el lugar 1 de 3. Es la portada.");
      await expect(first).toBeAttached();
      const cover = photo(page, "Foto 1 de 3: dos.jpg");
      await cover.focus();
      await page.keyboard.press("Space");
      await expect(cover).toHaveAttribute("aria-pressed", "true");
      // Arrow keys work once the position of the lifted photo is announced.
      await expect(first).toHaveCount(2);
      await page.keyboard.press("ArrowRight");
      await expect(page.getByText("La foto está ahora en el lugar 2 de 3.")).toBeAttached();
      await page.keyboard.press("Space");
      await expect(photo(page, "Foto 1 de 3: uno.jpg")).toBeVisible();
      await expect(photo(page, "Foto 2 de 3: dos.jpg")).toHaveAttribute("aria-pressed", "false");
      await expectAccessible(page);
    });

    await test.step("a removed photo is deleted from storage", async () => {
      const remove = page.getByRole("button", { name: "Quitar foto 3 de 3" });
      const box = await remove.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await remove.click();
      await expect.poll(stored).toEqual(["uno.jpg", "dos.jpg"]);
    });

    // Last of the steps with presses: a press right after a drop is part of it.
    await test.step("a long touch drags a photo", async () => {
      await page.getByRole("list", { name: "Fotos del vehículo" }).scrollIntoViewIfNeeded();
      const centre = async (name: string) => {
        const box = await photo(page, name).boundingBox();
        return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 60 };
      };
      const from = await centre("Foto 2 de 2: dos.jpg");
      const to = await centre("Foto 1 de 2: uno.jpg");
      const screen = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove", point: { x: number; y: number }) =>
        screen.send("Input.dispatchTouchEvent", { type, touchPoints: [point] });
      await touch("touchStart", from);
      await expect(page.getByText("La foto está ahora en el lugar 2 de 2.")).toBeAttached();
      await touch("touchMove", { x: (from.x + to.x) / 2, y: from.y });
      await touch("touchMove", to);
      await expect(page.getByText("La foto está ahora en el lugar 1 de 2.")).toBeAttached();
      await screen.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await expect(photo(page, "Foto 1 de 2: dos.jpg")).toBeVisible();
    });

    await test.step("after a reload the photos are saved without a second upload", async () => {
      page.on("dialog", (dialog) => dialog.accept());
      await page.reload();
      await expect(page.getByText("Recuperamos lo que escribiste")).toBeVisible();
      await expect(photo(page, "Foto 1 de 2: dos.jpg")).toBeVisible();
      await page.getByLabel("Marca").fill("Kia");
      await page.getByLabel("Modelo").fill("Rio");
      await page.getByLabel("Año").fill("2019");
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
      });
      await page.getByRole("button", { name: "Guardar vehículo" }).click();
      await expect(page).toHaveURL("/dashboard");
      expect(sent.filter((path) => path.startsWith("/storage/"))).toEqual([]);
      const [row] = await site.sql<{ images: string[] }[]>`
        select images from public.vehicles where user_id = ${dealer.id}`;
      expect(row?.images.map((url) => url.replace(/.*-/, ""))).toEqual(["dos.jpg", "uno.jpg"]);
    });
  });

  test("a dealer's HEIC photo becomes a JPEG without EXIF; broken files are rejected", async ({
    page,
    site,
    request,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    const buffer = await readFile(new URL("../pictures/phone.heic", import.meta.url));
    const heic = { name: "IMG_0042.HEIC", mimeType: "image/heic", buffer };
    const whole = await drawPhoto("sin-tipo", "#1f5fa8");
    const cut = whole.buffer.subarray(0, whole.buffer.length / 2);
    const closed = Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
    await page
      .getByLabel("Elegir fotos")
      .setInputFiles([
        heic,
        renamedText("precios.jpg"),
        { ...whole, mimeType: "" },
        { name: "media.jpg", mimeType: "image/jpeg", buffer: cut },
        { name: "cerrada.jpg", mimeType: "image/jpeg", buffer: closed },
      ]);
    await expect(page.getByText("Convirtiendo…")).toBeVisible();
    for (const refusal of [
      "«precios.jpg» no es una imagen PNG, JPG, WEBP o HEIC",
      "No se pudo abrir «media.jpg»: puede estar dañada.",
      "No se pudo abrir la imagen: puede estar dañada.",
    ]) {
      await expect(page.getByText(refusal).first()).toBeVisible();
    }
    await expect(uploaded(page)).toHaveCount(2);
    await expectAccessible(page);
    const [object] = await site.sql<{ name: string }[]>`
      select name from storage.objects where name like ${`${dealer.id}/%IMG_0042%`}`;
    const answer = await request.get(`/storage/v1/object/public/vehicle_images/${object?.name}`);
    const picture = sharp(await answer.body());
    const { format, width, height, exif } = await picture.metadata();
    expect({ format, width, height, exif }).toEqual({ format: "jpeg", width: 1600, height: 1200 });
    const [red = 0, green = 0] = await picture
      .extract({ left: 700, top: 650, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(green, "the car is green").toBeGreaterThan(red + 50);
  });
});
