import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectNoSidewaysScroll, openAs, test } from "../fixtures.ts";

test.describe("the top bar", () => {
  test("a dealer reads the own role, and the logo leads to the dashboard", async ({
    page,
    site,
  }) => {
    await openAs(page, await createDealership(site), "/add-vehicle");
    const bar = page.getByRole("banner").first();
    await expect(bar.getByText("Concesionario", { exact: true })).toBeVisible();
    await expect(bar.getByText(/^Hola, /)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expect(bar.getByRole("link", { name: "Panel de administración" })).toHaveCount(0);
    await bar.getByRole("link", { name: /Vitrina/ }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a dealer with a long name reads its beginning in the greeting, and all of it in its title", {
    tag: "@every-width",
  }, async ({ page, site }) => {
    const fullName = "Concesionario Automotriz de los Hermanos Ibarra y Villaseñor de la Sierra";
    await openAs(page, await createDealership(site, { fullName }), "/dashboard");
    const bar = page.getByRole("banner").first();
    await expect(bar.getByTitle(fullName)).toBeInViewport({ ratio: 1 });
    await expect(bar.getByText("Concesionario", { exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });

  test("a dealer without a name is greeted by e-mail", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await site.sql`update public.profiles set full_name = null where id = ${dealer.id}`;
    await openAs(page, dealer, "/dashboard");
    const { email } = dealer;
    await expect(page.getByRole("banner").first().getByText(`Hola, ${email}`)).toBeVisible();
  });

  test("a vendedor reads the own role", async ({ page, site }) => {
    const dealer = await createDealership(site);
    await openAs(page, await createSalesperson(site, dealer.id), "/dashboard");
    await expect(
      page.getByRole("banner").first().getByText("Vendedor", { exact: true }),
    ).toBeVisible();
  });

  for (const { role, label, prefix } of [
    { role: "dealer", label: "Mi Página Pública", prefix: "/i/" },
    { role: "vendedor", label: "Mi Tarjeta Digital", prefix: "/s/" },
  ]) {
    test(`a ${role} opens the own public page in a new tab`, { tag: "@every-width" }, async ({
      page,
      site,
      context,
    }) => {
      const slug = `barra-${role}-${Math.random().toString(36).slice(2, 10)}`;
      const dealer = await createDealership(site, role === "dealer" ? { slug } : {});
      const person =
        role === "dealer" ? dealer : await createSalesperson(site, dealer.id, { slug });
      await openAs(page, person, "/dashboard");
      const opening = context.waitForEvent("page");
      await page.getByRole("banner").first().getByRole("link", { name: label }).click();
      const opened = await opening;
      await expect(opened).toHaveURL(`${prefix}${slug}`);
      await expect(opened.getByRole("heading", { level: 1 })).toContainText(person.fullName);
      await expectNoSidewaysScroll(page);
    });
  }

  test("a dealer without an address, an admin, and an admin who acts for a dealer have no such button", async ({
    page,
    site,
    browser,
  }) => {
    const shown = /Mi Página Pública|Mi Tarjeta Digital/;
    await openAs(page, await createDealership(site, { slug: null }), "/dashboard");
    const bar = page.getByRole("banner").first();
    await expect(bar.getByRole("link", { name: "Configuración" })).toBeVisible();
    await expect(bar.getByRole("link", { name: shown })).toHaveCount(0);

    const mark = Math.random().toString(36).slice(2, 10);
    const dealer = await createDealership(site, { fullName: `Autos ${mark}` });
    const admin = await createAdmin(site, { slug: `jefa-${mark}` });
    const context = await browser.newContext({ baseURL: site.url });
    const adminPage = await context.newPage();
    await openAs(adminPage, admin, "/admin/users");
    const adminBar = adminPage.getByRole("banner").first();
    await expect(adminBar.getByRole("link", { name: "Configuración" })).toBeVisible();
    await expect(adminBar.getByRole("link", { name: shown })).toHaveCount(0);
    await adminPage.evaluate(
      (profile) => sessionStorage.setItem("impersonatedUser", profile),
      JSON.stringify({
        id: dealer.id,
        role: "concesionario",
        full_name: dealer.fullName,
        public_slug: `autos-${mark}`,
        is_active: true,
      }),
    );
    await adminPage.goto("/dashboard");
    await expect(adminPage.getByText(`Estás administrando como: Autos ${mark}`)).toBeVisible();
    await expect(adminBar.getByRole("link", { name: shown })).toHaveCount(0);
    await context.close();
  });

  test("an admin is led to the admin panel", async ({ page, site }) => {
    await openAs(page, await createAdmin(site), "/dashboard");
    const bar = page.getByRole("banner").first();
    await bar.getByRole("link", { name: "Panel de administración" }).click();
    await expect(page).toHaveURL("/admin/dashboard");
  });
});
