import type { Page } from "@playwright/test";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const failed = "El servidor no pudo completar la operación.";

/** Each such request fails from now on; gives what mends it. */
async function fail(
  page: Page,
  path: RegExp,
  { status, code } = { status: 500, code: "XX000" },
): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.fulfill({ status, json: { code } }));
  return () => page.unroute(path);
}

test.describe("a read that fails", () => {
  test.use({ provoked: /ERR_FAILED|status of (401|500)|The profile cannot be loaded/ });

  test("a salesperson whose profile cannot be read is offered a retry on every page", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const seller = await createSalesperson(site, dealer.id);
    const mend = await fail(page, /\/rest\/v1\/profiles\?.*id=eq/);
    const paths = [
      "/inventory/transfer",
      "/add-vehicle",
      `/edit-vehicle/${id}`,
      "/leads",
      "/settings",
      "/team",
      "/admin/users",
      "/dashboard",
      "/inventory-health",
    ];
    await openAs(page, seller, "/leads/taps");
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByText("No se pudo cargar tu perfil.")).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await expectAccessible(page);
    await mend();
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByRole("heading", { name: "Salud del inventario" })).toBeVisible();
  });

  for (const [path, title, words] of [
    ["/inventory-health", "No se pudo cargar el inventario", "Días en promedio"],
    ["/sales", "No se pudieron cargar las ventas", "No hay ventas en este periodo"],
    ["/vehicle/", "No se pudieron cargar la venta y los costos", "Vender"],
  ] as const) {
    test(`a dealer whose right to figures cannot be read on ${path} tries again`, async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const { id } = await makeVehicle(dealer);
      const mend = await fail(page, /\/rpc\/open_figures/);
      await openAs(page, dealer, path === "/vehicle/" ? `/vehicle/${id}` : path);
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.getByText(failed)).toBeVisible();
      await expect(page.getByText("No hubo respuesta")).toHaveCount(0);
      await mend();
      await page.getByRole("button", { name: "Reintentar" }).click();
      await expect(page.getByText(words).first()).toBeVisible();
    });
  }

  for (const { status, code, sentence } of [
    { status: 500, code: "XX000", sentence: failed },
    { status: 401, code: "PGRST301", sentence: "Sesión expirada." },
  ]) {
    test(`a dealer whose tap code cannot be looked up (${status}) reads why and tries again`, async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      await openAs(page, dealer, "/leads/taps");
      const box = page.getByRole("textbox", { name: "¿Te escribieron con un código?" });
      await box.waitFor();
      const mend = await fail(page, /\/rest\/v1\/contact_taps\?.*codes=/, { status, code });
      await box.fill("K7Q2MX");
      const alert = page.getByRole("alert").filter({ hasText: "No se pudo buscar el código." });
      await expect(alert).toContainText(sentence);
      await mend();
      await page.getByRole("button", { name: "Reintentar" }).click();
      await expect(
        page.getByText("Ese código no es de ningún toque en tus páginas."),
      ).toBeVisible();
      await box.fill("Hola, quiero información");
      await expect(page.getByText("Ahí no hay ningún código")).toBeVisible();
    });
  }

  test("a dealer whose tap code gets no answer reads that it is slow", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/leads/taps");
    const box = page.getByRole("textbox", { name: "¿Te escribieron con un código?" });
    await box.waitFor();
    await page.route(/\/rest\/v1\/contact_taps\?.*codes=/, () => undefined);
    await box.fill("K7Q2MX");
    await expect(page.getByText("Buscando...")).toBeVisible();
    await expect(page.getByText("El servidor tarda en responder.")).toBeVisible();
  });

  test("a dealer whose tap code reaches no server reads the cause soon", async ({ page, site }) => {
    await openAs(page, await createDealership(site), "/leads/taps");
    const box = page.getByRole("textbox", { name: "¿Te escribieron con un código?" });
    await box.waitFor();
    let asked = 0;
    await page.route(/\/rest\/v1\/contact_taps\?.*codes=/, (route) => {
      asked += 1;
      return route.abort();
    });
    await box.fill("K7Q2MX");
    await expect(page.getByRole("alert")).toContainText("No hubo respuesta del servidor.");
    expect(asked).toBe(2);
  });

  for (const [path, read, title, loaded] of [
    ["/vehicle/:vehicle", /\/rest\/v1\/vehicles\?/, "Error Inesperado", "Costos y margen"],
    [
      "/team/edit/:seller",
      /\/rpc\/get_user_profile_by_id/,
      "No se pudo cargar el vendedor.",
      "Contacto",
    ],
    [
      "/admin/user/edit/:seller",
      /\/rpc\/get_user_profile_by_id/,
      "No se pudo cargar el usuario.",
      "Permisos",
    ],
  ] as const) {
    test(`a person whose read fails on ${path} stays there and tries again`, async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const { id: vehicle } = await makeVehicle(dealer);
      const { id: seller } = await createSalesperson(site, dealer.id);
      const ids: Record<string, string> = { vehicle, seller };
      const address = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? "");
      const mend = await fail(page, read);
      await openAs(page, path.startsWith("/admin") ? await createAdmin(site) : dealer, address);
      await expect(page.getByText(title).first()).toBeVisible();
      await expect(page.getByText(/no encontrad/i)).toHaveCount(0);
      await expect(page).toHaveURL(address);
      await expectAccessible(page);
      await mend();
      await page.getByRole("button", { name: "Reintentar" }).first().click();
      await expect(
        page.getByRole("heading", { name: loaded }).or(page.getByLabel(loaded)).first(),
      ).toBeVisible();
    });
  }

  test("a person whose recovery fails at the server does not read of a connection", async ({
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
