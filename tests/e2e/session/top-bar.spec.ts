import { createAdmin, createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, expectNoSidewaysScroll, openAs, test } from "../fixtures.ts";

const ownPage = /Mi Página Pública|Mi Tarjeta Digital/;

test.describe("the top bar", () => {
  test("a dealer with a long name sees it and the role, and opens the public page", {
    tag: "@every-width",
  }, async ({ page, site, context }) => {
    const slug = `barra-${Math.random().toString(36).slice(2, 10)}`;
    const fullName = "Concesionario Automotriz de los Hermanos Ibarra y Villaseñor de la Sierra";
    const dealer = await createDealership(site, { fullName, slug });
    await openAs(page, dealer, "/add-vehicle");
    const bar = page.getByRole("banner").first();
    await expect(bar.getByTitle(fullName)).toBeInViewport({ ratio: 1 });
    await expect(bar.getByText("Concesionario", { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(bar.getByRole("link", { name: "Panel de administración" })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await bar.getByRole("link", { name: /Vitrina/ }).click();
    await expect(page).toHaveURL("/dashboard");
    const opening = context.waitForEvent("page");
    await bar.getByRole("link", { name: "Mi Página Pública" }).click();
    const opened = await opening;
    await expect(opened).toHaveURL(`/i/${slug}`);
    await expect(opened.getByRole("heading", { level: 1 })).toContainText(fullName);
    await opened.close();
    await expectNoSidewaysScroll(page);

    await site.sql`
      update public.profiles set full_name = null, public_slug = null where id = ${dealer.id}`;
    await page.reload();
    await expect(bar.getByText(`Hola, ${dealer.email}`)).toBeVisible();
    await expect(bar.getByRole("link", { name: ownPage })).toHaveCount(0);
  });

  test("a salesperson sees the role and opens the digital card", async ({
    page,
    site,
    context,
  }) => {
    const slug = `barra-${Math.random().toString(36).slice(2, 10)}`;
    const { id } = await createDealership(site);
    await openAs(page, await createSalesperson(site, id, { slug }), "/dashboard");
    const bar = page.getByRole("banner").first();
    await expect(bar.getByText("Vendedor", { exact: true })).toBeVisible();
    const opening = context.waitForEvent("page");
    await bar.getByRole("link", { name: "Mi Tarjeta Digital" }).click();
    await expect(await opening).toHaveURL(`/s/${slug}`);
  });

  test("an admin opens the panel and has no public page, even when impersonating", async ({
    page,
    site,
  }) => {
    const mark = Math.random().toString(36).slice(2, 10);
    const dealer = await createDealership(site, { fullName: `Autos ${mark}` });
    await openAs(page, await createAdmin(site, { slug: `jefa-${mark}` }), "/dashboard");
    const bar = page.getByRole("banner").first();
    await bar.getByRole("link", { name: "Panel de administración" }).click();
    await expect(page).toHaveURL("/admin/dashboard");
    await expect(bar.getByRole("link", { name: "Configuración" })).toBeVisible();
    await expect(bar.getByRole("link", { name: ownPage })).toHaveCount(0);
    await page.evaluate(
      (profile) => sessionStorage.setItem("impersonatedUser", profile),
      JSON.stringify({
        id: dealer.id,
        role: "concesionario",
        full_name: dealer.fullName,
        public_slug: `autos-${mark}`,
        is_active: true,
      }),
    );
    await page.goto("/dashboard");
    await expect(page.getByText(`Estás administrando como: Autos ${mark}`)).toBeVisible();
    await expect(bar.getByRole("link", { name: ownPage })).toHaveCount(0);
  });
});
