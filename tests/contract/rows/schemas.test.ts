import { afterAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { createAdmin, createSalesperson } from "#tests/support/people.ts";
import { type Call, readPersonalData, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, dealer } = await startStaffedServer();
afterAll(() => server.stop());

/** Sends a request with this token, or as a visitor. */
const send = (path: string, { token = server.anonKey, ...call }: Call & { token?: string } = {}) =>
  sendAs(server, token, `/rest/v1/${path}`, call);

describe("threat 11: another schema", () => {
  test.each([
    "auth",
    "AUTH",
    "public,auth",
    "public, auth",
    " auth",
    "private",
    "pg_catalog",
    "information_schema",
    "graphile_worker",
    "supabase_migrations",
    "storage",
    '"auth"',
    "Public",
  ])("a visitor who names %j in the header is refused for every method", async (schema) => {
    const before = await readPersonalData(server);
    for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE"]) {
      const name = ["GET", "HEAD"].includes(method) ? "accept-profile" : "content-profile";
      for (const path of ["users?id=not.is.null", "profiles?id=not.is.null", "rpc/uid"]) {
        if (method !== "POST" && path.startsWith("rpc")) continue;
        const body = ["GET", "HEAD"].includes(method) ? undefined : {};
        const answer = await send(path, { method, body, headers: { [name]: schema } });
        expect([method, path, answer.status]).toEqual([method, path, 406]);
      }
    }
    expect(await readPersonalData(server)).toEqual(before);
  });

  test.each([
    "auth.users",
    "auth%2Eusers",
    "%22auth%22.%22users%22",
    "private.settings",
    "pg_stat_activity",
    "pg_authid",
    "objects",
    "outgoing_mail",
    "past_slugs",
    "attempts",
    "recovery_codes",
    "users;select",
    "profiles%00",
  ])("a visitor cannot find the table %s", async (path) => {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const body = method === "GET" ? undefined : {};
      const { status } = await send(`${path}?id=not.is.null`, { method, body });
      expect([path, method, [400, 404].includes(status)]).toEqual([path, method, true]);
    }
  });

  test.each([
    "check_session",
    "take_attempt",
    "queue_mail",
    "private.queue_mail",
    "pg_sleep",
    "set_config",
    "current_setting",
    "lo_import",
    "dblink",
    "crypt",
  ])("a visitor and a dealer cannot find the function %s", async (name) => {
    for (const token of [server.anonKey, await tokenOf(dealer)]) {
      expect((await send(`rpc/${name}`, { method: "POST", body: {}, token })).status).toBe(404);
    }
  });
});

describe("threat 11: a visitor who embeds by a foreign key's name", () => {
  test.each([
    "profiles?select=id,users(*)",
    "profiles?select=id,auth.users(*)",
    "profiles?select=id,sessions(*)",
    "profiles?select=id,audit_log(*)",
    "profiles?select=id,buckets(*)",
    "vehicles?select=id,vehicle_views!vehicle_views_vehicle_id_fkey(visitor)",
    "vehicles?select=id,vehicle_views!inner()",
    "profiles?select=id,access_requests!access_requests_decided_by_fkey(*)",
    "profiles?select=id,access_requests!user_id(email)",
    "profiles?select=id,profiles_id_fkey(*)",
    "profiles?select=id,users!profiles_id_fkey(*)",
  ])("finds no relationship in %s", async (path) => {
    const { status, body } = await send(path);
    expect([status, body.code]).toEqual([400, expect.stringMatching(/PGRST[12]00/)]);
  });
});

describe("threat 11: a caller who embeds access requests", () => {
  test.each([
    "profiles?select=id,access_requests(*)",
    "profiles?select=id,access_requests!access_requests_user_id_fkey(*)",
    "profiles?select=id,...access_requests!decided_by(email)",
    "vehicles?select=id,profiles(access_requests(*))",
    "rpc/get_user_profile_by_id?select=id,access_requests(*)&p_user_id=00000000-0000-0000-0000-000000000000",
    "access_requests?select=id,profiles(*)",
    "access_requests?select=id,users(*)",
  ])("finds no access request in %s", async (path) => {
    const admin = await createAdmin(server);
    const seller = await createSalesperson(server, dealer.id);
    for (const person of [seller, dealer, admin]) {
      const answer = await send(path, { token: await tokenOf(person) });
      expect(answer).toMatchObject({ status: 400, body: { code: "PGRST200" } });
    }
  });
});
