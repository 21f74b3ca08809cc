import type { Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";

const TAKEN = "Ahora lo atiendes tú";
const rowOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

/** Clicks the link, and closes the chat that opens. */
async function press(page: Page, name: RegExp): Promise<void> {
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const chat = page.waitForEvent("popup");
  await page.getByRole("link", { name }).click();
  await (await chat).close();
}

test.describe("answering a new lead", () => {
  test("a salesperson who opens WhatsApp takes the lead, and can undo it", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
    await postLead(site, makeInquiry(vendedor, { name: "Carla Cliente" }));
    const stored = async () => {
      const [row] = await site.sql`select state, recipient_id, answered_at from public.leads
        where dealership_id = ${dealer.id}`;
      return row;
    };
    await openAs(page, vendedor, "/leads");
    const state = rowOf(page, "Carla Cliente").getByRole("button", { name: /^Estado de/ });
    await press(page, /^Escribir a Carla Cliente por WhatsApp/);
    await expect(notice(page, TAKEN)).toContainText("Carla Cliente pasó de Nuevo a En atención.");
    await expect(state).toHaveText("En atención");
    expect(await stored()).toMatchObject({ state: "En atención", recipient_id: vendedor.id });
    await expectAccessible(page);
    await expect(page.getByRole("region", { name: "Avisos", exact: true })).not.toContainText(
      /alt\+t/i,
    );

    await page.keyboard.press("Alt+t");
    const undo = page.getByRole("button", { name: "Deshacer" });
    await expect(undo).toBeFocused();
    await expect(undo).toHaveAttribute("aria-keyshortcuts", "Alt+T");
    await page.keyboard.press("Enter");
    await expect(state).toHaveText("Nuevo");
    expect(await stored()).toMatchObject({ state: "Nuevo", answered_at: null });

    await rowOf(page, "Carla Cliente")
      .getByRole("link", { name: "Carla Cliente", exact: true })
      .click();
    const detail = page.getByRole("region", { name: "Carla Cliente", exact: true });
    await expect(detail.getByRole("radio", { name: "Nuevo" })).toBeChecked();
    await press(page, /^WhatsApp$/);
    await expect(detail.getByRole("radio", { name: "En atención" })).toBeChecked();
    await expect.poll(stored).toMatchObject({ state: "En atención", recipient_id: vendedor.id });
  });

  test("a dealer who writes to a salesperson's customer does not take the lead", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
    await postLead(site, makeInquiry(vendedor, { name: "Carla Cliente" }));
    const asked = page.waitForResponse(/\/leads\?.*recipient_id=eq\./);
    await openAs(page, dealer, "/dashboard");
    await asked;
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    await expect(page.getByRole("region", { name: "Prospecto sin responder" })).toHaveCount(0);
    await page.getByRole("navigation").getByRole("link", { name: "Prospectos 1 nuevo" }).click();
    const answered = page.waitForResponse(/\/rpc\/answer_lead$/);
    await press(page, /^Escribir a Carla Cliente por WhatsApp/);
    expect(await (await answered).json()).toBe(false);
    await expect(
      rowOf(page, "Carla Cliente").getByRole("button", { name: /^Estado de/ }),
    ).toHaveText("Nuevo");
    await expect(notice(page, TAKEN)).toBeHidden();
  });
});
