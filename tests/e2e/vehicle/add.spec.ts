import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto, renamedText } from "../draw-photos.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

test.describe("adding a vehicle", () => {
  test("a dealer finds the five sections, with status Disponible", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
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
    await expectAccessible(page);
    await page.getByRole("link", { name: "Volver" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a vendedor adds a vehicle for the dealership", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill("2019");
    await page.getByLabel("Precio").fill("A consultar");
    await page.locator("#fuelType").selectOption("Híbrido");
    await page.getByLabel("Transmisión").selectOption("Manual");
    await page.getByLabel("Puertas").selectOption("5");
    await page.getByLabel("Millaje (mi)").fill("12,345");
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(notice(page, "¡Éxito!")).toContainText("Vehículo agregado correctamente.");
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("article")).toContainText("Kia");
    const [row] = await site.sql`
      select brand, year, price, fuel_type, transmission, doors, mileage, published, status
      from public.vehicles where user_id = ${dealer.id}`;
    expect(row).toEqual({
      brand: "Kia",
      year: 2019,
      price: "A consultar",
      fuel_type: "Híbrido",
      transmission: "Manual",
      doors: 5,
      mileage: 12_345,
      published: false,
      status: "Disponible",
    });
  });

  test("a customer, and a search engine, read the engine that a dealer wrote", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await page.getByLabel("Motor").fill("1.6 L Turbo");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page).toHaveURL(`/vehicle/${id}`);
    const fact = page.getByRole("term").filter({ hasText: "Motor" });
    await expect(fact.locator("xpath=following-sibling::dd")).toHaveText("1.6 L Turbo");

    await page.goto(`/public/vehicle/${id}`);
    await expect(fact.locator("xpath=following-sibling::dd")).toHaveText("1.6 L Turbo");
    const data = await page.locator('script[type="application/ld+json"]').first().textContent();
    expect(JSON.parse(data ?? "")).toMatchObject({
      vehicleEngine: { "@type": "EngineSpecification", name: "1.6 L Turbo" },
    });
  });

  test("a dealer without the right to add reads why", async ({ page, site }) => {
    const config = { features: { canAddVehicles: false } };
    await openAs(page, await createDealership(site, { config }), "/add-vehicle");
    await expect(page.getByText("No puedes añadir vehículos")).toBeVisible();
    await expect(page.getByLabel("Marca")).toHaveCount(0);
    await expectAccessible(page);
  });

  test("an admin who acts for nobody reads that there is no owner", async ({ page, site }) => {
    await openAs(page, await createAdmin(site), "/add-vehicle");
    await expect(
      page.getByText("No se pudo determinar el propietario del vehículo."),
    ).toBeVisible();
  });
});

test.describe("a vehicle's rules at the fields", () => {
  test("a dealer who saves an empty form is led to the first missing field", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page.getByText("Escribe la marca.")).toBeVisible();
    await expect(page.getByText("Escribe el modelo.")).toBeVisible();
    await expect(page.getByText("Escribe el año.")).toBeVisible();
    await expect(page.getByLabel("Marca")).toBeFocused();
    await expectAccessible(page);
  });

  test("a dealer cannot save a year that is too far ahead or a negative mileage", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill(String(new Date().getFullYear() + 2));
    await page.getByLabel("Millaje (mi)").fill("-5");
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page.getByText(/El año no puede ser posterior/)).toBeVisible();
    await expect(page.getByText("No puede ser negativo.")).toBeVisible();
    expect(
      await site.sql`select id from public.vehicles where user_id = ${dealer.id}`,
    ).toHaveLength(0);
  });
});

