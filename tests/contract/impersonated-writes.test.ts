import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallJpeg } from "#tests/support/images.ts";
import { findLeads, typeInquiry } from "#tests/support/leads.ts";
import { createSalesperson, type Person, tokenOf } from "#tests/support/people.ts";
import { findRequest, invoke, submitRequest, typeRequest } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let acting: SupabaseClient;

beforeAll(async () => {
  acting = await actFor(admin, dealer);
});
afterAll(() => server.stop());

/** A client that sends what the browser does while this person administers another account. */
async function actFor(person: Person, whom: Person): Promise<SupabaseClient> {
  const headers = {
    Authorization: `Bearer ${await tokenOf(person)}`,
    "x-impersonated-user": whom.id,
  };
  return createClient(server.url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  });
}

/** The lines about a row: by whom, for whom, what. */
async function linesOf(rowId: string | undefined) {
  const rows = await server.sql`
    select actor_id, impersonated_id, action, table_name from public.audit_log where row_id = ${rowId ?? ""} order by id`;
  return rows.map((row) => ({ ...row }));
}

const line = (action: string, table_name: string) => ({
  actor_id: admin.id,
  impersonated_id: dealer.id,
  action,
  table_name,
});

describe("a file that an administrator writes in a dealership's name", () => {
  test.each(["vehicle_images", "dealership_logos"])(
    "is logged when it is stored in %s, replaced and removed, and not when it is refused",
    async (bucket) => {
      const files = acting.storage.from(bucket);
      const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
      const photo = await smallJpeg();
      const options = { contentType: "image/jpeg" };
      const stored = await files.upload(path, photo, options);
      expect(stored.error).toBeNull();
      const id = stored.data?.id;
      expect(await linesOf(id)).toEqual([line("insert", "objects")]);

      expect((await files.upload(path, photo, options)).error).not.toBeNull();
      expect(await linesOf(id)).toEqual([line("insert", "objects")]);

      expect((await files.upload(path, photo, { ...options, upsert: true })).error).toBeNull();
      expect((await files.remove([path])).data).toHaveLength(1);
      const all = ["insert", "update", "delete"].map((action) => line(action, "objects"));
      expect(await linesOf(id)).toEqual(all);
    },
  );

  test("is stored for nobody when the name of the dealership is no identifier", async () => {
    const lost = await actFor(admin, { ...dealer, id: "nobody" });
    const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
    const { error } = await lost.storage.from("vehicle_images").upload(path, await smallJpeg());
    expect(error).not.toBeNull();
    expect(await server.sql`select 1 from storage.objects where name = ${path}`).toHaveLength(0);
  });

  test("leaves no line when a dealer forges the header over their own", async () => {
    const forging = await actFor(rival, dealer);
    const path = `${rival.id}/1700000000000-${randomUUID()}.jpg`;
    const { data } = await forging.storage.from("vehicle_images").upload(path, await smallJpeg());
    expect(await linesOf(data?.id)).toEqual([]);
  });
});

describe("a server function that an administrator calls in a dealership's name", () => {
  const typed = () => ({ password: "clave-nueva", fullName: "Vera", email: anyEmail() });
  const anyEmail = () => `vera-${randomUUID()}@example.com`;
  const accountOf = async (email: string) => {
    const [row] = await server.sql<{ id: string }[]>`
      select id from auth.users where email = ${email}`;
    return row?.id;
  };
  const actionsOn = async (id: string | undefined, table: string) =>
    (await linesOf(id)).filter((each) => "table_name" in each && each.table_name === table);

  test("is logged when it opens an account", async () => {
    const body = typed();
    expect(await invoke(acting, "create-user-by-admin", { ...body, role: "vendedor" })).toEqual({
      status: 200,
      body: { success: true, userId: expect.any(String) },
    });
    const lines = await actionsOn(await accountOf(body.email), "profiles");
    expect(lines[0]).toEqual(line("insert", "profiles"));
  });

  test("is logged when it sends an inquiry, without what the form says of the customer", async () => {
    const inquiry = typeInquiry(rival);
    const sent = await invoke(acting, "send-lead-notification", inquiry);
    expect(sent).toEqual({ status: 200, body: { success: true } });
    const [lead] = await findLeads(server, rival);
    expect(await linesOf(lead?.id)).toEqual([line("insert", "leads")]);
    const [written] = await server.sql`
      select difference from public.audit_log where row_id = ${lead?.id}`;
    expect(written?.difference).toEqual({
      recipient_id: { old: null, new: rival.id },
      vehicle_id: { old: null, new: null },
    });

    await invoke(acting, "send-lead-notification", inquiry);
    expect(await linesOf(lead?.id)).toHaveLength(1);
    const forged = await invoke(await actFor(rival, dealer), "send-lead-notification", {
      ...typeInquiry(rival),
      message: "¿Y a plazos?",
    });
    expect(forged.status).toBe(200);
    const [, second] = await findLeads(server, rival);
    expect(await linesOf(second?.id)).toEqual([]);
    const lost = await actFor(admin, { ...dealer, id: "nobody" });
    expect((await invoke(lost, "send-lead-notification", typeInquiry(rival))).status).toBe(400);
    expect(await findLeads(server, rival)).toHaveLength(2);
  });

  test("is logged when it opens a salesperson's account", async () => {
    const body = typed();
    expect((await invoke(acting, "create-salesperson", body)).status).toBe(200);
    const lines = await actionsOn(await accountOf(body.email), "profiles");
    expect(lines[0]).toEqual(line("insert", "profiles"));
  });

  test("is logged when it changes an e-mail and a password", async () => {
    const seller = await createSalesperson(server, dealer.id);
    const email = await invoke(acting, "update-user-email-by-admin", {
      userId: seller.id,
      newEmail: anyEmail(),
    });
    expect(email.body).toEqual({ success: true });
    expect(await actionsOn(seller.id, "profiles")).toEqual([line("update", "profiles")]);
    const password = await invoke(acting, "update-user-password-by-admin", {
      userId: seller.id,
      newPassword: "clave-nueva",
    });
    expect(password.body).toEqual({ success: true });
    expect(await actionsOn(seller.id, "users")).toEqual([line("update", "users")]);
  });

  test("is logged when it decides a request", async () => {
    const wish = typeRequest();
    await submitRequest(server, wish);
    const { id } = await findRequest(server, wish.email);
    const answer = await invoke(acting, "manage-access-request", {
      requestId: id,
      status: "approved",
    });
    expect(answer.status).toBe(200);
    expect(await linesOf(id)).toEqual([line("update", "access_requests")]);
  });

  test("is logged when it deletes an account", async () => {
    const seller = await createSalesperson(server, dealer.id);
    const { error } = await acting.rpc("delete_user_by_admin", { target_user_id: seller.id });
    expect(error).toBeNull();
    expect((await actionsOn(seller.id, "profiles")).at(-1)).toEqual(line("delete", "profiles"));
  });
});
