import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { type IsolatedSite, startIsolatedSite } from "#tests/support/isolated-site.ts";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { requestAccess } from "../account/request-access.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import { fillIn, openInquiry } from "../lead/lead-forms.ts";
import { makeVehicle } from "../make-vehicle.ts";

test.describe("while queries on one table fail", () => {
  // The tests share a site and break its tables, so they run one after the other.
  test.describe.configure({ mode: "default" });
  test.use({ provoked: /status of 400/ });

  let own: IsolatedSite;
  test.beforeAll(async () => {
    own = await startIsolatedSite();
  });
  test.afterAll(() => own.close());

  /** Makes every such statement on the table fail; returns a function that undoes it. */
  const breakTable = async (table: string, act: "select" | "update") => {
    await own.sql.unsafe(
      `create policy broken on public.${table} as restrictive for ${act} to authenticated using (1 / 0 = 1)`,
    );
    return () => own.sql.unsafe(`drop policy broken on public.${table}`);
  };

  test("a dealer is redirected from the form of a vehicle that fails to load", async ({ page }) => {
    const dealer = await createDealership(own);
    const { id } = await makeVehicle(dealer, { published: true });
    await openAs(page, dealer, `${own.url}/edit-vehicle/${id}`);
    await test.step("a vehicle that cannot be hidden stays published", async () => {
      await expect(page.getByRole("switch")).toBeChecked();
      const mendWrites = await breakTable("vehicles", "update");
      await page.getByRole("switch").click();
      await expect(notice(page, "No se pudo despublicar el vehículo.")).toBeVisible();
      await expect(page.getByRole("switch")).toBeChecked();
      await mendWrites();
    });
    const mend = await breakTable("vehicles", "select");
    await page.reload();
    await expect(notice(page, "No se pudo cargar el vehículo.")).toBeVisible();
    await expect(page).toHaveURL(`${own.url}/dashboard`);
    await expect(page.getByText("Ocurrió un error al cargar los datos.")).toBeVisible();
    await mend();
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test.describe("the table of profiles", () => {
    test.use({ provoked: /status of 400|^page error: Error: The profile cannot be loaded/ });

    test("a dealer with an unreadable role is referred to support, and retries", async ({
      page,
    }) => {
      const dealer = await createDealership(own);
      const mend = await breakTable("profiles", "select");
      await openAs(page, dealer, `${own.url}/dashboard`);
      await expect(page.getByText("Rol de usuario no reconocido.")).toBeVisible();
      await expect(page.getByText("Contacta con el soporte técnico.")).toBeVisible();
      await expectAccessible(page);
      await mend();
      await page.getByRole("button", { name: "Reintentar" }).click();
      await expect(page.getByText("No hay vehículos")).toBeVisible();
    });
  });

  test("an admin sees that the requests failed to load, and retries", async ({ page }) => {
    const admin = await createAdmin(own);
    const mend = await breakTable("access_requests", "select");
    await openAs(page, admin, `${own.url}/admin/access-requests`);
    await expect(notice(page, "No se pudieron cargar las solicitudes de acceso.")).toBeVisible();
    await expect(
      page.getByText("No se pudieron cargar las solicitudes.", { exact: true }),
    ).toBeVisible();
    await mend();
    await page.getByRole("button", { name: "Reintentar" }).click();
    await expect(page.getByText("No hay solicitudes pendientes")).toBeVisible();
  });

  test("a dealer sees why leads fail, and keeps notes until they can be saved", async ({
    page,
  }) => {
    const dealer = await createDealership(own);
    const { status } = await postLead(own, makeInquiry(dealer, { name: "Carla Cliente" }));
    expect(status).toBe(200);
    const mendReads = await breakTable("leads", "select");
    await openAs(page, dealer, `${own.url}/leads`);
    await expect(page.getByText("No se pudieron cargar los prospectos")).toBeVisible();
    await mendReads();
    await page.getByRole("button", { name: "Reintentar" }).click();
    await page.getByRole("link", { name: "Carla Cliente", exact: true }).click();
    const detail = page.getByRole("region", { name: "Carla Cliente", exact: true });
    const mend = await breakTable("leads", "update");
    await detail.getByText("Perdido", { exact: true }).click();
    await expect(notice(page, "No se pudo actualizar el estado.")).toBeVisible();
    await expect(detail.getByRole("radio", { name: "Nuevo" })).toBeChecked();
    const step = detail.getByRole("textbox", { name: "Próximo paso", exact: true });
    await step.fill("Llamar");
    await step.press("Enter");
    await expect(notice(page, "No se pudo guardar el próximo paso.")).toBeVisible();
    await expect(step).toHaveValue("Llamar");
    const notes = detail.getByRole("textbox", { name: "Notas" });
    await notes.fill("Llamar mañana");
    await expect(detail.getByRole("alert")).toContainText("No se pudieron guardar.");
    await expectAccessible(page);
    await mend();
    await detail.getByRole("button", { name: "Reintentar" }).click();
    await expect(detail.getByRole("status").filter({ hasText: "Guardado" })).toBeVisible();
    await expect(detail.getByRole("alert")).toHaveCount(0);
    await expect(notes).toHaveValue("Llamar mañana");
    expect(
      await own.sql`select state, notes from public.leads where recipient_id = ${dealer.id}`,
    ).toEqual([{ state: "Nuevo", notes: "Llamar mañana" }]);
  });

  test.describe("and a visitor's insert fails", () => {
    test.use({ provoked: /status of (400|500) .*\/(functions|auth)\// });

    /** Makes every insert fail; returns a function that undoes it. */
    const refuseRows = async (table: string) => {
      await own.sql.unsafe(
        `alter table public.${table} add constraint broken check (1 / (length(name) - length(name)) = 1) not valid`,
      );
      return () => own.sql.unsafe(`alter table public.${table} drop constraint broken`);
    };

    test("a visitor sees why a recovery, inquiry or request fails, and sends it again", async ({
      page,
    }) => {
      const dealer = await createDealership(own);
      const { id } = await makeVehicle(dealer, { published: true });
      await test.step("a recovery that a database rule rejects", async () => {
        await page.goto(`${own.url}/forgot-password`);
        const send = page.getByRole("button", { name: "Enviar enlace" });
        await send.click();
        await expect(page.getByText("Escribe el correo electrónico.")).toBeVisible();
        await page.getByLabel("Correo electrónico").fill(dealer.email);
        await own.sql.unsafe(`
          create function private.refuse_mail() returns trigger language plpgsql
            set search_path = ''
            as $$ begin raise exception 'Hoy no se envían correos.'; end $$;
          create trigger broken before insert on private.outgoing_mail
            for each row execute function private.refuse_mail()`);
        await send.click();
        await expect(notice(page, "No se pudo enviar el correo")).toContainText(
          "Hoy no se envían correos.",
        );
        await expect(page).toHaveURL(`${own.url}/forgot-password`);
        await own.sql`drop function private.refuse_mail() cascade`;
        await send.click();
        await expect(notice(page, "Correo enviado")).toBeVisible();
      });

      await test.step("an inquiry", async () => {
        await page.goto(`${own.url}/public/vehicle/${id}`);
        const dialog = await openInquiry(page);
        await fillIn(dialog, { Nombre: "Carla", "Correo electrónico": "carla@example.com" });
        const mend = await refuseRows("leads");
        const send = dialog.getByRole("button", { name: "Enviar solicitud" });
        await send.click();
        const alert = dialog.getByRole("alert");
        await expect(alert).toContainText("Error al enviar la solicitud");
        await expect(alert).toContainText("Ocurrió un error en el servidor.");
        await mend();
        await send.click();
        await expect(notice(page, "¡Solicitud enviada!")).toBeVisible();
      });

      await test.step("an access request", async () => {
        const mend = await refuseRows("access_requests");
        const email = "carla@example.com";
        const applicant = { name: "Carla", phone: "(305) 555-0123", email, password: "secreto" };
        await requestAccess(page, { ...applicant, accountType: "Vendedor" }, own.url);
        await expect(notice(page, "Error al enviar la solicitud")).toContainText(
          "El correo electrónico ya podría estar en uso. Por favor, inténtalo de nuevo.",
        );
        const dialog = page.getByRole("dialog", { name: "Solicitar acceso" });
        await expect(dialog.getByLabel("Correo electrónico")).toHaveValue(email);
        await mend();
      });
    });
  });
});

test.describe("public pages that fail", () => {
  test("a customer sees a vehicle with a warning when its seller is not public", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    await site.sql`update public.profiles set public_slug = null where id = ${dealer.id}`;
    await page.goto(`/public/vehicle/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Kona");
    const warning = page.getByRole("note");
    await expect(warning).toContainText("Advertencia");
    await expect(warning).toContainText("No se pudo cargar la información del vendedor.");
    await expectAccessible(page);
  });
});
