import type { Page } from "@playwright/test";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import { enrolFactor } from "#backend-tests/support/second-factor.ts";
import { postLead } from "#tests/support/leads.ts";
import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const confirm = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();

/** Checks that the focused control is gone and the focus is still on the page. */
async function expectFocusKept(page: Page, gone: string | RegExp): Promise<void> {
  await expect(button(page, gone)).toHaveCount(0);
  await expect(page.locator("main :focus"), `${gone}`).toHaveCount(1);
}

test.describe("a control that disappears or fails", () => {
  test.use({ provoked: /status of 500 .*reserve_vehicle/ });

  test("a dealer keeps the focus after a deletion, a failed save or end of a reservation", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await createSalesperson(site, dealer.id);
    const { id } = await makeVehicle(dealer);
    for (const label of ["Llantas", "Pintura"]) {
      await dealer.client.from("vehicle_costs").insert({ vehicle_id: id, label, amount: 350 });
    }
    await openAs(page, dealer, "/team");
    await test.step("a salesperson is deleted", async () => {
      await button(page, "Eliminar a Valeria Vendedora").click();
      await confirm(page, "Eliminar");
      await expectFocusKept(page, "Eliminar a Valeria Vendedora");
    });
    await page.goto(`/vehicle/${id}`);
    await test.step("an expense is deleted", async () => {
      await button(page, "Quitar Llantas").click();
      await expectFocusKept(page, "Quitar Llantas");
    });
    const reserve = "**/rpc/reserve_vehicle";
    const save = page.getByRole("dialog").getByRole("button", { name: "Apartar" });
    await test.step("a reservation fails", async () => {
      await page.route(reserve, (route) => route.fulfill({ status: 500 }));
      await page.getByRole("button", { name: "Apartar", exact: true }).click();
      await save.click();
      await expect(notice(page, "No se pudo")).toBeVisible();
      await expect(save).toBeFocused();
      await page.unroute(reserve);
    });
    await test.step("a reservation ends", async () => {
      await save.click();
      await button(page, "Quitar apartado").click();
      await expectFocusKept(page, "Quitar apartado");
    });
  });
});

test("an admin keeps the focus after removing a factor and deciding a request", async ({
  page,
  site,
}) => {
  const mark = `${Date.now()}`;
  const dealer = await createDealership(site);
  await enrolFactor(dealer);
  for (const name of [`Carla ${mark}`, `Carlos ${mark}`]) {
    const request = {
      name,
      phone: unusedTypedPhone(),
      email: `${name.replace(" ", "-")}@example.com`,
      account_type: "concesionario",
      message: "",
      password: "clave-larga",
    };
    await postLead(site, request, { name: "request-access" });
  }
  await openAs(page, await createAdmin(site), `/admin/user/edit/${dealer.id}`);
  await test.step("a second factor is removed", async () => {
    await button(page, "Quitar verificación").click();
    await confirm(page, "Quitar");
    await expectFocusKept(page, "Quitar verificación");
  });
  await page.goto(`/admin/users?q=${dealer.email}`);
  await test.step("an account is deleted", async () => {
    await expect(button(page, /^Eliminar /)).toHaveCount(1);
    await button(page, /^Eliminar /).click();
    await confirm(page, "Eliminar");
    await expectFocusKept(page, /^Eliminar /);
  });
  await page.goto("/admin/access-requests");
  await test.step("an approved request leads to the next one", async () => {
    const cards = page.getByRole("listitem");
    const approved = cards.filter({ hasText: `Carla ${mark}` });
    await approved.getByRole("button", { name: "Aprobar" }).click();
    await expect(approved).toHaveCount(0);
    await expect(cards.locator(":focus")).toHaveCount(1);
  });
});
