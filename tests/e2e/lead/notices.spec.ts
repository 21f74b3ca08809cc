import type { Page } from "@playwright/test";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import {
  allowLocalPushService,
  type PushService,
  startPushService,
} from "#tests/support/push-service.ts";
import { expect, expectAccessibleByDayAndNight, notice, openAs, test } from "../fixtures.ts";

/** Stubs the permission and the push service, which a headless browser lacks. */
async function stubBrowserPush(page: Page, { subscription }: PushService): Promise<void> {
  await page.addInitScript(({ p_endpoint, p_p256dh, p_auth }) => {
    const made = {
      endpoint: p_endpoint,
      toJSON: () => ({ keys: { p256dh: p_p256dh, auth: p_auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem("subscribed");
        return true;
      },
    };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem("subscribed", "yes");
        return made;
      },
      getSubscription: async () => (sessionStorage.getItem("subscribed") ? made : null),
    });
  }, subscription);
}

/** Sends a push event to the page's service worker; returns the notice that it shows. */
async function showNotice(page: Page, message: unknown) {
  const [worker] = page.context().serviceWorkers();
  const data = JSON.stringify(JSON.stringify(message));
  return worker?.evaluate(`new Promise((resolve) => {
    registration.showNotification = async (title, look) => {
      self.shown = { close: () => undefined, data: look.data };
      resolve({ title, body: look.body });
    };
    dispatchEvent(new PushEvent("push", { data: ${data} }));
  })`);
}

async function tapNotice(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`void dispatchEvent(
    Object.assign(new ExtendableEvent("notificationclick"), { notification: self.shown }))`);
}

test.describe("notifications on a device", () => {
  test("a salesperson turns notifications on, opens a lead from one, turns them off", async ({
    page,
    site,
    context,
  }) => {
    await allowLocalPushService(site.sql);
    const key = await (await fetch(`${site.url}/_push/key`)).text();
    const device = await startPushService(await findFreePort(), key);
    const dealer = await createDealership(site);
    const seller = await createSalesperson(site, dealer.id);
    await context.grantPermissions(["notifications"], { origin: site.url });
    await stubBrowserPush(page, device);
    await openAs(page, seller, "/leads");
    await page.getByRole("button", { name: "Avisos" }).click();
    const toggle = page.getByRole("switch", { name: "Avisos en este dispositivo" });
    await expect(toggle).not.toBeChecked();
    await expect(page.getByRole("button", { name: "Enviar una prueba" })).toHaveCount(0);
    await toggle.press("Space");
    await expect(notice(page, "Avisos activados")).toBeVisible();
    await expect(toggle).toBeChecked();
    await expectAccessibleByDayAndNight(page);

    await page.getByRole("button", { name: "Enviar una prueba" }).click();
    await expect.poll(() => device.shown.length).toBe(1);
    expect((await postLead(site, makeInquiry(seller, { name: "Carla Cliente" }))).status).toBe(200);
    await expect.poll(() => device.shown.length).toBe(2);
    await page.reload();
    expect(await showNotice(page, device.shown[1]?.notice)).toEqual({
      title: "Nueva consulta",
      body: "Carla Cliente te ha pedido información.",
    });
    await tapNotice(page);
    await expect(page).toHaveURL(/\/leads\?prospecto=/);
    await expect(page.getByRole("region", { name: "Carla Cliente", exact: true })).toBeVisible();

    await page.goto("/leads");
    await page.getByRole("button", { name: "Avisos" }).click();
    await expect(toggle).toBeChecked();
    await toggle.click();
    await expect(notice(page, "Avisos desactivados")).toBeVisible();
    await expect(toggle).not.toBeChecked();
    const left = await site.sql`
      select id from public.push_subscriptions where user_id = ${seller.id}`;
    expect(left).toEqual([]);
    await device.stop();
  });

  test("a dealer sees why notices are blocked, and switches the weekly mail on and off", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    await page.addInitScript(() =>
      Object.defineProperty(Notification, "permission", { get: () => "denied" }),
    );
    await openAs(page, dealer, "/leads");
    await page.getByRole("button", { name: "Avisos" }).click();
    const dialog = page.getByRole("dialog", { name: "Avisos" });
    await expect(dialog).toContainText("Los avisos están bloqueados en este navegador");

    await test.step("the weekly mail", async () => {
      const weekly = page.getByRole("switch", { name: "Resumen del lunes por correo" });
      await expect(weekly).not.toBeChecked();
      await weekly.press("Space");
      await expect(notice(page, "Resumen activado")).toBeVisible();
      await expect(weekly).toBeChecked();
      const [row] = await site.sql<{ key: string }[]>`
        select key from private.weekly_mails where user_id = ${dealer.id} and wanted`;

      await page.goto(`/unsubscribe?key=${row?.key}`);
      await expectAccessibleByDayAndNight(page);
      await page.getByRole("button", { name: "Dejar de recibirlo" }).click();
      await expect(
        page.getByRole("heading", { name: "Ya no te escribiremos los lunes" }),
      ).toBeVisible();
      await page.goto("/leads");
      await page.getByRole("button", { name: "Avisos" }).click();
      await expect(weekly).not.toBeChecked();
    });

    await test.step("a browser without notices", async () => {
      const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
      const phone = await browser.newContext({ baseURL: site.url, userAgent });
      const onPhone = await phone.newPage();
      await onPhone.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
      await openAs(onPhone, dealer, "/leads");
      await onPhone.getByRole("button", { name: "Avisos" }).click();
      await expect(onPhone.getByRole("dialog")).toContainText("Añadir a pantalla de inicio");
      await phone.close();
    });
  });
});
