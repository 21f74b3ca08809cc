import { randomInt, randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import { findLeads, makeInquiry } from "#tests/support/leads.ts";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { findRequest, invoke, submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let acting: SupabaseClient;

beforeAll(async () => {
  acting = await actFor(admin, dealer);
});
afterAll(() => server.stop());

/** A client with the headers that the browser sends while this person impersonates another. */
async function actFor(person: Person, target: Person): Promise<SupabaseClient> {
  const headers = {
    Authorization: `Bearer ${await tokenOf(person)}`,
    "x-impersonated-user": target.id,
  };
  return createClient(server.url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  });
}

/** The log entries of a row: who acted, for which account, and the action. */
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

describe("a file that an administrator writes while impersonating a dealership", () => {
  test.each(["vehicle_images", "dealership_logos"])(
    "is logged when stored in %s, replaced or removed, and not when refused",
    async (bucket) => {
      const files = acting.storage.from(bucket);
      const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
      const photo = await smallJpeg();
      const options = { contentType: "image/jpeg" };
      const stored = await files.upload(path, photo, options);
      expect(stored.error).toBeNull();
      const id = stored.data?.id;
      expect(await linesOf(id)).toEqual([line("insert", "objects")]);

      expect((await files.upload(path, photo, options)).error).toMatchObject({ statusCode: "409" });
      expect(await linesOf(id)).toEqual([line("insert", "objects")]);

      expect((await files.upload(path, photo, { ...options, upsert: true })).error).toBeNull();
      expect((await files.remove([path])).data).toHaveLength(1);
      const all = ["insert", "update", "delete"].map((action) => line(action, "objects"));
      expect(await linesOf(id)).toEqual(all);
    },
  );

  test("is logged when uploaded to a signed URL without the header", async () => {
    const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
    const signed = await acting.storage.from("vehicle_images").createSignedUploadUrl(path);
    const photo = await smallJpeg();
    const stored = await server
      .anonymous()
      .storage.from("vehicle_images")
      .uploadToSignedUrl(path, signed.data?.token ?? "", photo, { contentType: "image/jpeg" });
    expect(stored.error).toBeNull();
    const [row] = await server.sql<{ id: string }[]>`
      select id from storage.objects where name = ${path}`;
    expect(await linesOf(row?.id)).toEqual([line("insert", "objects")]);
  });

  test("is logged without a dealership when the holder of a signed URL forges the header", async () => {
    const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
    const own = admin.client.storage.from("vehicle_images");
    const signed = await own.createSignedUploadUrl(path);
    const forging = createClient(server.url, server.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers: { "x-impersonated-user": dealer.id } },
    });
    const stored = await forging.storage
      .from("vehicle_images")
      .uploadToSignedUrl(path, signed.data?.token ?? "", await smallJpeg(), {
        contentType: "image/jpeg",
      });
    expect(stored.error).toBeNull();
    const [row] = await server.sql<{ id: string }[]>`
      select id from storage.objects where name = ${path}`;
    expect(await linesOf(row?.id)).toEqual([
      { ...line("insert", "objects"), impersonated_id: null },
    ]);
  });

  test("is refused when the dealership's id is not a valid identifier", async () => {
    const lost = await actFor(admin, { ...dealer, id: "not-a-uuid" });
    const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
    const { error } = await lost.storage.from("vehicle_images").upload(path, await smallJpeg());
    expect(error).toMatchObject({ statusCode: "400" });
    expect(await server.sql`select 1 from storage.objects where name = ${path}`).toHaveLength(0);
  });

  test("is not logged when a dealer forges the header for an own file", async () => {
    const forging = await actFor(rival, dealer);
    const path = `${rival.id}/1700000000000-${randomUUID()}.jpg`;
    const { data } = await forging.storage.from("vehicle_images").upload(path, await smallJpeg());
    expect(await linesOf(data?.id)).toEqual([]);
  });
});

