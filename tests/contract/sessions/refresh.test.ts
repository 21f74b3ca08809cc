import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
  person = await createDealership(server);
});
afterAll(() => server.stop());

async function signIn(): Promise<{ refreshToken: string; accessToken: string }> {
  const { data, error } = await server
    .anonymous()
    .auth.signInWithPassword({ email: person.email, password: person.password });
  if (error) throw error;
  return { refreshToken: data.session.refresh_token, accessToken: data.session.access_token };
}

function refresh(refreshToken: string) {
  return callAuth(server, "token?grant_type=refresh_token", {
    body: { refresh_token: refreshToken },
  });
}

async function successorOf(refreshToken: string): Promise<string> {
  const { status, body } = await refresh(refreshToken);
  expect(status).toBe(200);
  return String(body?.refresh_token);
}

async function accessOf(refreshToken: string): Promise<string> {
  return String((await refresh(refreshToken)).body?.access_token);
}

async function age(refreshToken: string, seconds: number): Promise<void> {
  await server.sql`
    update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${seconds})
    where token = ${refreshToken}`;
}

describe("a person who refreshes", () => {
  test("gets a new token in the same session, and the client continues with it", async () => {
    const client = server.anonymous();
    const { data: first } = await client.auth.signInWithPassword(person);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first.session?.refresh_token);
    expect(data.user?.id).toBe(person.id);
    expect(claimOf(data.session?.access_token, "session_id")).toBe(
      claimOf(first.session?.access_token, "session_id"),
    );
    expect(claimOf(data.session?.access_token, "amr")).toMatchObject([{ method: "password" }]);
    const user = await client.auth.getUser();
    expect(user.error).toBeNull();
  });

  test("who missed the answer gets the same active token, however late", async () => {
    const { refreshToken } = await signIn();
    const active = await successorOf(refreshToken);
    expect(await successorOf(refreshToken)).toBe(active);
    await age(refreshToken, 3_600);
    expect(await successorOf(refreshToken)).toBe(active);
    expect(await successorOf(active)).not.toBe(active);
  });

  test("with an older token within ten seconds, from a slow tab, gets the active token", async () => {
    const { refreshToken } = await signIn();
    const active = await successorOf(await successorOf(refreshToken));
    await age(refreshToken, 8);
    expect(await successorOf(refreshToken)).toBe(active);
  });

  test("fifty times concurrently gets one successor and stays signed in", async () => {
    const { refreshToken, accessToken } = await signIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const successors = new Set(answers.map(({ body }) => String(body?.refresh_token)));
    expect(successors.size).toBe(1);
    const rows = await server.sql`
      select count(*)::int as tokens, count(*) filter (where not revoked)::int as active
      from auth.refresh_tokens where session_id = ${String(claimOf(accessToken, "session_id"))}`;
    expect(rows).toEqual([{ tokens: 2, active: 1 }]);
    const [successor = ""] = successors;
    expect((await refresh(successor)).status).toBe(200);
  });

  test("without end stays signed in, with at most two hundred used tokens an hour", async () => {
    const { refreshToken, accessToken } = await signIn();
    let token = refreshToken;
    for (let n = 0; n < 220; n += 1) token = await successorOf(token);
    const session = String(claimOf(accessToken, "session_id"));
    const countUsed = async () => {
      const [row] = await server.sql<{ used: number }[]>`
        select count(*)::int as used from auth.refresh_tokens where session_id = ${session} and revoked`;
      return row?.used ?? 0;
    };
    expect(await countUsed()).toBe(200);
    const user = await callAuth(server, "user", { method: "GET", token: await accessOf(token) });
    expect(user.status).toBe(200);
    await server.sql`
      update auth.refresh_tokens set updated_at = updated_at - interval '1 hour'
      where session_id = ${session} and revoked`;
    expect(await successorOf(token)).not.toBe(token);
    expect(await countUsed()).toBe(201);
  });
});

describe("a stolen token (threat 18)", () => {
  test("that is reused after more than ten seconds ends its whole family", async () => {
    const { refreshToken, accessToken } = await signIn();
    const parent = await successorOf(refreshToken);
    const active = await successorOf(parent);
    await age(refreshToken, 11);

    const replay = await refresh(refreshToken);
    expect(replay.status).toBe(400);
    expect(replay.body).toMatchObject({ code: "refresh_token_already_used" });

    for (const token of [refreshToken, parent, active]) {
      expect((await refresh(token)).status).toBe(400);
    }
    const user = await callAuth(server, "user", { method: "GET", token: accessToken });
    expect([user.status, user.body?.code]).toEqual([403, "session_not_found"]);
  });

  test("ends only its own family", async () => {
    const other = await signIn();
    const { refreshToken } = await signIn();
    await successorOf(await successorOf(refreshToken));
    await age(refreshToken, 11);
    expect((await refresh(refreshToken)).status).toBe(400);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  test("that never existed gets GoTrue's error", async () => {
    const { status, body } = await refresh("nunca-existió");
    expect(status).toBe(400);
    expect(body).toEqual({
      code: "refresh_token_not_found",
      message: "Invalid Refresh Token: Refresh Token Not Found",
    });
  });
});

describe("used refresh tokens", () => {
  test("are deleted after a week, except the one before the newest", async () => {
    const { refreshToken } = await signIn();
    const parent = await successorOf(refreshToken);
    const active = await successorOf(parent);
    const other = await signIn();
    await successorOf(await successorOf(other.refreshToken));
    const week = 7 * 24 * 3_600;
    for (const token of [refreshToken, parent, active]) await age(token, week + 60);
    await age(other.refreshToken, week - 60);
    await server.sql`select private.sweep_used_tokens()`;
    const known = await server.sql<{ token: string }[]>`
      select token from auth.refresh_tokens
      where token = any(${[refreshToken, parent, active, other.refreshToken]}) order by id`;
    expect(known.map(({ token }) => token)).toEqual([parent, active, other.refreshToken]);
    expect((await refresh(refreshToken)).body?.code).toBe("refresh_token_not_found");
    expect(await successorOf(parent)).toBe(active);
  });
});

describe("a person who has lost access", () => {
  test("cannot refresh after signing out", async () => {
    const client = server.anonymous();
    const { data } = await client.auth.signInWithPassword(person);
    await client.auth.signOut();
    const { body } = await refresh(data.session?.refresh_token ?? "");
    expect(body).toMatchObject({ code: "refresh_token_not_found" });
  });

  test("cannot refresh after deactivation, even when active again", async () => {
    const dealer = await createDealership(server);
    const { data } = await dealer.client.auth.getSession();
    const refreshToken = data.session?.refresh_token ?? "";
    await server.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    const refused = [400, "refresh_token_not_found"];
    const closed = await refresh(refreshToken);
    expect([closed.status, closed.body?.code]).toEqual(refused);
    await server.sql`update public.profiles set is_active = true where id = ${dealer.id}`;
    const late = await refresh(refreshToken);
    expect([late.status, late.body?.code]).toEqual(refused);
  });

  test("cannot refresh an expired session", async () => {
    const { refreshToken, accessToken } = await signIn();
    await server.sql`
      update auth.sessions set not_after = now() where id = ${String(claimOf(accessToken, "session_id"))}`;
    const { status, body } = await refresh(refreshToken);
    expect([status, body?.code]).toEqual([400, "session_expired"]);
  });
});

function claimOf(token: string | undefined, name: string): unknown {
  return JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString())[name];
}
