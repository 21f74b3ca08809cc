import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { type Call, expectNothingChanged, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let seller: Person;
let foreign: string;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, price, published)
    values (${rival.id}, 'Kia', 'Ajeno', 2020, '9', true) returning id`;
  foreign = row?.id ?? "";
});
afterAll(() => server.stop());

const send = (person: Person, path: string, call?: Call) => sendAs(server, person, path, call);

describe("threat 27: a forged impersonation", () => {
  const actFor = (id: string) => ({ "x-impersonated-user": id });

  test("a dealer who claims to act for another dealer or an administrator sees no more", async () => {
    const paths = [
      "/rest/v1/profiles?select=*&order=id",
      "/rest/v1/vehicles?select=*,profiles(*)&order=id",
      "/rest/v1/leads?select=*&order=id",
      "/rest/v1/audit_log?select=*",
      "/rest/v1/access_requests?select=*",
    ];
    for (const path of paths) {
      const honest = await send(dealer, path);
      for (const target of [rival.id, admin.id, "admin", "' or true --"]) {
        const headers = actFor(target);
        const { status, text } = await send(dealer, path, { headers });
        expect([status, text]).toEqual([honest.status, honest.text]);
      }
    }
    await expectNothingChanged(server, async () => {
      for (const target of [rival.id, admin.id]) {
        const headers = actFor(target);
        const patch = { method: "PATCH", body: { price: "1" }, headers };
        await send(dealer, `/rest/v1/vehicles?id=eq.${foreign}`, patch);
        const row = { user_id: rival.id, brand: "Kia", model: "Forjado", year: 2020 };
        expect((await send(dealer, "/rest/v1/vehicles", { body: row, headers })).status).toBe(403);
        const typed = { email: "f@example.com", password: "clave-1", fullName: "F" };
        const opened = await send(seller, "/functions/v1/create-salesperson", {
          body: typed,
          headers,
        });
        expect(opened.status).toBe(403);
      }
    });
  });

  test("an administrator who impersonates a dealership cannot remove the log entry", async () => {
    const headers = actFor(rival.id);
    const path = `/rest/v1/vehicles?id=eq.${foreign}`;
    expect(
      (await send(admin, path, { method: "PATCH", body: { price: "77" }, headers })).status,
    ).toBe(204);
    const lines =
      await server.sql`select actor_id, impersonated_id, action, row_id, difference from public.audit_log`;
    expect([...lines]).toEqual([
      {
        actor_id: admin.id,
        impersonated_id: rival.id,
        action: "update",
        row_id: foreign,
        difference: { price: { old: "9", new: "77" } },
      },
    ]);
    await expectNothingChanged(server, async () => {
      for (const client of [admin.client, server.service()]) {
        const removed = await client.from("audit_log").delete().not("id", "is", null);
        const changed = await client
          .from("audit_log")
          .update({ actor_id: dealer.id })
          .not("id", "is", null);
        expect([removed.status, changed.status]).toEqual([403, 403]);
      }
    });
  });
});
