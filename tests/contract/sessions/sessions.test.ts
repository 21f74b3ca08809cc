import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
});
beforeEach(async () => {
  person = await createDealership(server);
});
afterAll(() => server.stop());

type Client = Person["client"];
type OpenSession = { id: string; user_agent: string; is_current: boolean; used_at: string };

async function signIn({ email, password }: Person): Promise<Client> {
  const client = server.anonymous();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

async function listOf(client: Client): Promise<OpenSession[]> {
  const { data, error } = await client.rpc("get_own_sessions");
  if (error) throw error;
  return data;
}

const sessionIdOf = async (client: Client) => {
  const { data } = await client.auth.getSession();
  const [, body = ""] = data.session?.access_token.split(".") ?? [];
  return JSON.parse(Buffer.from(body, "base64url").toString()).session_id as string;
};

/** The answers of each area to a session: auth, rest, storage (list, upload), functions. */
async function doorsOf(client: Client): Promise<(number | string | undefined)[]> {
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token ?? "";
  const headers = {
    apikey: server.anonKey,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  const send = async (path: string, body?: unknown) => {
    const method = body ? "POST" : "GET";
    const text = body ? JSON.stringify(body) : null;
    const answer = await fetch(`${server.url}${path}`, { method, headers, body: text });
    await answer.arrayBuffer();
    return answer.status;
  };
  const upload = await fetch(
    `${server.url}/storage/v1/object/vehicle_images/${person.id}/1-${crypto.randomUUID()}.jpg`,
    {
      method: "POST",
      headers: { ...headers, "content-type": "image/jpeg" },
      body: new Uint8Array(await smallJpeg()),
    },
  );
  return [
    await send("/auth/v1/user"),
    await send("/rest/v1/vehicles?select=id"),
    await send("/storage/v1/object/list/vehicle_images", { prefix: person.id }),
    upload.status,
    await send("/functions/v1/decode-vin", { vin: "1HGCM82633A004352" }),
  ];
}

const open = [200, 200, 200, 200, 200];
const closed = [403, 401, 400, 400, 401];

describe("the list of open sessions", () => {
  test("a person sees their own, the current one first, without address or token", async () => {
    const phone = await signIn(person);
    const sessions = await listOf(phone);
    expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false]);
    expect(sessions[0]?.id).toBe(await sessionIdOf(phone));
    expect(sessions[1]?.id).toBe(await sessionIdOf(person.client));
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual([
      "created_at",
      "id",
      "is_current",
      "used_at",
      "user_agent",
    ]);
  });

  test("a person sees a session as used after it was refreshed", async () => {
    await server.sql`update auth.sessions set created_at = now() - interval '3 days' where user_id = ${person.id}`;
    const [before] = await listOf(person.client);
    await person.client.auth.refreshSession();
    const [after] = await listOf(person.client);
    const age = (session?: OpenSession) => Date.now() - Date.parse(session?.used_at ?? "");
    expect(age(before)).toBeGreaterThan(2 * 86_400_000);
    expect(age(after)).toBeLessThan(60_000);
  });

  test("ended sessions and a stranger's are not listed", async () => {
    const phone = await signIn(person);
    const id = await sessionIdOf(phone);
    await server.sql`update auth.sessions set not_after = now() where id = ${id}`;
    const stranger = await createDealership(server);
    expect(await listOf(person.client)).toHaveLength(1);
    expect(await listOf(stranger.client)).toHaveLength(1);
    expect((await server.anonymous().rpc("get_own_sessions")).status).toBe(401);
  });
});

describe("threat 17: a session that its owner ends from another device", () => {
  test("is refused by every area immediately, though its token was just used", async () => {
    const phone = await signIn(person);
    expect(await doorsOf(phone)).toEqual(open);
    const ended = await person.client.rpc("end_own_session", { p_id: await sessionIdOf(phone) });
    expect(ended.data).toBe(true);
    expect(await doorsOf(phone)).toEqual(closed);
    expect((await phone.auth.refreshSession()).error).toMatchObject({
      code: "refresh_token_not_found",
    });
    expect(await doorsOf(person.client)).toEqual(open);
  });

  test("ends with scope others, and the calling session continues", async () => {
    const others = [await signIn(person), await signIn(person)];
    for (const other of others) expect(await doorsOf(other)).toEqual(open);
    expect((await person.client.auth.signOut({ scope: "others" })).error).toBeNull();
    for (const other of others) expect(await doorsOf(other)).toEqual(closed);
    expect(await doorsOf(person.client)).toEqual(open);
  });

  test("ends when the password changes", async () => {
    const phone = await signIn(person);
    expect(await doorsOf(phone)).toEqual(open);
    await person.client.auth.updateUser({ password: "otra-clave" });
    expect(await doorsOf(phone)).toEqual(closed);
  });

  test("cannot be ended by a stranger, who gets not found", async () => {
    const stranger = await createDealership(server);
    const ended = await stranger.client.rpc("end_own_session", {
      p_id: await sessionIdOf(person.client),
    });
    expect([ended.error, ended.data]).toEqual([null, false]);
    expect(await doorsOf(person.client)).toEqual(open);
    expect(
      (await server.anonymous().rpc("end_own_session", { p_id: crypto.randomUUID() })).status,
    ).toBe(401);
  });
});

describe("threat 16: a person who is deactivated", () => {
  test("loses every session in every area at the next request", async () => {
    const phone = await signIn(person);
    expect(await doorsOf(phone)).toEqual(open);
    await server.sql`update public.profiles set is_active = false where id = ${person.id}`;
    for (const client of [phone, person.client]) {
      const [auth, , , upload] = await doorsOf(client);
      expect([auth, upload]).toEqual([403, 400]);
      expect((await client.from("vehicles").select("id")).data).toEqual([]);
      expect((await client.from("profiles").select("id")).data).toEqual([]);
      expect((await client.auth.refreshSession()).error).toMatchObject({
        code: "refresh_token_not_found",
      });
    }
  });
});
