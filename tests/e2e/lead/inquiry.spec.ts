import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";
import { fillIn, openInquiry } from "./lead-forms.ts";

const anAddress = () => `carla-${randomBytes(4).toString("hex")}@example.com`;

async function openVehicle(page: Page, site: Site): Promise<{ dealer: Person; id: string }> {
  const dealer = await createDealership(site);
  const { id } = await makeVehicle(dealer, { published: true });
  await page.goto(`/public/vehicle/${id}`);
  return { dealer, id };
}

function leadsOf({ sql }: Site, { id }: Person) {
  return sql`select kind, vehicle_id, name, email, phone, message, state from public.leads
    where recipient_id = ${id}`;
}

test.describe("an inquiry", () => {
  test("a customer corrects, closes, reopens and sends the form once", async ({ page, site }) => {
    const { dealer, id } = await openVehicle(page, site);
    const dialog = await openInquiry(page);
    const name = dialog.getByRole("textbox", { name: "Nombre" });
    const email = dialog.getByRole("textbox", { name: "Correo electrónico" });
    const send = dialog.getByRole("button", { name: "Enviar solicitud" });
    const opener = page.getByRole("button", { name: "Solicitar Información" });
    const address = anAddress();

    await test.step("errors are shown at their fields", async () => {
      await expect(dialog).toContainText("Hyundai Kona 2023");
      await send.click();
      await expect(name).toBeFocused();
      await expect(name).toHaveAccessibleDescription("Escribe tu nombre.");
      await expect(email).toHaveAccessibleDescription("Escribe tu correo electrónico.");
      await expectAccessible(page);
      await name.fill("Carla Cliente");
      await expect(name).toHaveAccessibleDescription("");
      for (const wrong of ["carla", "carla@", "carla@ejemplo"]) {
        await email.fill(wrong);
        await send.click();
        await expect(email).toBeFocused();
        await expect(email, wrong).toHaveAccessibleDescription(
          "El correo electrónico no es válido.",
        );
      }
      expect(await leadsOf(site, dealer)).toEqual([]);
    });

    await test.step("a closed form keeps its input", async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(name).toHaveValue("Carla Cliente");
      await dialog.getByRole("button", { name: "Cerrar" }).click();
      await expect(dialog).toBeHidden();
      await opener.click();
      await expect(dialog).toBeVisible();
      await page.mouse.click(5, 5);
      await expect(dialog).toBeHidden();
    });

    await test.step("a dialog reopened before its close event stays open", async () => {
      await opener.click();
      await expect(dialog).toBeVisible();
      for (const way of ["button", "Escape"] as const) {
        const isOpen = await opener.evaluate(async (button: HTMLElement, how) => {
          const panel = document.querySelector("dialog");
          const render = async () => {
            for (let count = 0; count < 100; count += 1) await null;
          };
          const closed = new Promise((resolve) =>
            panel?.addEventListener("close", resolve, { once: true }),
          );
          if (how === "Escape") {
            panel?.dispatchEvent(new Event("cancel", { cancelable: true }));
            panel?.close();
          } else panel?.querySelector<HTMLElement>("[aria-label=Cerrar]")?.click();
          await render();
          button.click();
          await render();
          // The close event runs in a later task than the steps above.
          await closed;
          await render();
          return panel?.open;
        }, way);
        expect(isOpen, way).toBe(true);
      }
    });

    await test.step("a double click sends one lead", async () => {
      await fillIn(dialog, { "Correo electrónico": address, Teléfono: "(305) 555-0123" });
      await send.dblclick();
      await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
      await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
      await expect(dialog).toBeHidden();
      expect(await leadsOf(site, dealer)).toEqual([
        {
          kind: "vehicle_inquiry",
          vehicle_id: id,
          name: "Carla Cliente",
          email: address,
          phone: "+13055550123",
          message: "Hola, me interesa el Hyundai Kona 2023. ¿Sigue disponible?",
          state: "Nuevo",
        },
      ]);
    });
  });

  test("a customer sees the sent form for two seconds, and an empty one when it reopens", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await openVehicle(page, site);
    const dialog = await openInquiry(page);
    const name = page.locator('dialog input[name="name"]');
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
    await page.clock.runFor(1900);
    await expect(dialog).toBeVisible();
    await page.clock.runFor(200);
    await expect(dialog).toBeHidden();
    await expect(name).toHaveValue("Carla");
    await page.clock.runFor(300);
    await expect(name).toHaveValue("");
  });

  test.describe("a failed inquiry", () => {
    test.use({ provoked: /status of 4(00|29)|ERR_INTERNET_DISCONNECTED/ });

    test("a customer sees why, keeps the input and sends it later", async ({
      page,
      site,
      context,
    }) => {
      const { dealer } = await openVehicle(page, site);
      const dialog = await openInquiry(page);
      const send = dialog.getByRole("button", { name: "Enviar solicitud" });
      const alert = dialog.getByRole("alert");
      const email = anAddress();
      await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": email });

      await test.step("without a connection", async () => {
        await context.setOffline(true);
        await send.click();
        await expect(alert).toContainText("Por favor, inténtalo de nuevo más tarde.");
        await context.setOffline(false);
      });

      await test.step("a deactivated dealership", async () => {
        await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
        await send.click();
        await expect(alert).toContainText("Error al enviar la solicitud");
        await expect(alert).toContainText(
          "Este concesionario o vendedor ya no recibe solicitudes.",
        );
        await expectAccessible(page);
        await site.sql`update public.profiles set is_active = true where id = ${dealer.id}`;
      });

      await test.step("a dealership with too many inquiries", async () => {
        await site.sql`select private.take_attempt('lead:recipient', ${dealer.id}, 300, '1 hour')
          from generate_series(1, 300)`;
        await send.click();
        await expect(alert).toContainText("muchas solicitudes");
        await site.sql`delete from private.attempts
          where key = private.attempt_key('lead:recipient', ${dealer.id})`;
      });

      await expect(dialog.getByRole("textbox", { name: "Nombre" })).toHaveValue("Carla");
      await expect(dialog.getByRole("textbox", { name: "Correo electrónico" })).toHaveValue(email);
      expect(await leadsOf(site, dealer)).toEqual([]);
      await send.click();
      await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
      expect(await leadsOf(site, dealer)).toHaveLength(1);
    });
  });

  test("a dealer asks about a hidden vehicle from its private page", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: false });
    await openAs(page, dealer, `/vehicle/${id}`);
    const dialog = await openInquiry(page);
    await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": anAddress() });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
    expect(await leadsOf(site, dealer)).toMatchObject([{ vehicle_id: id }]);
  });
});
