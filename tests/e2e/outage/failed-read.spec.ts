import type { Page } from "@playwright/test";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const failed = "El servidor no pudo completar la operación.";

/** Makes each matching request fail; returns a function that undoes it. */
async function fail(
  page: Page,
  path: RegExp,
  { status, code } = { status: 500, code: "XX000" },
): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.fulfill({ status, json: { code } }));
  return () => page.unroute(path);
}

test.describe("a failed request", () => {
  test.use({ provoked: /ERR_FAILED|status of (401|500)|The profile cannot be loaded/ });

  test("a salesperson whose profile fails to load stays on the page and retries", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const mend = await fail(page, /\/rest\/v1\/profiles\?.*id=eq/);
    await openAs(page, await createSalesperson(site, dealer.id), "/leads");
    for (const path of ["/leads", "/team", "/admin/users", "/inventory-health"]) {
      if (path !== "/leads") await page.goto(path);
      await expect(page.getByText("No se pudo cargar tu perfil."), path).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await expectAccessible(page);
    await mend();
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByRole("heading", { name: "Salud del inventario" })).toBeVisible();
  });

  test("a dealer sees that the figures failed to load, and retries", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    await openAs(page, dealer, "/settings");
    for (const [path, title, words] of [
      ["/inventory-health", "No se pudo cargar el inventario", "Días en promedio"],
      ["/sales", "No se pudieron cargar las ventas", "No hay ventas en este periodo"],
      [`/vehicle/${id}`, "No se pudieron cargar la venta y los costos", "Vender"],
    ] as const) {
      await test.step(path, async () => {
        const mend = await fail(page, /\/rpc\/open_figures/);
        await page.goto(path);
        await expect(page.getByText(title), path).toBeVisible();
        await expect(page.getByText(failed), path).toBeVisible();
        await expect(page.getByText("No hubo respuesta"), path).toHaveCount(0);
        await mend();
        await page.getByRole("button", { name: "Reintentar" }).click();
        await expect(page.getByText(words).first(), path).toBeVisible();
      });
    }
  });

  test("a dealer sees why a tap code was not looked up, and retries", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/leads/taps");
    const box = page.getByRole("textbox", { name: "¿Te escribieron con un código?" });
    const lookup = /\/rest\/v1\/contact_taps\?.*codes=/;
    await box.waitFor();
    await test.step("the server fails", async () => {
      const mend = await fail(page, lookup);
      await box.fill("K7Q2MX");
      const alert = page.getByRole("alert").filter({ hasText: "No se pudo buscar el código." });
      await expect(alert).toContainText(failed);
      await mend();
      await page.getByRole("button", { name: "Reintentar" }).click();
      await expect(
        page.getByText("Ese código no es de ningún toque en tus páginas."),
      ).toBeVisible();
      await box.fill("Hola, quiero información");
      await expect(page.getByText("Ahí no hay ningún código")).toBeVisible();
    });
    await test.step("the server is unreachable", async () => {
      let asked = 0;
      await page.route(lookup, (route) => {
        asked += 1;
        return route.abort();
      });
      await box.fill("K7Q3MX");
      await expect(page.getByRole("alert")).toContainText("No hubo respuesta del servidor.");
      expect(asked).toBe(2);
      await page.unroute(lookup);
    });
    await test.step("the server does not respond", async () => {
      await page.route(lookup, () => undefined);
      await box.fill("K7Q4MX");
      await expect(page.getByText("Buscando...")).toBeVisible();
      await expect(page.getByText("El servidor tarda en responder.")).toBeVisible();
    });
  });

  for (const actor of ["dealer", "admin"] as const) {
    test(`the ${actor} stays on a page that failed to load, and retries`, async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const { id: vehicle } = await makeVehicle(dealer);
      const { id: seller } = await createSalesperson(site, dealer.id);
      const profile = /\/rpc\/get_user_profile_by_id/;
      const pages: [path: string, read: RegExp, title: string, loaded: string][] =
        actor === "admin"
          ? [[`/admin/user/edit/${seller}`, profile, "No se pudo cargar el usuario.", "Permisos"]]
          : [
              [
                `/vehicle/${vehicle}`,
                /\/rest\/v1\/vehicles\?/,
                "Error Inesperado",
                "Costos y margen",
              ],
              [`/team/edit/${seller}`, profile, "No se pudo cargar el vendedor.", "Contacto"],
            ];
      const person = actor === "admin" ? await createAdmin(site) : dealer;
      for (const [index, [path, read, title, loaded]] of pages.entries()) {
        const mend = await fail(page, read);
        await (index === 0 ? openAs(page, person, path) : page.goto(path));
        await expect(page.getByText(title).first(), path).toBeVisible();
        await expect(page.getByText(/no encontrad/i), path).toHaveCount(0);
        await expect(page).toHaveURL(path);
        await test.step(path, () => expectAccessible(page));
        await mend();
        await page.getByRole("button", { name: "Reintentar" }).first().click();
        const heading = page.getByRole("heading", { name: loaded });
        await expect(heading.or(page.getByLabel(loaded)).first(), path).toBeVisible();
      }
    });
  }

  test("a person sees that recovery failed on the server, not a connection error", async ({
    page,
  }) => {
    await page.goto("/forgot-password");
    await fail(page, /\/auth\/v1\/recover/);
    await page.getByLabel(/^Correo electrónico/).fill("ana@example.com");
    await page.getByRole("button", { name: "Enviar enlace" }).click();
    await expect(notice(page, "No se pudo enviar el correo")).toContainText(
      "El servidor no pudo enviarlo.",
    );
  });
});
