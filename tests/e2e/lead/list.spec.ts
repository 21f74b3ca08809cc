import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { postLead, typeInquiry } from "#tests/support/leads.ts";
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
import { fillIn, openInquiry } from "./lead-forms.ts";

const rowOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
/** The way to them, which a phone has in its lower bar. */
const badge = (page: Page, name: string | RegExp) =>
  page.locator("header, nav[aria-label=Principal]").getByRole("link", { name });
const detailOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function ask(site: Site, recipient: Person, changes: Record<string, unknown>) {
  const { status } = await postLead(site, typeInquiry(recipient, changes));
  expect(status).toBe(200);
}

async function storedLead({ sql }: Site, name: string, { id }: Person) {
  const [row] = await sql`select state, notes, recipient_id, dealership_id from public.leads
    where name = ${name} and ${id} in (recipient_id, dealership_id)`;
  return row;
}

test.describe("leads", () => {
  test("a customer's inquiry reaches the dealer, who attends to it, notes it and exports it", {
    tag: "@every-width",
  }, async ({ page, site, browser }) => {
    const dealer = await createDealership(site, { fullName: "Autos del Valle" });
    const { id } = await makeVehicle(dealer, { published: true });
    const context = await browser.newContext({ baseURL: site.url });
    const customer = await context.newPage();
    await customer.goto(`/public/vehicle/${id}`);
    const dialog = await openInquiry(customer);
    await fillIn(dialog, {
      Nombre: "Carla Cliente",
      "Correo electrónico": "carla@example.com",
      Teléfono: "(305) 555-0123",
    });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(dialog.getByRole("button", { name: "¡Enviado!" })).toBeVisible();
    await context.close();

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

    await page.goto("/leads");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^prospectos-\d{4}-\d\d-\d\d\.csv$/);
    const file = await readFile(await download.path(), "utf8");
    expect(file.startsWith("\uFEFFFecha,Tipo,Estado,Nombre")).toBe(true);
    expect(file).toContain("Consulta por vehículo,En atención,Carla Cliente,carla@example.com");
    expect(file).toContain("Llamar el lunes; quiere crédito");
  });

  test("a dealer sees who waits, and hands the lead to a vendedor, who hands it back", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos del Valle" });
    const vendedor = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
    await ask(site, dealer, { name: "Carla Cliente" });
    await site.sql`update public.leads set created_at = now() - interval '75 minutes'
      where dealership_id = ${dealer.id}`;
    await openAs(page, dealer, "/leads");
    await expect(rowOf(page, "Carla Cliente")).toContainText("sin responder 1 h");
    await rowOf(page, "Carla Cliente")
      .getByRole("link", { name: "Carla Cliente", exact: true })
      .click();
    const choice = detailOf(page, "Carla Cliente").getByRole("button", { name: /^Vendedor:/ });
    await chooseFrom(choice, "Valeria Vendedora");
    await expect(notice(page, "Ahora lo atiende Valeria Vendedora.")).toBeVisible();
    await expect(choice).toHaveText("Valeria Vendedora");
    expect(await storedLead(site, "Carla Cliente", dealer)).toMatchObject({
      recipient_id: vendedor.id,
      dealership_id: dealer.id,
    });
    await expectAccessible(page);

    const context = await browser.newContext({ baseURL: site.url });
    const hers = await context.newPage();
    await openAs(hers, vendedor, "/leads");
    await rowOf(hers, "Carla Cliente")
      .getByRole("link", { name: "Carla Cliente", exact: true })
      .click();
    await chooseFrom(
      detailOf(hers, "Carla Cliente").getByRole("button", { name: /^Vendedor:/ }),
      "Autos del Valle",
    );
    await expect(hers.getByText("Todavía no hay prospectos")).toBeVisible();
    expect(await storedLead(site, "Carla Cliente", dealer)).toMatchObject({
      recipient_id: dealer.id,
    });
    await context.close();
  });

  test("a dealer plans a next step, finds it on its day, and is done with it", async ({
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
    await detail.getByRole("button", { name: "Hecho" }).click();
    await expect(step).toHaveValue("");
    await page.goto("/leads");
    await expect(rowOf(page, "Carla Cliente")).not.toContainText("Llamar con la oferta");
    await expect(page.getByRole("button", { name: /Para hoy/ })).toBeHidden();
  });

  test("a dealer answers about a sold vehicle with others, and sees what else the person asked", async ({
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

  test("a dealer sees in the list that one person waits for two colleagues, and goes to the other", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { fullName: "Autos del Valle" });
    const vendedor = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
    await ask(site, dealer, { name: "Carla Cliente", email: "carla@example.com" });
    await ask(site, vendedor, { name: "Carla C.", email: "carla@example.com" });
    await ask(site, dealer, { name: "Otro Cliente", email: "otro@example.com", phone: null });
    await openAs(page, dealer, "/leads");
    await expect(rowOf(page, "Otro Cliente")).not.toContainText("También");
    await expectAccessible(page);
    await rowOf(page, "Carla Cliente")
      .getByRole("link", { name: "También: Consulta general, con Valeria Vendedora" })
      .click();
    await expect(
      detailOf(page, "Carla C.").getByRole("link", { name: /^Consulta gen/ }),
    ).toHaveText(/Autos del Valle · Nuevo/);
  });

  test("a dealer sees four people at once on a phone", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id: vehicleId } = await makeVehicle(dealer, { published: true });
    const names = ["Ana Pérez", "Ricardo Mendoza", "Esteban Romero", "Hugo Salinas"];
    for (const [index, name] of names.entries()) {
      const person = { name, email: `${index}@example.com`, phone: `+1305555010${index}` };
      await ask(site, dealer, { ...person, type: "vehicle_inquiry", vehicleId });
    }
    await openAs(page, dealer, "/leads");
    await expect(page.getByRole("article")).toHaveCount(names.length);
    const bar = await page.getByRole("navigation", { name: "Principal" }).boundingBox();
    const last = await rowOf(page, "Ana Pérez").boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  test("a vendedor sees the own leads, the dealership those of all, another dealership none", async ({
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    const vendedor = await createSalesperson(site, dealer.id, { fullName: "Valeria Vendedora" });
    const other = await createDealership(site);
    await ask(site, dealer, { name: "Para Casa" });
    await ask(site, vendedor, { name: "Para Valeria" });
    const open = async (person: Person) => {
      const context = await browser.newContext({ baseURL: site.url });
      const page = await context.newPage();
      await openAs(page, person, "/leads");
      return page;
    };

    const hers = await open(vendedor);
    await expect(rowOf(hers, "Para Valeria")).toBeVisible();
    await expect(rowOf(hers, "Para Casa")).toHaveCount(0);
    await expect(badge(hers, "Prospectos 1 nuevo")).toBeVisible();
    await expect(hers.getByRole("combobox", { name: "Vendedor", exact: true })).toHaveCount(0);

    const theirs = await open(dealer);
    await expect(rowOf(theirs, "Para Casa")).toBeVisible();
    await expect(rowOf(theirs, "Para Valeria")).toBeVisible();
    await theirs
      .getByRole("combobox", { name: "Vendedor", exact: true })
      .selectOption("Valeria Vendedora");
    await expect(rowOf(theirs, "Para Casa")).toHaveCount(0);
    await expect(theirs).toHaveURL(`/leads?vendedor=${vendedor.id}`);

    const strangers = await open(other);
    await expect(strangers.getByText("Todavía no hay prospectos")).toBeVisible();
    await expect(badge(strangers, "Prospectos")).toHaveAccessibleName("Prospectos");
    await expectAccessible(strangers);
    const [lead] = await site.sql`select id from public.leads where recipient_id = ${dealer.id}`;
    await strangers.goto(`/leads?prospecto=${lead?.id}`);
    await expect(strangers.getByText("Prospecto no encontrado")).toBeVisible();
    for (const page of [hers, theirs, strangers]) await page.context().close();
  });

  test("a dealer narrows the list by state, kind and text, and finds it so after a reload", async ({
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

  test("a dealer goes from lead to list and back, and the file has no formula of a stranger", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    await ask(site, dealer, { name: "=HYPERLINK(1)", message: "@SUM(A1)" });
    await openAs(page, dealer, "/leads");
    await rowOf(page, "=HYPERLINK(1)")
      .getByRole("link", { name: "=HYPERLINK(1)", exact: true })
      .click();
    await expect(page.getByRole("heading", { name: "=HYPERLINK(1)" })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/leads");
    await expect(detailOf(page, "=HYPERLINK(1)")).toHaveCount(0);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const file = await readFile(await (await saving).path(), "utf8");
    expect(file).toContain(",'=HYPERLINK(1),");
    expect(file).toContain(",'@SUM(A1),");
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
    await rowOf(page, "Cliente 0050").scrollIntoViewIfNeeded();
    await expect(rowOf(page, "Cliente 0051")).toBeAttached();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const file = await readFile(await (await saving).path(), "utf8");
    expect(file.trimEnd().split("\r\n")).toHaveLength(1121);
    expect(file).toContain("Cliente 1120");
  });

  test("an admin who acts for a dealership sees that one's leads alone", async ({ page, site }) => {
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

  test("a salesperson whose address nobody has proved reads why no mail comes, and gets the link that changes it", async ({
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

  test("a stranger is led away", async ({ page }) => {
    await page.goto("/leads");
    await expect(page).toHaveURL("/");
  });
});