describe("a server function that an administrator calls while impersonating", () => {
  const typed = () => ({ password: "clave-nueva", fullName: "Vera", email: randomEmail() });
  const randomEmail = () => `vera-${randomUUID()}@example.com`;
  const accountOf = async (email: string) => {
    const [row] = await server.sql<{ id: string }[]>`
      select id from auth.users where email = ${email}`;
    return row?.id;
  };
  const actionsOn = async (id: string | undefined, table: string) =>
    (await linesOf(id)).filter((each) => "table_name" in each && each.table_name === table);

  test("is logged when it creates an account", async () => {
    const body = typed();
    expect(await invoke(acting, "create-user-by-admin", { ...body, role: "vendedor" })).toEqual({
      status: 200,
      body: { success: true, userId: expect.any(String) },
    });
    const lines = await actionsOn(await accountOf(body.email), "profiles");
    expect(lines[0]).toEqual(line("insert", "profiles"));
  });

  test("is logged when it sends an inquiry, without the customer's details", async () => {
    const inquiry = makeInquiry(rival);
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
      ...makeInquiry(rival),
      message: "¿Y a plazos?",
    });
    expect(forged.status).toBe(200);
    const [, second] = await findLeads(server, rival);
    expect(await linesOf(second?.id)).toEqual([]);
    const lost = await actFor(admin, { ...dealer, id: "not-a-uuid" });
    expect((await invoke(lost, "send-lead-notification", makeInquiry(rival))).status).toBe(400);
    expect(await findLeads(server, rival)).toHaveLength(2);
  });

  test("is logged once when it sends a referral, and never for a forged header", async () => {
    const typed = () => ({
      recipientId: rival.id,
      referrerPhone: "(305) 555-0123",
      referrerName: "Ana Pérez",
      referredName: "Jorge Luna",
      referredPhone: unusedTypedPhone(),
      company: "",
      submissionId: randomUUID(),
    });
    const referral = typed();
    const last = async () => (await findLeads(server, rival)).at(-1)?.id;
    for (let turn = 0; turn < 2; turn += 1) {
      const sent = await invoke(acting, "send-referral-notification", referral);
      expect(sent).toEqual({ status: 200, body: { success: true } });
    }
    expect(await linesOf(await last())).toEqual([line("insert", "leads")]);

    const forging = await actFor(rival, dealer);
    expect((await invoke(forging, "send-referral-notification", typed())).status).toBe(200);
    expect(await linesOf(await last())).toEqual([]);
  });

  test("is logged each time it requests access, without the applicant's details", async () => {
    const wish = makeAccessRequest({ account_type: "concesionario" });
    const ask = (client: SupabaseClient, changes = {}) =>
      invoke(client, "request-access", { ...wish, ...changes });
    expect(await ask(acting)).toEqual({ status: 200, body: { success: true } });
    const { id, user_id } = await findRequest(server, wish.email);
    expect(await linesOf(id)).toEqual([line("insert", "access_requests")]);
    const [written] = await server.sql`
      select difference from public.audit_log where row_id = ${id}`;
    expect(written?.difference).toEqual({ account_type: { old: null, new: "concesionario" } });

    await ask(acting, { account_type: "vendedor" });
    expect(await linesOf(id)).toHaveLength(1);
    await server.sql`update auth.users set confirmation_sent_at = now() - interval '1 hour'
      where id = ${user_id}`;
    await ask(acting, { account_type: "vendedor" });
    const present = await findRequest(server, wish.email);
    expect(await linesOf(present.id)).toEqual([line("update", "access_requests")]);
    expect(await linesOf(id)).toEqual([line("insert", "access_requests")]);

    const other = makeAccessRequest();
    await invoke(await actFor(rival, dealer), "request-access", other);
    expect(await linesOf((await findRequest(server, other.email)).id)).toEqual([]);
    const lost = await actFor(admin, { ...dealer, id: "not-a-uuid" });
    const unwritten = makeAccessRequest();
    await invoke(lost, "request-access", unwritten);
    await expect(findRequest(server, unwritten.email)).rejects.toThrow("No request");
  });

  test("is logged when it creates a salesperson's account", async () => {
    const body = typed();
    expect((await invoke(acting, "create-salesperson", body)).status).toBe(200);
    const lines = await actionsOn(await accountOf(body.email), "profiles");
    expect(lines[0]).toEqual(line("insert", "profiles"));
  });

  test("is logged when it changes an e-mail and a password", async () => {
    const seller = await createSalesperson(server, dealer.id);
    const email = await invoke(acting, "update-user-email-by-admin", {
      userId: seller.id,
      newEmail: randomEmail(),
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
    const wish = makeAccessRequest();
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

describe("an action of an administrator under their own name", () => {
  const own = (action: string, table: string) => ({
    ...line(action, table),
    impersonated_id: null,
  });

  test("is logged at each server function, without an impersonated account", async () => {
    const typed = {
      password: "clave-nueva",
      fullName: "Vera",
      email: `vera-${randomUUID()}@example.com`,
      role: "vendedor",
    };
    const { client } = admin;
    expect((await invoke(client, "create-user-by-admin", typed)).status).toBe(200);
    const [made] = await server.sql`select id from auth.users where email = ${typed.email}`;
    const userId = String(made?.id);
    const opened = [own("insert", "profiles"), own("update", "profiles")];
    expect(await linesOf(userId)).toEqual(opened);

    const newEmail = `otra-${randomUUID()}@example.com`;
    await invoke(client, "update-user-email-by-admin", { userId, newEmail });
    await invoke(client, "update-user-password-by-admin", { userId, newPassword: "otra-clave" });
    const changed = [...opened, own("update", "profiles"), own("update", "users")];
    expect(await linesOf(userId)).toEqual(changed);
    const { error } = await client.rpc("delete_user_by_admin", { target_user_id: userId });
    expect(error).toBeNull();
    expect(await linesOf(userId)).toEqual([...changed, own("delete", "profiles")]);
    const kept = await server.sql`
      select difference::text as details from public.audit_log where row_id = ${userId}`;
    expect(kept).toHaveLength(changed.length + 1);
    for (const { details } of kept) expect(details).not.toMatch(/Vera|example\.com|clave/);
  });

  test("is logged when it sends an inquiry or decides a request", async () => {
    const inquiry = { ...makeInquiry(rival), message: "¿Sigue disponible?" };
    await invoke(admin.client, "send-lead-notification", inquiry);
    const lead = (await findLeads(server, rival)).at(-1);
    expect(await linesOf(lead?.id)).toEqual([own("insert", "leads")]);
    const wish = makeAccessRequest();
    await submitRequest(server, wish);
    const { id } = await findRequest(server, wish.email);
    await invoke(admin.client, "manage-access-request", { requestId: id, status: "rejected" });
    expect(await linesOf(id)).toEqual([own("update", "access_requests")]);
  });
});

describe("another action of an administrator while impersonating", () => {
  test("is logged when it retries a failed mail", async () => {
    const [mail] = await server.sql<{ id: string }[]>`
      insert into private.outgoing_mail (template, recipient, state, due_at)
      values ('access-rejected', 'a@example.com', 'dead', now()) returning id`;
    expect((await acting.rpc("retry_dead_mail", { p_id: mail?.id })).error).toBeNull();
    expect(await linesOf(mail?.id)).toEqual([line("update", "outgoing_mail")]);
  });

  test("is logged when it verifies a domain, even another dealership's", async () => {
    const domain = `www.autos-${randomInt(1e9)}.com`;
    await server.sql`update public.profiles set custom_domain = ${domain} where id = ${rival.id}`;
    const service = server.service();
    const prove = (actingFor: string) =>
      service
        .rpc("confirm_custom_domain", {
          p_profile_id: rival.id,
          p_domain: domain,
          p_actor_id: admin.id,
        })
        .setHeader("x-impersonated-user", actingFor);
    expect((await prove(dealer.id)).data).toBe(true);
    expect(await linesOf(rival.id)).toEqual([line("update", "profiles")]);
  });

  test("is logged when it updates a lead", async () => {
    await invoke(server.anonymous(), "send-lead-notification", makeInquiry(dealer));
    const [lead] = await findLeads(server, dealer);
    const { error } = await acting.from("leads").update({ notes: "Llamar" }).eq("id", lead?.id);
    expect(error).toBeNull();
    expect(await linesOf(lead?.id)).toEqual([line("update", "leads")]);
  });

  test("is logged when it moves or copies a file", async () => {
    const files = acting.storage.from("vehicle_images");
    const [from, to, copy] = ["a", "b", "c"].map(
      (name) => `${dealer.id}/${randomUUID()}-${name}.jpg`,
    );
    const stored = await files.upload(from ?? "", await smallJpeg(), { contentType: "image/jpeg" });
    expect((await files.move(from ?? "", to ?? "")).error).toBeNull();
    const moved = ["insert", "update"].map((action) => line(action, "objects"));
    expect(await linesOf(stored.data?.id)).toEqual(moved);
    expect((await files.copy(to ?? "", copy ?? "")).error).toBeNull();
    const [made] = await server.sql`select id from storage.objects where name = ${copy ?? ""}`;
    expect(await linesOf(made?.id)).toEqual([line("insert", "objects")]);
  });

  test("is not logged when it changes the administrator's own account by auth", async () => {
    const before = await server.sql`select count(*) from public.audit_log`;
    const answer = await fetch(`${server.url}/auth/v1/user`, {
      method: "PUT",
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${await tokenOf(admin)}`,
        "x-impersonated-user": dealer.id,
        "content-type": "application/json",
      },
      body: JSON.stringify({ data: { seen: true } }),
    });
    const changed: { id: string } = await answer.json();
    expect(changed.id).toBe(admin.id);
    expect(await server.sql`select count(*) from public.audit_log`).toEqual(before);
  });
});
