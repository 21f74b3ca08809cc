import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { chooseFrom, expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import { openMailLink, readMailLink } from "../read-mail-link.ts";
import type { Site } from "../site.ts";

const rowOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
/** The link to the leads, which is in the bottom bar on phones. */
const badge = (page: Page, name: string | RegExp) =>
  page.locator("header, nav[aria-label=Principal]").getByRole("link", { name });
const detailOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function ask(site: Site, recipient: Person, changes: Record<string, unknown>) {
  const { status } = await postLead(site, makeInquiry(recipient, changes));
  expect(status).toBe(200);
}

async function storedLead({ sql }: Site, name: string, { id }: Person) {
  const [row] = await sql`select state, notes, recipient_id, dealership_id from public.leads
    where name = ${name} and ${id} in (recipient_id, dealership_id)`;
  return row;
}

test.describe("leads", () => {
  test("a dealer handles an inquiry, adds a note and exports it", { tag: "@every-width" }, async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos del Valle" });
    const { id } = await makeVehicle(dealer, { published: true });
    await ask(site, dealer, {
      type: "vehicle_inquiry",
      vehicleId: id,
      name: "Carla Cliente",
      email: "carla@example.com",
      phone: "(305) 555-0123",
      message: "¿Sigue disponible?",
    });
    await openAs(page, dealer, "/dashboard");
    await badge(page, "Prospectos 1 nuevo").click();
    await expect(page).toHaveTitle("Prospectos | Vitrina");
    const row = rowOf(page, "Carla Cliente");
    await expect(row).toContainText("Hyundai Kona 2023");
    await expect(row.getByRole("link", { name: /WhatsApp/ })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/13055550123\?text=Hola%20Carla/,
    );
    await expectAccessible(page);

    await chooseFrom(
      row.getByRole("button", { name: "Estado de Carla Cliente: Nuevo" }),
      "En atención",
    );
    await expect(badge(page, "Prospectos")).toHaveAccessibleName("Prospectos");
    expect(await storedLead(site, "Carla Cliente", dealer)).toMatchObject({ state: "En atención" });

    await row.getByRole("link", { name: "Carla Cliente", exact: true }).click();
    const detail = detailOf(page, "Carla Cliente");
    await expect(page.getByRole("heading", { name: "Carla Cliente" })).toBeFocused();
    await expect(detail).toContainText("¿Sigue disponible?");
    await expect(detail.getByRole("radio", { name: "En atención" })).toBeChecked();
    await expect(detail.getByRole("link", { name: "Hyundai Kona 2023" })).toHaveAttribute(
      "href",
      `/vehicle/${id}`,
    );
    await expect(detail.getByRole("link", { name: "Llamar" })).toHaveAttribute(
      "href",
      "tel:+13055550123",
    );
    await expect(detail.getByRole("link", { name: "Correo" })).toHaveAttribute(
      "href",
      /^mailto:carla@example\.com\?subject=Tu%20consulta%20sobre%20el%20Hyundai/,
    );
    await detail.getByRole("textbox", { name: "Notas" }).fill("Llamar el lunes; quiere crédito");
    await expect(detail.getByRole("status").filter({ hasText: "Guardado" })).toBeVisible();
    expect(await storedLead(site, "Carla Cliente", dealer)).toMatchObject({
      notes: "Llamar el lunes; quiere crédito",
    });
    await expectAccessible(page);

    await page.goBack();
    await expect(page).toHaveURL("/leads");
    await expect(detail).toHaveCount(0);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^prospectos-\d{4}-\d\d-\d\d\.csv$/);
    const file = await readFile(await download.path(), "utf8");
    expect(file.startsWith("\uFEFFFecha,Tipo,Estado,Nombre")).toBe(true);
    expect(file).toContain("Consulta por vehículo,En atención,Carla Cliente,carla@example.com");
    expect(file).toContain("Llamar el lunes; quiere crédito");

    await page.goto("/leads?prospecto=00000000-0000-4000-8000-000000000000");
    await expect(page.getByText("Prospecto no encontrado")).toBeVisible();
  });

  test("a dealer filters by salesperson, finds a person's other lead and reassigns", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos del Valle" });
    const seller = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
    await ask(site, dealer, { name: "Carla Cliente", email: "carla@example.com" });
    await ask(site, seller, { name: "Carla C.", email: "carla@example.com" });
    await ask(site, dealer, { name: "Otro Cliente", email: "otro@example.com", phone: null });
    await site.sql`update public.leads set created_at = now() - interval '75 minutes'
      where name = 'Otro Cliente' and dealership_id = ${dealer.id}`;
    await openAs(page, dealer, "/leads");
    const openLead = (shown: Page, name: string) =>
      rowOf(shown, name).getByRole("link", { name, exact: true }).click();

    await test.step("the list shows who waits, and what else a person asked", async () => {
      await expect(rowOf(page, "Otro Cliente")).toContainText("sin responder 1 h");
      await expect(rowOf(page, "Otro Cliente")).not.toContainText("También");
      const sellers = page.getByRole("combobox", { name: "Vendedor", exact: true });
      await sellers.selectOption("Valeria Vendedora");
      await expect(rowOf(page, "Otro Cliente")).toHaveCount(0);
      await expect(page).toHaveURL(`/leads?vendedor=${seller.id}`);
      await page.goto("/leads");
      await rowOf(page, "Carla Cliente")
        .getByRole("link", { name: "También: Consulta general, con Valeria Vendedora" })
        .click();
      await expect(
        detailOf(page, "Carla C.").getByRole("link", { name: /^Consulta gen/ }),
      ).toHaveText(/Autos del Valle · Nuevo/);
    });

    await test.step("the dealer reassigns a lead", async () => {
      await page.goto("/leads");
      await openLead(page, "Otro Cliente");
      const choice = detailOf(page, "Otro Cliente").getByRole("button", { name: /^Vendedor:/ });
      await chooseFrom(choice, "Valeria Vendedora");
      await expect(notice(page, "Ahora lo atiende Valeria Vendedora.")).toBeVisible();
      await expect(choice).toHaveText("Valeria Vendedora");
      expect(await storedLead(site, "Otro Cliente", dealer)).toMatchObject({
        recipient_id: seller.id,
        dealership_id: dealer.id,
      });
      await expectAccessible(page);
    });

    await test.step("the salesperson returns it", async () => {
      const context = await browser.newContext({ baseURL: site.url });
      const hers = await context.newPage();
      await openAs(hers, seller, "/leads");
      await expect(hers.getByRole("combobox", { name: "Vendedor", exact: true })).toHaveCount(0);
      await openLead(hers, "Otro Cliente");
      await chooseFrom(
        detailOf(hers, "Otro Cliente").getByRole("button", { name: /^Vendedor:/ }),
        "Autos del Valle",
      );
      await expect(rowOf(hers, "Carla C.")).toBeVisible();
      await expect(rowOf(hers, "Otro Cliente")).toHaveCount(0);
      expect(await storedLead(site, "Otro Cliente", dealer)).toMatchObject({
        recipient_id: dealer.id,
      });
      await context.close();
    });
  });

  test("a dealer plans a lead's next step, finds it on its day and marks it as done", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await ask(site, dealer, { name: "Carla Cliente", email: "carla@example.com" });
    await ask(site, dealer, { name: "Otro Cliente", email: "otro@example.com" });
    await openAs(page, dealer, "/leads");
    await expect(rowOf(page, "Otro Cliente")).toBeVisible();
    await expect(page.getByRole("button", { name: /Para hoy/ })).toBeHidden();
    await rowOf(page, "Carla Cliente")
      .getByRole("link", { name: "Carla Cliente", exact: true })
      .click();
    const detail = detailOf(page, "Carla Cliente");
    const step = detail.getByRole("textbox", { name: "Próximo paso", exact: true });
    await step.fill("Llamar con la oferta");
    await step.press("Enter");
    await expect(detail.getByRole("button", { name: "Mañana" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await detail.getByRole("button", { name: "Hoy" }).click();
    await expect(detail.getByRole("button", { name: "Hoy" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expectAccessible(page);

    await page.goto("/leads");
    await expect(rowOf(page, "Carla Cliente")).toContainText("Hoy · Llamar con la oferta");
    await page.getByRole("button", { name: "Para hoy 1" }).click();
    await expect(rowOf(page, "Otro Cliente")).toBeHidden();
    await expect(page).toHaveURL(/para=hoy/);
    await expectAccessible(page);

    await site.sql`update public.leads set next_step_on = current_date - 3
      where next_step <> '' and dealership_id = ${dealer.id}`;
    await page.reload();
    await expect(rowOf(page, "Carla Cliente")).toContainText("Desde el");
    await rowOf(page, "Carla Cliente")
      .getByRole("link", { name: "Carla Cliente", exact: true })
      .click();
    await test.step("a date typed digit by digit is saved once its year is complete", async () => {
      const day = page.getByLabel("Día del próximo paso");
      // The same date in day-first and month-first locales; the year is 202 before the last digit.
      await day.pressSequentially("10102027");
      await expect(day).toHaveValue("2027-10-10");
      await expect
        .poll(
          () => site.sql`select next_step_on::text from public.leads
            where dealership_id = ${dealer.id} and next_step <> ''`,
        )
        .toEqual([{ next_step_on: "2027-10-10" }]);
      await page.reload();
      await expect(day).toHaveValue("2027-10-10");
    });
    await detail.getByRole("button", { name: "Hecho" }).click();
    await expect(step).toHaveValue("");
    await page.goto("/leads");
    await expect(rowOf(page, "Carla Cliente")).not.toContainText("Llamar con la oferta");
    await expect(page.getByRole("button", { name: /Para hoy/ })).toBeHidden();
  });

  test("a dealer offers similar vehicles for a sold one, and sees the other lead", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    const other = await makeVehicle(dealer, { model: "Tucson", vin: null, published: true });
    const first = { email: "Carla@example.com", phone: "+5511987654321" };
    await ask(site, dealer, { ...first, name: "Carla Cliente", message: "La primera vez" });
    // The same phone without the 9 of Brazilian mobile numbers, and another address.
    await ask(site, dealer, {
      email: "trabajo@example.com",
      phone: "+551187654321",
      type: "vehicle_inquiry",
      vehicleId: id,
      name: "Carla C.",
    });
    await dealer.client.from("vehicles").update({ status: "Vendido" }).eq("id", id);
    await openAs(page, dealer, "/leads");
    await expect(rowOf(page, "Carla C.")).toContainText("Vendido");
    await expect(rowOf(page, "Carla Cliente")).not.toContainText("Vendido");
    await expect(rowOf(page, "Carla C.")).toContainText("También: Consulta general");
    await expect(rowOf(page, "Carla Cliente")).toContainText("También preguntó por Hyundai Kona");
    await rowOf(page, "Carla C.").getByRole("link", { name: "Carla C.", exact: true }).click();
    const detail = detailOf(page, "Carla C.");
    await expect(detail).toContainText("Hyundai Kona 2023Vendido");
    const whatsapp = detail.getByRole("link", { name: "WhatsApp" });
    await expect
      .poll(async () => {
        const address = new URL((await whatsapp.getAttribute("href")) ?? "");
        return address.searchParams.get("text");
      })
      .toContain(`• Hyundai Tucson 2023: ${site.url}/public/vehicle/${other.id}`);
    await expectAccessible(page);
    await detail.getByRole("link", { name: /^Consulta general/ }).click();
    await expect(detailOf(page, "Carla Cliente")).toContainText("La primera vez");
    await expect(
      detailOf(page, "Carla Cliente").getByRole("link", { name: /^Hyundai Kona 2023/ }),
    ).toBeVisible();
  });

  test("a dealer filters by status, kind and text, and a reload keeps the filters", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await ask(site, dealer, { name: "Ángela Núñez", message: "Busco una camioneta" });
    await ask(site, dealer, { name: "Beto Bravo" });
    const { status } = await postLead(
      site,
      {
        recipientId: dealer.id,
        referrerName: "Carla",
        referrerPhone: "3055550123",
        referredName: "Pedro Pérez",
        referredPhone: "3055550124",
      },
      { name: "send-referral-notification" },
    );
    expect(status).toBe(200);
    await openAs(page, dealer, "/leads");
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByRole("button", { name: /^Todos\s*3$/ })).toBeVisible();
    await page.getByRole("searchbox", { name: "Buscar prospectos" }).fill("nunez camioneta");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(rowOf(page, "Ángela Núñez")).toBeVisible();
    await page.getByRole("searchbox").fill("305 555-0124");
    await expect(rowOf(page, "Pedro Pérez")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("searchbox").fill("nadie");
    await page.getByRole("button", { name: "Quitar filtros" }).click();
    await expect(page.getByRole("article")).toHaveCount(3);
    await page.getByRole("combobox", { name: "Tipo" }).selectOption("Referido");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(rowOf(page, "Pedro Pérez")).toContainText("De parte de Carla");
    await chooseFrom(
      rowOf(page, "Pedro Pérez").getByRole("button", { name: /^Estado de/ }),
      "Convertido",
    );
    await page.getByRole("button", { name: /^Convertido/ }).click();
    await expect(page).toHaveURL("/leads?estado=convertido&tipo=referido");
    await page.reload();
    await expect(rowOf(page, "Pedro Pérez")).toBeVisible();
    await page.getByRole("button", { name: /^Nuevo/ }).click();
    await expect(page.getByText("Ningún prospecto coincide")).toBeVisible();
  });

  test("a dealer with many leads scrolls to the last one and exports all of them", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await site.sql`
      insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name, email, created_at)
      select 'general_inquiry', ${dealer.id}, ${dealer.id}, 'Autos', 'Cliente ' || lpad(number::text, 4, '0'),
        'c' || number || '@example.com', now() - number * interval '1 minute'
      from generate_series(1, 1120) as number`;
    await openAs(page, dealer, "/leads");
    await expect(badge(page, "Prospectos 99+ nuevos")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(50);

    await test.step("a phone shows four leads above the bottom bar", async () => {
      const bar = await page.getByRole("navigation", { name: "Principal" }).boundingBox();
      const fourth = await rowOf(page, "Cliente 0004").boundingBox();
      expect((fourth?.y ?? 0) + (fourth?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    });

    await rowOf(page, "Cliente 0050").scrollIntoViewIfNeeded();
    await expect(rowOf(page, "Cliente 0051")).toBeAttached();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const file = await readFile(await (await saving).path(), "utf8");
    expect(file.trimEnd().split("\r\n")).toHaveLength(1121);
    expect(file).toContain("Cliente 1120");
  });

  test("an administrator impersonating a dealership sees only its leads", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: "Motores Bahía" });
    const other = await createDealership(site);
    await ask(site, dealer, { name: "Para Bahía" });
    await ask(site, other, { name: "Para Otros" });
    const admin = await createAdmin(site);
    const [profile] = await site.sql`select * from public.profiles where id = ${dealer.id}`;
    await page.addInitScript(
      (stored) => sessionStorage.setItem("impersonatedUser", stored),
      JSON.stringify(profile),
    );
    await openAs(page, admin, "/leads");
    await expect(page.getByText("Estás administrando como: Motores Bahía")).toBeVisible();
    await expect(rowOf(page, "Para Bahía")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(badge(page, "Prospectos 1 nuevo")).toBeVisible();
  });

  test("a salesperson with an unconfirmed e-mail sees a hint and confirms the e-mail", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const seller = await createSalesperson(site, dealer.id);
    await openAs(page, seller, "/leads");
    await expect(page.getByRole("heading", { name: "Prospectos", exact: true })).toBeVisible();
    await expect(page.getByText("Todavía no te avisamos por correo")).toHaveCount(0);

    await site.sql`delete from private.proven_emails where user_id = ${seller.id}`;
    await page.reload();
    const notice = page.getByRole("status").filter({ hasText: seller.email });
    await expect(notice).toContainText("Todavía no te avisamos por correo");
    await expectAccessible(page);
    await notice.getByRole("button", { name: "Confirmar mi correo" }).click();
    await expect(page.getByText("Correo enviado", { exact: true })).toBeVisible();
    const subject = "Confirma tu correo para recibir tus prospectos";
    await openMailLink(page, await readMailLink(page, seller.email, subject));
    await expect(page).toHaveURL("/dashboard");
    await page.goto("/leads");
    await expect(page.getByRole("heading", { name: "Prospectos", exact: true })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});
