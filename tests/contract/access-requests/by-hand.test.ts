import { afterAll, describe, expect, test } from "vitest";
import { createSalesperson } from "#tests/support/people.ts";
import { findRequest, submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
const seller = await createSalesperson(server, dealer.id);
afterAll(() => server.stop());

describe("threat 39: access requests written through REST", () => {
  test("no signed-in person can write one, and only an administrator can read them", async () => {
    const typed = makeAccessRequest({ password: "una-clave-muy-rara-3907" });
    await submitRequest(server, typed);
    const { id } = await findRequest(server, typed.email);
    const all = () => server.sql`select * from public.access_requests order by id`;
    const before = [...(await all())];
    for (const { client } of [dealer, seller, admin]) {
      const row = { name: "x", phone: "1", email: "x@example.com", account_type: "vendedor" };
      const statuses = [
        (await client.from("access_requests").insert(row)).status,
        (await client.from("access_requests").update({ status: "approved" }).eq("id", id)).status,
        (await client.from("access_requests").delete().eq("id", id)).status,
      ];
      expect(statuses).toEqual([403, 403, 403]);
    }
    expect([...(await all())]).toEqual(before);
    for (const { client } of [dealer, seller]) {
      expect((await client.from("access_requests").select("id")).data).toEqual([]);
      const decision = { p_request_id: id, p_status: "approved" };
      expect((await client.rpc("decide_access_request", decision)).status).toBe(403);
    }
    expect([...(await all())]).toEqual(before);
    const { data } = await admin.client.from("access_requests").select("*");
    expect(data).toMatchObject([{ id, email: typed.email, status: "pending" }]);
    expect(JSON.stringify(data)).not.toMatch(/una-clave-muy-rara|\$2[aby]\$|password/);
  });
});
