import type { Page } from "@playwright/test";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "./fixtures.ts";
import { makeVehicle } from "./make-vehicle.ts";

/** The server fails for these calls of the page from now on. */
async function failOn(page: Page, address: RegExp, method: string): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { code: "XX000", message: "boom" } })
      : route.fallback(),
  );
}

test.describe("section 8, what people read when the server fails", () => {
  test.use({ provoked: /status of 500|boom/ });

  test("a dealer whose inventory cannot be read is told so and tries again", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    const inventory = /rest\/v1\/vehicles/;
    await failOn(page, inventory, "GET");
    await openAs(page, dealer, "/dashboard");
    await expect(page.getByText("Error Inesperado")).toBeVisible();
    await expect(page.getByText("Ocurrió un error al cargar los datos.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute(inventory);
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("a dealer whose vehicle cannot be deleted keeps it @one-width", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await makeVehicle(dealer);
    await openAs(page, dealer, "/dashboard");
    await failOn(page, /rest\/v1\/vehicles/, "DELETE");
    await page.getByRole("button", { name: /Acciones para/ }).click();
    await page.getByRole("menuitem", { name: "Eliminar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(notice(page, "No se pudo eliminar el vehículo.")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("a dealer whose vehicle cannot be opened for editing is led to the dashboard @one-width", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await failOn(page, new RegExp(`rest/v1/vehicles.*id=eq\\.${id}`), "GET");
    await openAs(page, dealer, `/edit-vehicle/${id}`);
    await expect(notice(page, "No se pudo cargar el vehículo.")).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a dealer whose vehicle cannot be read is told so and tries again", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const vehicle = new RegExp(`rest/v1/vehicles.*id=eq\\.${id}`);
    await failOn(page, vehicle, "GET");
    await openAs(page, dealer, `/vehicle/${id}`);
    await expect(page.getByText("Ocurrió un error al cargar los datos.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute(vehicle);
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Kona");
  });

  for (const [published, words] of [
    [false, "No se pudo publicar el vehículo."],
    [true, "No se pudo despublicar el vehículo."],
  ] as const) {
    test(`a dealer's switch turns back and says why: ${words} @one-width`, async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const { id } = await makeVehicle(dealer, { published });
      await openAs(page, dealer, `/edit-vehicle/${id}`);
      await failOn(page, /rest\/v1\/vehicles/, "PATCH");
      await page.getByRole("switch").click();
      await expect(notice(page, words)).toBeVisible();
      await expect(page.getByRole("switch")).toBeChecked({ checked: published });
    });
  }

  test.describe("and the browser reports it", () => {
    // reportError is given what the server said, which is no Error and has no words of its own.
    test.use({ provoked: /status of 500|^page error: $/ });

    test("a person whose profile cannot be read learns whom to ask", async ({ page, site }) => {
      const dealer = await createDealership(site);
      await failOn(page, /rest\/v1\/profiles/, "GET");
      await openAs(page, dealer, "/dashboard");
      await expect(page.getByText("Rol de usuario no reconocido.")).toBeVisible();
      await expect(page.getByText("Contacta con el soporte técnico.")).toBeVisible();
      await expectAccessible(page);
    });
  });

  test("an admin whose list of requests cannot be read is told so and tries again @one-width", async ({
    page,
    site,
  }) => {
    const requests = /rest\/v1\/access_requests/;
    await failOn(page, requests, "GET");
    await openAs(page, await createAdmin(site), "/admin/access-requests");
    await expect(notice(page, "No se pudieron cargar las solicitudes de acceso.")).toBeVisible();
    await expect(
      page.getByText("No se pudieron cargar las solicitudes.", { exact: true }),
    ).toBeVisible();
    await page.unroute(requests);
    // Other tests ask for access meanwhile; this admin finds nobody waiting.
    await page.route(requests, (route) => route.fulfill({ json: [] }));
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByText("No hay solicitudes pendientes")).toBeVisible();
  });
});

test.describe("section 8, Public", () => {
  test("a customer whose vehicle's seller visitors may not read sees the vehicle and a warning", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await site.sql`update public.profiles set public_slug = null where id = ${dealer.id}`;
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Kona");
    const warning = page.getByRole("note");
    await expect(warning).toContainText("Advertencia");
    await expect(warning).toContainText("No se pudo cargar la información del vendedor.");
    await expectAccessible(page);
  });
});
