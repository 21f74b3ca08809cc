import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { unusedPhone } from "#backend-tests/support/phones.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import {
  closeNotice,
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNoSidewaysScroll,
  notice,
  openAs,
  test,
} from "../fixtures.ts";
import type { Site } from "../site.ts";

const cardOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const box = (page: Page) => page.getByRole("textbox", { name: "WhatsApp" });
const anAddress = () => `nuevo-${randomBytes(4).toString("hex")}@example.com`;

/** The error code of a sign-in, or null if it succeeds. */
async function signIn(site: Site, email: string, password: string): Promise<string | null> {
  const client = createTestClient(site.url, site.anonKey);
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error?.code ?? null;
}

async function addSalesperson(page: Page, values: Record<string, string>): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Añadir Vendedor" });
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByRole("textbox", { name: label }).fill(value);
  }
  await dialog.getByRole("button", { name: "Crear vendedor" }).click();
}

test.describe("the team", () => {
  test("a dealer corrects the form and adds the first salesperson, who can sign in", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const email = anAddress();
    await openAs(page, dealer, "/team");
    await expect(page).toHaveTitle("Mi Equipo | Vitrina");
    await expect(page.getByRole("heading", { name: "Tu equipo está vacío" })).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Elegir de mis contactos" }),
      "the device has no contacts",
    ).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Añadir Vendedor" }).click();
    await expect(page.getByRole("dialog", { name: "Añadir Vendedor" })).toBeVisible();
    await expectAccessible(page);
    await addSalesperson(page, {
      "Nombre completo": "Nora Nueva",
      "Correo electrónico": dealer.email,
      Contraseña: "12345",
    });
    await expect(notice(page, "Contraseña débil")).toContainText(
      "La contraseña debe tener al menos 6 caracteres.",
    );
    await addSalesperson(page, { Contraseña: "clave-de-nora" });
    await expect(notice(page, "Error al crear vendedor")).toContainText(
      "Ya existe una cuenta con este correo electrónico.",
    );
    const address = page.getByRole("textbox", { name: "Correo electrónico" });
    await expect(address).toHaveValue(dealer.email);
    await expect(address).toBeFocused();
    await expectAccessible(page);
    await addSalesperson(page, { "Correo electrónico": email });
    await expect(notice(page, "¡Vendedor creado!")).toContainText(email);
    await expect(cardOf(page, "Nora Nueva")).toContainText("Activo");
    expect(await signIn(site, email, "clave-de-nora")).toBeNull();
    const rows = await site.sql`
      select role, is_active, dealership_id from public.profiles where email = ${email}`;
    expect(rows).toEqual([{ role: "vendedor", is_active: true, dealership_id: dealer.id }]);
  });

  test("a dealer fills in a whole card, and invites its person without the password", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site, { config: { profile: { name: "Autos Sol" } } });
    const email = anAddress();
    const digits = `1${unusedPhone()}`;
    await openAs(page, dealer, "/team");
    await page.getByRole("button", { name: "Añadir Vendedor" }).click();
    const dialog = page.getByRole("dialog");
    const buffer = await readFile(new URL("../pictures/phone.heic", import.meta.url));
    const heic = { name: "IMG_0042.HEIC", mimeType: "image/heic", buffer };
    await dialog.getByLabel("Subir foto").setInputFiles(heic);
    await expect(dialog.getByRole("button", { name: "Quitar foto" })).toBeVisible();
    await expect(dialog.locator("img"), "few browsers draw a HEIC photo").toHaveJSProperty(
      "naturalWidth",
      800,
    );
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Contraseña" }).fill("clave-de-nora");
    for (const [label, text] of [
      ["Nombre completo", "Nora Nueva"],
      ["Correo electrónico", email],
      ["Teléfono", `+${digits}`],
    ] as const) {
      const field = dialog.getByRole("textbox", { name: label });
      if (label !== "Nombre completo") await expect(field, "Enter led here").toBeFocused();
      await field.fill(text);
      await field.press("Enter");
    }
    await expect(notice(page, "¡Vendedor creado!")).toBeVisible();
    const card = cardOf(page, "Nora Nueva");
    await expect(card.locator("img")).toHaveAttribute("src", /dealership_logos\/.+\/logo_/);
    await expect(card.getByRole("link", { name: /Falta/ })).toHaveCount(0);
    const invite = page.getByRole("link", { name: "Invitar por WhatsApp" });
    await expect(invite).toBeFocused();
    const address = new URL((await invite.getAttribute("href")) ?? "");
    expect(address.href).toContain(`https://wa.me/${digits}?`);
    const text = address.searchParams.get("text") ?? "";
    for (const word of ["Nora Nueva", "Autos Sol", `${site.url}/login`, email]) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain("clave-de-nora");
    const sheet = page.getByRole("region", { name: "Invita a Nora Nueva" });
    await expect(sheet).toContainText("Contraseña: clave-de-nora");
    await expectAccessibleByDayAndNight(page);
    await sheet.getByRole("button", { name: "Listo" }).click();
    await expect(invite).toHaveCount(0);
  });

  test("a dealer starts from a phone contact, and copies the proposed password", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const digits = unusedPhone();
    await page.addInitScript((number) => {
      const picked = { name: ["Nora Nueva"], tel: [`+1${number}`], email: [] };
      Object.defineProperty(navigator, "contacts", { value: { select: async () => [picked] } });
    }, digits);
    const email = anAddress();
    await openAs(page, await createDealership(site), "/team");
    const pick = page.getByRole("button", { name: "Elegir de mis contactos" });
    await expect(pick).toBeVisible();
    await expectAccessible(page);
    await pick.click();
    const dialog = page.getByRole("dialog", { name: "Añadir Vendedor" });
    await expect(dialog.getByLabel(/^Nombre completo/)).toHaveValue("Nora Nueva");
    await expect(dialog.getByLabel(/^Correo electrónico/)).toBeFocused();
    await page.keyboard.type(email);
    const proposed = await dialog.getByRole("textbox", { name: /^Contraseña/ }).inputValue();
    expect(proposed).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Invitar por WhatsApp" })).toBeFocused();
    await page.getByRole("button", { name: "Copiar contraseña" }).click();
    await expect(notice(page, "Contraseña copiada")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(proposed);
    expect(await signIn(site, email, proposed)).toBeNull();
    await page.keyboard.press("Escape");
    await expectNoSidewaysScroll(page);
    await expect(cardOf(page, "Nora Nueva").locator(`a[href="tel:+1${digits}"]`)).toBeVisible();
  });

  test("a dealer and the salesperson open the field that a card lacks", async ({
    page,
    site,
    browser,
  }) => {
    const dealer = await createDealership(site);
    const config = { profile: { phone: "305 555 0100" } };
    const ana = await createSalesperson(site, dealer.id, { fullName: "Ana Arias", config });
    await openAs(page, dealer, "/team");
    const missing = cardOf(page, "Ana Arias").getByRole("link", { name: /^Falta/ });
    await expect(missing).toHaveText(["Falta WhatsApp", "Falta foto"]);
    await missing.first().click();
    await expect(box(page)).toBeFocused();
    await page.getByLabel("Subir foto").setInputFiles(await drawPhoto("ana.jpg", "#1f5fa8"));
    await expect(page.getByRole("button", { name: "Quitar foto" })).toBeVisible();
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(missing).toHaveText(["Falta WhatsApp"]);

    const context = await browser.newContext({ baseURL: site.url });
    const hers = await context.newPage();
    await openAs(hers, ana, "/dashboard");
    await hers.getByRole("link", { name: "Añade tu WhatsApp" }).click();
    await expect(box(hers)).toBeFocused();
    await expectAccessible(hers);
    await box(hers).fill("+1 305 555 0199");
    await hers.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(hers.getByRole("link", { name: "Añade tu WhatsApp" })).toHaveCount(0);
    await context.close();
  });

  test.describe("the salespeople of a team", () => {
    test.use({ provoked: /status of 403/ });

    test("a dealer sees the own team with contacts, deactivates and deletes salespeople", async ({
      page,
      site,
    }) => {
      const dealer = await createDealership(site);
      const config = { profile: { whatsapp: "+1 305 555 0199" } };
      const slug = `zoe-${randomBytes(4).toString("hex")}`;
      const zoe = await createSalesperson(site, dealer.id, {
        fullName: "Zoe Zurita",
        config,
        slug,
      });
      const alvaro = await createSalesperson(site, dealer.id, { fullName: "Álvaro Arias" });
      const admin = await createAdmin(site);
      const closing = admin.client.from("profiles").update({ is_active: false });
      await closing.eq("id", alvaro.id).throwOnError();
      const other = await createDealership(site);
      await createSalesperson(site, other.id, { fullName: "Ajena Ajenjo" });
      await openAs(page, dealer, "/team");
      const [inactive, card] = [cardOf(page, "Álvaro Arias"), cardOf(page, "Zoe Zurita")];

      await test.step("names, states and contacts", async () => {
        await expect(page.getByRole("article").getByRole("heading")).toHaveText([
          "Álvaro Arias",
          "Zoe Zurita",
        ]);
        await expect(inactive).toContainText("Inactivo");
        await expect(card.getByText("Activo", { exact: true })).toBeVisible();
        for (const address of [`mailto:${zoe.email}`, `tel:+${zoe.phone}`]) {
          await expect(card.locator(`a[href="${address}"]`)).toBeVisible();
        }
        await expect(card.getByRole("link", { name: /WhatsApp/ })).toHaveAttribute(
          "href",
          "https://wa.me/13055550199",
        );
        await expect(
          page.getByRole("link", { name: "Tarjeta digital de Zoe Zurita" }),
        ).toHaveAttribute("href", `/s/${slug}`);
        await expect(page.getByRole("link", { name: /Tarjeta digital de Álvaro/ })).toHaveCount(0);
        await expectAccessible(page);
      });

      await test.step("deactivation and activation", async () => {
        await card.getByRole("switch").click();
        await expect(notice(page, "Vendedor desactivado")).toBeVisible();
        await expect(card).toContainText("Inactivo");
        expect(await signIn(site, zoe.email, zoe.password)).toBe("user_banned");
        await card.getByRole("switch").click();
        await expect(notice(page, "Vendedor activado")).toBeVisible();
        expect(await signIn(site, zoe.email, zoe.password)).toBeNull();
      });

      await test.step("an account that an admin deactivated", async () => {
        const toggle = inactive.getByRole("switch");
        await toggle.click();
        await expect(notice(page, "No se pudo actualizar el estado del vendedor.")).toContainText(
          "Solo un administrador puede activarla.",
        );
        await expect(toggle).not.toBeChecked();
        await expectAccessible(page);
        await closeNotice(page);
      });

      const question = page.getByRole("alertdialog", { name: "¿Estás seguro?" });
      const remove = ({ fullName }: Person) =>
        page.getByRole("button", { name: `Eliminar a ${fullName}` }).click();
      await test.step("a deletion needs a confirmation", async () => {
        await remove(zoe);
        await expectAccessible(page);
        await question.getByRole("button", { name: "Cancelar" }).click();
        await expect(card).toBeVisible();
        await remove(zoe);
        await question.getByRole("button", { name: "Eliminar" }).click();
        await expect(notice(page, "Vendedor eliminado")).toBeVisible();
        await expect(card).toHaveCount(0);
        expect(await site.sql`select id from auth.users where id = ${zoe.id}`).toHaveLength(0);
      });

      await test.step("a salesperson who changed teams is not deleted", async () => {
        await remove(alvaro);
        await site.sql`
          update public.profiles set dealership_id = ${other.id} where id = ${alvaro.id}`;
        await question.getByRole("button", { name: "Eliminar" }).click();
        await expect(notice(page, "Error al eliminar")).toContainText("Acceso denegado");
        await expect(page.getByRole("heading", { name: "Tu equipo está vacío" })).toBeVisible();
        const [row] =
          await site.sql`select dealership_id from public.profiles where id = ${alvaro.id}`;
        expect(row).toEqual({ dealership_id: other.id });
      });
    });
  });

  test("a dealer distributes inquiries in turns, and stops it", async ({ page, site }) => {
    const dealer = await createDealership(site);
    const seller = await createSalesperson(site, dealer.id, { fullName: "Vera Ventas" });
    await openAs(page, dealer, "/team");
    const turns = page.getByRole("switch", { name: "Repartir por turnos" });
    await expect(turns).toBeEnabled();
    await expect(turns).not.toBeChecked();
    await turns.press("Space");
    await expect(notice(page, "Reparto por turnos activado")).toBeVisible();
    expect((await postLead(site, makeInquiry(dealer, { name: "Carla" }))).status).toBe(200);
    await page.goto("/leads");
    await page.getByRole("link", { name: "Carla" }).first().click();
    const chosen = page.getByRole("button", { name: /^Vendedor:/ });
    await expect(chosen).toHaveText(seller.fullName);

    await page.goto("/team");
    await expect(turns).toBeChecked();
    await turns.click();
    await expect(notice(page, "Reparto por turnos desactivado")).toBeVisible();
    await expect(turns).not.toBeChecked();
    expect(await site.sql`select from public.lead_turns where id = ${dealer.id}`).toEqual([]);
  });

  test("a dealer with a screen reader can use the team's pages without sideways scroll", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const dealer = await createDealership(site);
    const { id } = await createSalesperson(site, dealer.id, {
      fullName: "Maximiliano Fernández-Villavicencio de los Monteros Larguísimos",
      email: `${"correo-muy-largo-".repeat(3)}${anAddress()}`,
      config: { profile: { phone: "305 555 0100", whatsapp: "+1 305 555 0199" } },
    });
    await createSalesperson(site, dealer.id, { fullName: "Álvaro Arias", active: false });
    for (const path of ["/team", `/team/edit/${id}`]) {
      await (path === "/team" ? openAs(page, dealer, path) : page.goto(path));
      await expect(page.getByRole("link", { name: /^WhatsApp/ }).or(box(page))).toBeVisible();
      await expectAccessibleByDayAndNight(page);
      await expectNoSidewaysScroll(page, path);
    }
  });
});
