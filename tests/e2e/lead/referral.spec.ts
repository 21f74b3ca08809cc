import type { Page } from "@playwright/test";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import type { Site } from "../site.ts";
import { fillIn } from "./lead-forms.ts";

const both = {
  "Tu nombre": "Carla Cliente",
  "Tu teléfono": "305 555 0123",
  "Nombre de tu amigo": "Pedro Pérez",
  "Teléfono de tu amigo": "+52 55 5555 0123",
};

async function openReferral(page: Page) {
  await page.getByRole("button", { name: "Referir un Amigo" }).click();
  return page.getByRole("dialog", { name: "Referir un Amigo" });
}

function referralsOf({ sql }: Site, { id }: Person) {
  return sql`select kind, name, phone, referred_name, referred_phone from public.leads
    where recipient_id = ${id}`;
}

const stored = {
  kind: "referral",
  name: "Carla Cliente",
  phone: "+13055550123",
  referred_name: "Pedro Pérez",
  referred_phone: "+525555550123",
};

test.use({ provoked: /status of 400/ });

test("a customer refers a friend to a dealership, and again after a failure", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site, { slug: `referidos-${Date.now()}` });
  await makeVehicle(dealer, { published: true });
  const [row] = await site.sql`select public_slug from public.profiles where id = ${dealer.id}`;
  await page.goto(`/i/${row?.public_slug}/inventory`);
  const dialog = await openReferral(page);
  await expectAccessible(page);
  for (const phone of await dialog.getByRole("textbox", { name: /teléfono/i }).all()) {
    await expect(phone).toHaveAttribute("type", "tel");
  }
  await dialog.getByRole("button", { name: "Enviar referido" }).click();
  await expect(dialog.getByRole("textbox", { name: "Tu nombre" })).toBeFocused();
  for (const label of Object.keys(both)) {
    await expect(dialog.getByRole("textbox", { name: label })).toHaveAccessibleDescription(
      /^Escribe /,
    );
  }
  await fillIn(dialog, both);

  await test.step("a deactivated dealership gets nothing, and the input stays", async () => {
    await site.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    await dialog.getByRole("button", { name: "Enviar referido" }).click();
    const alert = dialog.getByRole("alert");
    await expect(alert).toContainText("Error al enviar referido");
    await expect(alert).toContainText(
      "Hubo un problema al procesar tu solicitud. Por favor, inténtalo de nuevo.",
    );
    for (const [label, value] of Object.entries(both)) {
      await expect(dialog.getByRole("textbox", { name: label })).toHaveValue(value);
    }
    await site.sql`update public.profiles set is_active = true where id = ${dealer.id}`;
  });

  await dialog.getByRole("button", { name: "Enviar referido" }).click();
  await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
  await expect(notice(page, "¡Referido Enviado!")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await referralsOf(site, dealer)).toEqual([stored]);
});
