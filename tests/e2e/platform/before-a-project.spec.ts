import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createDealership } from "#tests/support/people.ts";
import { type ProjectSite, startProjectSite } from "#tests/support/project-site.ts";
import { expect, notice, test as ofSite } from "../fixtures.ts";
import { fillIn, openInquiry } from "../lead/lead-forms.ts";
import { makeVehicle } from "../make-vehicle.ts";
import { doMainJob } from "./main-job.ts";

const test = ofSite.extend<object, { site: ProjectSite & { untouchedUrl: string } }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from it
    async ({}, use) => {
      const site = await startProjectSite();
      await use({ ...site, untouchedUrl: "" });
      await site.close();
    },
    { scope: "worker" },
  ],
});

test.describe.configure({ mode: "serial" });
// main-job.spec.ts does the main job on a phone.
test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

test.describe("a process with SUPABASE_URL, in front of another process as the project", () => {
  test("a dealer requests access and shares a vehicle; a customer asks about it", async ({
    page,
    site,
    browser,
    request,
  }) => {
    const readLink = async (recipient: string): Promise<string> => {
      await expect.poll(() => site.findMailLink(recipient)).toContain(`${site.url}/confirm#`);
      return site.findMailLink(recipient) ?? "";
    };
    const { applicant, id } = await doMainJob({ page, site, browser, request, readLink });

    const context = await browser.newContext({ baseURL: site.url });
    const customer = await context.newPage();
    await customer.goto(`/public/vehicle/${id}`);
    const dialog = await openInquiry(customer);
    const email = "carla@example.com";
    await fillIn(dialog, { Nombre: "Carla Cliente", "Correo electrónico": email });
    await dialog.getByRole("button", { name: "Enviar solicitud" }).click();
    await expect(notice(customer, "¡Solicitud enviada!")).toBeVisible();
    await context.close();
    expect(
      await site.sql`select l.vehicle_id, p.full_name from public.leads l
        join public.profiles p on p.id = l.recipient_id where l.email = ${email}`,
    ).toEqual([{ vehicle_id: id, full_name: applicant.name }]);
  });

  test("a stranger cannot see an unpublished vehicle", async ({ page, site }) => {
    const { id } = await makeVehicle(await createDealership(site));
    const other = await createDealership(site);
    for (const client of [createTestClient(site.url, site.anonKey), other.client]) {
      const { data, error } = await client.from("vehicles").select("id").eq("id", id);
      expect({ data, error }).toEqual({ data: [], error: null });
    }
    expect((await page.request.get(`/public/vehicle/${id}`)).status()).toBe(404);
    const forged = `${site.anonKey.slice(0, -3)}AAA`;
    const asked = await createTestClient(site.url, forged).from("vehicles").select("id");
    expect(asked.status).toBe(401);
  });

  test("the client address is forwarded only from a trusted proxy", async ({ page, site }) => {
    const { id } = await makeVehicle(await createDealership(site), { published: true });
    const asked = [
      ["203.0.113.7", "198.51.100.1"],
      ["203.0.113.8", "198.51.100.2"],
      ["203.0.113.8", "198.51.100.3"],
    ];
    for (const [forwarded = "", claimed = ""] of asked) {
      const { ok } = await fetch(`${site.url}/rest/v1/rpc/record_vehicle_view`, {
        method: "POST",
        headers: {
          apikey: site.anonKey,
          "content-type": "application/json",
          "x-forwarded-for": forwarded,
          "x-client-ip": claimed,
          "cf-connecting-ip": claimed,
        },
        body: JSON.stringify({ p_vehicle_id: id }),
      });
      expect(ok).toBe(true);
    }
    expect(await site.sql`select views from public.vehicles where id = ${id}`).toEqual([
      { views: 2 },
    ]);
    expect((await page.request.get("/readyz")).status()).toBe(200);
  });

  test("an operator cannot start it with a forged secret key", async ({ site }) => {
    const [head, body] = site.serviceRoleKey.split(".");
    const forged = `${head}.${body}.forged`;
    const keys = { SUPABASE_ANON_KEY: site.anonKey, SUPABASE_SERVICE_ROLE_KEY: forged };
    expect(await site.startExpectingFailure(keys)).toContain("refuses the secret key");
  });

  test("it sends mails itself, and answers 503 while the project is down", async ({
    page,
    site,
  }) => {
    await site.stopProject();
    const [mail] = await site.sql`
      select private.queue_mail('access-rejected', 'luis@example.com', '{"name": "Luis"}') as id`;
    await expect
      .poll(async () => {
        const [row] = await site.sql`
          select state from private.outgoing_mail where id = ${mail?.id}`;
        return row?.state;
      })
      .toBe("sent");
    const { status } = await createTestClient(site.url, site.anonKey).from("profiles").select("id");
    expect(status).toBe(503);
    expect((await page.request.get("/readyz")).status()).toBe(503);
    const health = await page.request.get("/healthz");
    expect(await health.json()).toEqual({ status: "ok", version: expect.any(String) });
  });
});
