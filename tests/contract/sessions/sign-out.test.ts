import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
});
afterAll(() => server.stop());

type Device = { client: SupabaseClient; accessToken: string };

async function useDevice(person: Person): Promise<Device> {
  const client = server.anonymous();
  const { data, error } = await client.auth.signInWithPassword({
    email: person.email,
    password: person.password,
  });
  if (error) throw error;
  return { client, accessToken: data.session.access_token };
}

async function stateOf({ accessToken }: Device): Promise<unknown> {
  const { status, body } = await callAuth(server, "user", { method: "GET", token: accessToken });
  return status === 200 ? "signed in" : body?.code;
}

describe("a person with a phone and a laptop who signs out on the phone", () => {
  test.each([
    { scope: "local", phone: "session_not_found", laptop: "signed in" },
    { scope: "others", phone: "signed in", laptop: "session_not_found" },
    { scope: "global", phone: "session_not_found", laptop: "session_not_found" },
  ] as const)("with scope $scope is $phone there and $laptop on the laptop", async (expected) => {
    const person = await createDealership(server);
    const phone = await useDevice(person);
    const laptop = await useDevice(person);
    const { error } = await phone.client.auth.signOut({ scope: expected.scope });
    expect(error).toBeNull();
    expect(await stateOf(phone)).toBe(expected.phone);
    expect(await stateOf(laptop)).toBe(expected.laptop);
  });

  test("without a scope is signed out everywhere, and other people are not", async () => {
    const person = await createDealership(server);
    const stranger = await useDevice(await createDealership(server));
    const phone = await useDevice(person);
    const laptop = await useDevice(person);
    const answer = await callAuth(server, "logout", { token: phone.accessToken });
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(await stateOf(phone)).toBe("session_not_found");
    expect(await stateOf(laptop)).toBe("session_not_found");
    expect(await stateOf(stranger)).toBe("signed in");
    const left = await server.sql`
      select t.id from auth.refresh_tokens t where t.user_id = ${person.id}`;
    expect(left).toEqual([]);
  });
});

describe("a token of an ended session", () => {
  test("is refused by auth in every call, and changes nothing", async () => {
    const person = await createDealership(server);
    const phone = await useDevice(person);
    await phone.client.auth.signOut({ scope: "local" });
    const token = phone.accessToken;
    const answers = [
      await callAuth(server, "user", { method: "GET", token }),
      await callAuth(server, "user", { method: "PUT", token, body: { password: "otra-clave" } }),
      await callAuth(server, "logout", { token }),
    ];
    for (const { status, body } of answers) {
      expect([status, body?.code]).toEqual([403, "session_not_found"]);
    }
    expect(await stateOf(await useDevice(person))).toBe("signed in");
  });

  test("is refused when its account is deleted", async () => {
    const person = await createDealership(server);
    const phone = await useDevice(person);
    await server.sql`delete from auth.users where id = ${person.id}`;
    expect(await stateOf(phone)).toBe("user_not_found");
  });

  test("is refused by rest and storage too", async () => {
    const person = await createDealership(server);
    const phone = await useDevice(person);
    const headers = { apikey: server.anonKey, authorization: `Bearer ${phone.accessToken}` };
    const read = () => fetch(`${server.url}/rest/v1/profiles?select=id`, { headers });
    const list = () =>
      fetch(`${server.url}/storage/v1/object/list/vehicle_images`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ prefix: "", limit: 1, offset: 0 }),
      });
    expect([(await read()).status, (await list()).status]).toEqual([200, 200]);
    await phone.client.auth.signOut();
    expect((await read()).status).toBe(401);
    expect((await list()).ok).toBe(false);
  });
});

describe("a sign-out that fails", () => {
  test("leaves a person who sends an unknown scope signed in", async () => {
    const phone = await useDevice(await createDealership(server));
    const answer = await callAuth(server, "logout?scope=all", { token: phone.accessToken });
    expect([answer.status, answer.body?.code]).toEqual([400, "validation_failed"]);
    expect(await stateOf(phone)).toBe("signed in");
  });

  test("gives a visitor with only the anon key bad_jwt", async () => {
    const answer = await callAuth(server, "logout");
    expect([answer.status, answer.body?.code]).toEqual([403, "bad_jwt"]);
  });

  test("gives a person with a closed account session_not_found", async () => {
    const person = await createDealership(server);
    const phone = await useDevice(person);
    await server.sql`update public.profiles set is_active = false where id = ${person.id}`;
    expect(await stateOf(phone)).toBe("user_banned");
    const answer = await callAuth(server, "logout", { token: phone.accessToken });
    expect([answer.status, answer.body?.code]).toEqual([403, "session_not_found"]);
  });
});