test.describe("nothing typed is lost", () => {
  test("a dealer who leaves with unsaved words is asked, and may stay or go", async ({
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

  test("a dealer whose phone drops the page finds the words again", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Descripción del vehículo").fill("Llantas nuevas.");
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText("Recuperamos lo que escribiste")).toBeVisible();
    await expect(page.getByLabel("Descripción del vehículo")).toHaveValue("Llantas nuevas.");
    await page.getByRole("button", { name: "Descartar" }).click();
    await expect(page.getByLabel("Marca")).toHaveValue("");
  });
});

test.describe("one save, one vehicle", () => {
  test.use({ provoked: /(ERR_FAILED|status of 409) .*\/rest\/v1\/vehicles/ });

  test("a dealer whose phone lost the answer saves again and has one vehicle", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    await page.getByLabel("Marca").fill("Kia");
    await page.getByLabel("Modelo").fill("Rio");
    await page.getByLabel("Año").fill("2019");
    let lost = false;
    await page.route(/rest\/v1\/vehicles/, async (route) => {
      if (lost || route.request().method() !== "POST") return route.fallback();
      lost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(notice(page, "Error al guardar el vehículo")).toBeVisible();
    await page.getByRole("button", { name: "Guardar vehículo" }).click();
    await expect(page).toHaveURL("/dashboard");
    expect(
      await site.sql`select id from public.vehicles where user_id = ${dealer.id}`,
    ).toHaveLength(1);
  });
});

test.describe("photos of the form", () => {
  const photo = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const uploaded = (page: Page) => page.getByText("Subida", { exact: true });
  const pickThree = async (page: Page) => {
    await page
      .getByLabel("Elegir fotos")
      .setInputFiles([
        await drawPhoto("uno.jpg", "#1f5fa8"),
        await drawPhoto("dos.jpg", "#b3202c"),
        await drawPhoto("tres.jpg", "#2b8a3e"),
      ]);
    await expect(uploaded(page)).toHaveCount(3);
  };

  test("a dealer orders photos with presses and with the keyboard; the first is the cover", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await pickThree(page);
    const tiles = page.getByRole("list", { name: "Fotos del vehículo" }).getByRole("listitem");
    await expect(tiles.first()).toContainText("Portada");
    await photo(page, "Foto 2 de 3: dos.jpg").click();
    await photo(page, "Foto 1 de 3: uno.jpg").click();
    const first = page.getByText("La foto está ahora en el lugar 1 de 3. Es la portada.");
    await expect(first).toBeAttached();

    const cover = photo(page, "Foto 1 de 3: dos.jpg");
    await cover.focus();
    await page.keyboard.press("Space");
    await expect(cover).toHaveAttribute("aria-pressed", "true");
    // Arrows are heard from the moment on in which the lifted photo's own place is told.
    await expect(first).toHaveCount(2);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("La foto está ahora en el lugar 2 de 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await expect(photo(page, "Foto 1 de 3: uno.jpg")).toBeVisible();
    await expect(photo(page, "Foto 2 de 3: dos.jpg")).toHaveAttribute("aria-pressed", "false");
    await expectAccessible(page);
    const remove = await page.getByRole("button", { name: "Quitar foto 3 de 3" }).boundingBox();
    expect(Math.min(remove?.width ?? 0, remove?.height ?? 0)).toBeGreaterThanOrEqual(44);
  });

  test("a dealer drags a photo with a long touch", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    await pickThree(page);
    await page.getByRole("list", { name: "Fotos del vehículo" }).scrollIntoViewIfNeeded();
    const centre = async (name: string) => {
      const box = await photo(page, name).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 60 };
    };
    const from = await centre("Foto 3 de 3: tres.jpg");
    const to = await centre("Foto 1 de 3: uno.jpg");
    const screen = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove", point: { x: number; y: number }) =>
      screen.send("Input.dispatchTouchEvent", { type, touchPoints: [point] });
    await touch("touchStart", from);
    await expect(page.getByText("La foto está ahora en el lugar 3 de 3.")).toBeAttached();
    await touch("touchMove", { x: (from.x + to.x) / 2, y: from.y });
    await touch("touchMove", to);
    await expect(page.getByText("La foto está ahora en el lugar 1 de 3.")).toBeAttached();
    await screen.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(photo(page, "Foto 1 de 3: tres.jpg")).toBeVisible();
  });

  test("a dealer's photos are stored before the save, outlive the page, and are sent once; a removed one goes", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const stored = async () =>
      (
        await site.sql<{ name: string }[]>`
          select name from storage.objects where name like ${`${dealer.id}/%`} order by name`
      ).map(({ name }) => name.replace(/.*-/, ""));
    await openAs(page, dealer, "/add-vehicle");
    await pickThree(page);
    expect((await stored()).toSorted()).toEqual(["dos.jpg", "tres.jpg", "uno.jpg"]);
    await page.getByRole("button", { name: "Quitar foto 2 de 3" }).click();
    await expect.poll(stored).toEqual(["uno.jpg", "tres.jpg"]);

    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText("Recuperamos lo que escribiste")).toBeVisible();
    await expect(photo(page, "Foto 2 de 2: tres.jpg")).toBeVisible();
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
    expect(row?.images.map((url) => url.replace(/.*-/, ""))).toEqual(["uno.jpg", "tres.jpg"]);
  });

  test("a dealer's HEIC photo is stored as a JPEG without its place; a renamed text file is refused", async ({
    page,
    site,
    request,
  }) => {
    const dealer = await createDealership(site);
    await openAs(page, dealer, "/add-vehicle");
    const buffer = await readFile(new URL("../pictures/phone.heic", import.meta.url));
    const heic = { name: "IMG_0042.HEIC", mimeType: "image/heic", buffer };
    await page.getByLabel("Elegir fotos").setInputFiles([heic, renamedText("precios.jpg")]);
    const refusals = page.getByRole("alert");
    await expect(refusals).toContainText("«precios.jpg» no es una imagen PNG, JPG, WEBP o HEIC");
    await expect(page.getByText("Convirtiendo…")).toBeVisible();
    await expect(uploaded(page)).toHaveCount(1);
    await expectAccessible(page);
    const [object] = await site.sql<{ name: string }[]>`
      select name from storage.objects where name like ${`${dealer.id}/%`}`;
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

  test("a dealer's photo without extension or type is stored; a truncated one is refused", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const whole = await drawPhoto("IMG_0042", "#1f5fa8");
    const cut = whole.buffer.subarray(0, whole.buffer.length / 2);
    await page.getByLabel("Elegir fotos").setInputFiles([
      { ...whole, mimeType: "" },
      { name: "media.jpg", mimeType: "image/jpeg", buffer: cut },
    ]);
    await expect(page.getByRole("alert")).toContainText(
      "No se pudo abrir «media.jpg»: puede estar dañada.",
    );
    await expect(uploaded(page)).toHaveCount(1);

    const closed = Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
    const photo = { name: "cerrada.jpg", mimeType: "image/jpeg", buffer: closed };
    await page.getByLabel("Elegir fotos").setInputFiles([photo]);
    await expect(
      page.getByText("No se pudo abrir la imagen: puede estar dañada.").first(),
    ).toBeVisible();
    await expect(uploaded(page)).toHaveCount(1);
  });
});
