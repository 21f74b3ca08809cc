import type { Page } from "@playwright/test";
import { createDealership } from "#tests/support/people.ts";
import { expect, notice, test } from "../fixtures.ts";
import { fillIn, openInquiry } from "../lead/lead-forms.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

/** A translating browser replaces each text node by two nested elements with the new text. */
test.describe("a translated page", () => {
  test.use({ provoked: /ERR_FAILED .*\/auth\/v1\/token/ });
  test.beforeEach(({ page }) => page.addInitScript(translateAll));

  test("a dealer signs in, publishes, hides and sells, and uses photos and filters", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const photo = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const images = [photo, `${photo}?2`, `${photo}?3`];
    const vehicle = await makeVehicle(dealer, { published: false, price: "15000", images });
    await makeVehicle(dealer, { model: "Tucson", vin: "KM8J3CA46JU000001", published: true });
    await page.goto("/login");
    await page.getByLabel("Teléfono o correo electrónico").fill(dealer.email);
    await page.getByLabel(/^Contraseña\*?$/).fill("equivocada");
    await expectTranslated(page, "Iniciar Sesión");
    await page.route(/\/auth\/v1\/token/, (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page.getByTestId("toast")).toBeVisible();
    await page.getByLabel(/^Contraseña\*?$/).fill(dealer.password);
    await page.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(page).toHaveURL("/dashboard");

    await page.getByRole("link", { name: vehicle.model }).click();
    await expectTranslated(page, "Compartir");
    await page.getByRole("button", { name: "Publicar" }).click();
    await expect(page.getByRole("button", { name: "Ocultar" })).toBeVisible();
    await page.getByRole("button", { name: "Ocultar" }).click();
    await expect(page.getByRole("button", { name: "Publicar" })).toBeVisible();

    await page.getByRole("button", { name: "Vender" }).click();
    const dialog = page.getByRole("dialog", { name: "Vender" });
    const price = dialog.getByLabel("Precio de venta ($)");
    await price.fill("lo de siempre");
    await dialog.getByRole("button", { name: "Marcar como vendido" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Escribe una cantidad, como 15,000.");
    await price.fill("14500");
    await dialog.getByRole("button", { name: "Marcar como vendido" }).click();
    const deal = page.getByRole("region", { name: "Venta y apartado" });
    await expect(deal).toContainText("$14,500");
    await deal.getByRole("button", { name: "Deshacer la venta" }).click();
    await expect(page.getByRole("button", { name: "Vender" })).toBeVisible();

    await test.step("looks through the photos", async () => {
      await page.getByRole("button", { name: "Ver a pantalla completa" }).click();
      const viewer = page.getByRole("dialog", { name: /Fotografías de/ });
      await expect(viewer.locator(":focus")).toHaveCount(1);
      for (const shown of ["2 / 3", "3 / 3"]) {
        await page.keyboard.press("ArrowRight");
        await expect(viewer.getByText(shown)).toBeVisible();
      }
    });

    await test.step("filters, selects and publishes", async () => {
      await page.goto("/dashboard");
      await expectTranslated(page, "Hyundai Tucson");
      const search = page.getByPlaceholder("Buscar por VIN, marca o modelo...");
      await search.fill("nada de esto");
      await expect(page.getByRole("link", { name: "Kona" })).toHaveCount(0);
      await search.fill("");
      await page.getByRole("checkbox", { name: "Seleccionar Hyundai Kona" }).check();
      await expect(page.getByRole("button", { name: "Compartir (1)" })).toBeVisible();
      await page.getByRole("checkbox", { name: "Seleccionar Hyundai Tucson" }).check();
      await expect(page.getByRole("button", { name: "Compartir (2)" })).toBeVisible();
      await page.getByRole("button", { name: "Publicar (1)" }).click();
      await expect(notice(page, "Vehículo publicado.")).toBeVisible();
    });
  });

  test("a visitor opens another vehicle, corrects a mistake and sends an inquiry", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const sold = await makeVehicle(dealer, { status: "Vendido", published: true });
    await makeVehicle(dealer, { model: "Tucson", published: true });
    await page.goto(`/public/vehicle/${sold.id}`);
    await expectTranslated(page, "Un solo dueño.");
    const similar = page.getByRole("region", { name: "Parecidos y disponibles" });
    await similar.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Tucson/);
    const dialog = await openInquiry(page);
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(dialog.getByText("Escribe tu nombre.")).toBeVisible();
    await fillIn(dialog, { Nombre: "Carla Cliente", "Correo electrónico": "carla@example.com" });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => site.sql`select name from public.leads where recipient_id = ${dealer.id}`)
      .toEqual([{ name: "Carla Cliente" }]);
  });
});

/** Checks that the page's text has been translated, so that the test is valid. */
function expectTranslated(page: Page, text: string): Promise<void> {
  return expect(page.locator("font > font").getByText(text, { exact: true }).first()).toBeVisible();
}

/** Passed as source text; starts after hydration. */
function translateAll(): void {
  const untouched = "font, script, style, noscript, option, textarea";
  const translate = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest(untouched)) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    }
  };
  addEventListener(
    "listening",
    () => {
      translate(document.body);
      new MutationObserver(() => translate(document.body)).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    },
    { once: true },
  );
}
