import type { Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Controls that an arrow key or a letter may change. */
const CONTROLS = [
  "select",
  "[role=combobox]",
  "[role=radio]",
  "[role=slider]",
  "[role=switch]",
  "[aria-haspopup=menu]",
  "input[type=radio]",
  "input[type=checkbox]",
  "input[type=date]",
  "input[type=number]",
  "input[type=range]",
].join();

/** Collects the page's write requests from now on. */
function followWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const reads = /\/rpc\/(count|get|open)_/.test(pathname) || /GET|HEAD/.test(request.method());
    if (pathname.startsWith("/rest/v1/") && !reads) writes.push(pathname);
  });
  return writes;
}

/**
 * Presses the keys that browse the values of each control of the page's content, the last one
 * first: the filters at the top may leave nothing below them. Returns how many controls there are.
 */
async function pressArrows(page: Page): Promise<number> {
  const controls = page.locator("main").locator(CONTROLS).filter({ visible: true });
  const count = await controls.count();
  for (let place = count - 1; place >= 0; place--) {
    await controls.nth(place).focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowDown", "a", "End"]) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Escape");
  }
  return count;
}

test("a dealer's arrow keys alone save nothing on any page", async ({ page, site }) => {
  const dealer = await createDealership(site, { fullName: "Autos del Valle" });
  await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
  const { id } = await makeVehicle(dealer);
  await postLead(site, makeInquiry(dealer, { name: "Carla Cliente" }));
  const [lead] = await site.sql`select id from public.leads where dealership_id = ${dealer.id}`;
  await openAs(page, dealer, "/dashboard");
  await expect(page.getByRole("link", { name: "Hyundai Kona" }).first()).toBeVisible();
  const phone = page.viewportSize();
  const writes = followWrites(page);
  await pressArrows(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Tabla" }).click();
  await pressArrows(page);
  if (phone) await page.setViewportSize(phone);
  for (const path of [`/leads?prospecto=${lead?.id}`, `/vehicle/${id}`, "/team", "/leads"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await pressArrows(page), path).toBeGreaterThan(0);
  }
  expect(writes).toEqual([]);
});

test("a dealer assigns a lead to a colleague by keyboard, after confirming with Enter", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site, { fullName: "Autos del Valle" });
  const vendedor = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
  await postLead(site, makeInquiry(dealer, { name: "Carla Cliente" }));
  const stored = async () => {
    const [row] = await site.sql`select recipient_id, state from public.leads
      where dealership_id = ${dealer.id}`;
    return row;
  };
  await openAs(page, dealer, "/leads");
  await page.getByRole("link", { name: "Carla Cliente", exact: true }).click();
  const recipient = page.getByRole("button", { name: "Vendedor: Autos del Valle" });
  await recipient.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Autos del Valle" })).toBeChecked();
  await page.getByRole("menuitemradio", { name: "Valeria Vendedora" }).focus();
  await page.keyboard.press("Escape");
  await expect(recipient).toBeFocused();
  expect(await stored()).toMatchObject({ recipient_id: dealer.id });
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: "Valeria Vendedora" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Vendedor: Valeria Vendedora" })).toBeFocused();
  expect(await stored()).toMatchObject({ recipient_id: vendedor.id });

  await page.getByRole("radio", { name: "Nuevo" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "En atención" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "Nuevo" })).toBeChecked();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "En atención" })).toBeChecked();
  await expect.poll(stored).toMatchObject({ state: "En atención" });
});
