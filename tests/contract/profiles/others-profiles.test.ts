import { afterAll, describe, expect, test } from "vitest";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { type Call, expectNothingChanged, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
const seller = await createSalesperson(server, dealer.id);
afterAll(() => server.stop());

const send = (person: Person, path: string, call?: Call) => sendAs(server, person, path, call);

const slugOf = async ({ id }: Person) => {
  const [row] = await server.sql`select public_slug from public.profiles where id = ${id}`;
  return row?.public_slug;
};

describe("threat 4: an upsert over another dealership's profile", () => {
  test("a rival dealership cannot upsert by its slug", async () => {
    const result = await rival.client
      .from("profiles")
      .upsert(
        { id: rival.id, public_slug: await slugOf(dealer), full_name: "Robado" },
        { onConflict: "public_slug" },
      );
    expect(result).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(await server.sql`select full_name from public.profiles where id = ${dealer.id}`).toEqual(
      [{ full_name: dealer.fullName }],
    );
  });

  test.each(["custom_domain", "email", "dealership_id", "id,public_slug"])(
    "a rival dealership cannot reach another row by on_conflict=%s",
    async (target) => {
      const before = await server.sql`select * from public.profiles order by id`;
      const row = {
        id: rival.id,
        public_slug: await slugOf(dealer),
        custom_domain: "rival.example.org",
      };
      const headers = { prefer: "resolution=merge-duplicates" };
      const path = `/rest/v1/profiles?on_conflict=${target}`;
      const { status } = await send(rival, path, { body: row, headers });
      expect([400, 409]).toContain(status);
      expect(await server.sql`select * from public.profiles order by id`).toEqual(before);
    },
  );
});

describe("threat 28: a public page with editing turned off", () => {
  test("a dealer cannot change the page, but can save the other columns", async () => {
    const page_style = { accent_color: "#123456" };
    const config = { features: { canEditPublicPage: false, canAddVehicles: false }, page_style };
    await admin.client.from("profiles").update({ config }).eq("id", dealer.id);
    await expectNothingChanged(server, async () => {
      const other = { page_style: { accent_color: "#654321" } };
      const open = { features: { canEditPublicPage: true, canAddVehicles: true } };
      for (const change of [
        { config: other },
        { config: { ...other, ...open } },
        { config: {} },
        { public_slug: "otra-tienda" },
        { custom_domain: "otra.com" },
      ]) {
        const upsert = { id: dealer.id, full_name: dealer.fullName, ...change };
        const merge = { prefer: "resolution=merge-duplicates" };
        const path = `/rest/v1/profiles?id=eq.${dealer.id}`;
        const refused = [
          await send(dealer, path, { method: "PATCH", body: change }),
          await send(dealer, "/rest/v1/profiles", { body: upsert, headers: merge }),
        ];
        expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      }
      await send(dealer, `/rest/v1/profiles?id=eq.${dealer.id}`, {
        method: "PATCH",
        body: { config: { ...open, page_style } },
      });
      const row = { user_id: dealer.id, brand: "Kia", model: "Negado", year: 2020 };
      for (const person of [dealer, seller]) {
        expect((await send(person, "/rest/v1/vehicles", { body: row })).status).toBe(403);
      }
    });
    const saved = { config: { page_style, profile: { slogan: "Hola" } } };
    expect(
      (await dealer.client.from("profiles").update(saved).eq("id", dealer.id)).error,
    ).toBeNull();
    const [row] = await server.sql`select config from public.profiles where id = ${dealer.id}`;
    expect(row?.config).toEqual({ ...config, profile: { slogan: "Hola" } });
  });
});
