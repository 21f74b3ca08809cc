import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { followLink, readLink } from "../support/mail-links.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let person: Account;

beforeAll(async () => {
  server = await startNotesServer();
  person = await createAccount(server);
});
afterAll(() => server.stop());

/** A client with its own session store, as a browser has, and the auth events that it receives. */
function openClient(store = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  };
  const client = createClient(server.url, server.anonKey, {
    auth: { storage, storageKey: "kept", autoRefreshToken: false, detectSessionInUrl: false },
  });
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  return { client, store, events };
}

const signIn = (client: SupabaseClient, { email, password } = person) =>
  client.auth.signInWithPassword({ email, password });

/** Makes the stored access token look expired. */
function expire(store: Map<string, string>): void {
  const session = JSON.parse(store.get("kept") ?? "{}");
  store.set("kept", JSON.stringify({ ...session, expires_at: 1 }));
}

describe("auth-js, GoTrueClient: signing up and in", () => {
  test("a sign-up waits for confirmation and does not reveal taken addresses", async () => {
    const { client } = openClient();
    const email = "new@example.com";
    const answer = await client.auth.signUp({
      email,
      password: "secret-password",
      options: { data: { full_name: "Nora" } },
    });
    expect(answer).toMatchObject({
      data: { session: null, user: { email, user_metadata: { full_name: "Nora" } } },
      error: null,
    });
    const taken = await client.auth.signUp({ email: person.email, password: "secret-password" });
    expect(taken).toMatchObject({
      data: { session: null, user: { email: person.email, identities: [] } },
      error: null,
    });
    expect(
      (await client.auth.signInWithPassword({ email, password: "secret-password" })).error,
    ).toMatchObject({ code: "email_not_confirmed" });
  });

  test("a sign-up with a weak password, invalid address or invalid phone is rejected", async () => {
    const { auth } = openClient().client;
    expect((await auth.signUp({ email: "x@example.com", password: "123" })).error).toMatchObject({
      name: "AuthWeakPasswordError",
      reasons: ["length"],
    });
    expect(
      (await auth.signUp({ email: "no address", password: "secret-password" })).error,
    ).toMatchObject({
      code: "validation_failed",
    });
    expect((await auth.signUp({ phone: "12", password: "secret-password" })).error).toMatchObject({
      code: "validation_failed",
    });
    expect((await auth.signInWithPassword({ email: "", password: "x" })).error).toMatchObject({
      code: "validation_failed",
    });
  });

  test("an account signs in by e-mail and by phone; a wrong password is rejected", async () => {
    const { client, events } = openClient();
    const { data, error } = await signIn(client);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      user: { id: person.id },
    });
    expect(
      (await client.auth.signInWithPassword({ phone: person.phone, password: person.password }))
        .error,
    ).toBeNull();
    expect(
      (await client.auth.signInWithPassword({ email: person.email, password: "no" })).error,
    ).toMatchObject({
      name: "AuthApiError",
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
    expect(events.filter((event) => event === "SIGNED_IN")).toHaveLength(2);
  });

  test("an unsupported sign-in returns an AuthError and does not throw", async () => {
    const { auth } = openClient().client;
    for (const { error } of [
      await auth.signInAnonymously(),
      await auth.signInWithOtp({ email: person.email }),
      await auth.signInWithIdToken({ provider: "google", token: "x" }),
      await auth.signInWithSSO({ domain: "example.com" }),
    ]) {
      expect(error).toMatchObject({ name: "AuthApiError", status: expect.any(Number) });
      expect(error?.status).toBeLessThan(500);
    }
  });
});

describe("auth-js, GoTrueClient: sessions", () => {
  test("a session is stored, reused by the next client, and removed at sign-out", async () => {
    const { client, store } = openClient();
    await signIn(client);
    const next = openClient(store);
    expect((await next.client.auth.getSession()).data.session?.user.id).toBe(person.id);
    expect(next.events).toContain("INITIAL_SESSION");
    expect((await next.client.auth.signOut()).error).toBeNull();
    expect(store.has("kept")).toBe(false);
    expect(next.events).toContain("SIGNED_OUT");
    expect((await client.auth.getUser()).error).toMatchObject({
      name: "AuthSessionMissingError",
    });
  });

  test("a session is refreshed on demand, by a token, and when it has expired", async () => {
    const { client, store, events } = openClient();
    const first = (await signIn(client)).data.session;
    const second = await client.auth.refreshSession();
    expect(second.data.session?.refresh_token).not.toBe(first?.refresh_token);
    expect(second.data.session?.user.id).toBe(person.id);
    const third = await client.auth.refreshSession({
      refresh_token: second.data.session?.refresh_token ?? "",
    });
    expect(third.error).toBeNull();
    expire(store);
    const renewed = (await client.auth.getSession()).data.session;
    expect(renewed?.refresh_token).not.toBe(third.data.session?.refresh_token);
    expect(events.filter((event) => event === "TOKEN_REFRESHED")).toHaveLength(3);
  });

  test("concurrent calls with an expired session cause one refresh", async () => {
    const { client, store } = openClient();
    const session = (await signIn(client)).data.session;
    expire(store);
    const sessions = await Promise.all(Array.from({ length: 8 }, () => client.auth.getSession()));
    const tokens = new Set(sessions.map(({ data }) => data.session?.refresh_token));
    expect(tokens.size).toBe(1);
    expect(tokens.has(session?.refresh_token)).toBe(false);
  });

  test("an unknown refresh token ends the local session", async () => {
    const { client, store, events } = openClient();
    await signIn(client);
    const session = JSON.parse(store.get("kept") ?? "{}");
    store.set("kept", JSON.stringify({ ...session, expires_at: 1, refresh_token: "made-up" }));
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect(events).toContain("SIGNED_OUT");
    expect(
      (await openClient().client.auth.refreshSession({ refresh_token: "made-up" })).error,
    ).toMatchObject({
      status: 400,
      code: "refresh_token_not_found",
    });
  });

  test("setSession accepts a session and rejects one with an invalid token", async () => {
    const session = (await signIn(openClient().client)).data.session;
    const { access_token = "", refresh_token = "" } = session ?? {};
    const { client } = openClient();
    expect((await client.auth.setSession({ access_token, refresh_token })).data.user?.id).toBe(
      person.id,
    );
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email);
    const broken = await openClient().client.auth.setSession({
      access_token: `${access_token}x`,
      refresh_token,
    });
    expect(broken.error).toMatchObject({ code: "bad_jwt" });
  });

  test("claims are read from the token, and a forged token is rejected", async () => {
    const { client } = openClient();
    const session = (await signIn(client)).data.session;
    const { data } = await client.auth.getClaims();
    expect(data?.claims).toMatchObject({
      sub: person.id,
      role: "authenticated",
      aud: "authenticated",
      aal: "aal1",
      email: person.email,
    });
    const forged = await client.auth.getClaims(`${session?.access_token.slice(0, -4)}AAAA`);
    expect(forged.error).not.toBeNull();
  });

  test.each([
    { scope: "global", own: true, other: true },
    { scope: "local", own: true, other: false },
    { scope: "others", own: false, other: true },
  ] as const)(
    "signing out with scope $scope ends own: $own, others: $other",
    async ({ scope, own, other }) => {
      const here = openClient().client;
      const there = openClient().client;
      const sessions = [await signIn(here), await signIn(there)];
      expect((await here.auth.signOut({ scope })).error).toBeNull();
      const [first, second] = await Promise.all(
        sessions.map(({ data }) => openClient().client.auth.getUser(data.session?.access_token)),
      );
      expect([first?.error !== null, second?.error !== null]).toEqual([own, other]);
    },
  );
});

describe("auth-js, GoTrueClient: the account", () => {
  test("reads its user, changes data and password, and receives USER_UPDATED", async () => {
    const own = await createAccount(server);
    const { client, events } = openClient();
    await signIn(client, own);
    const { data } = await client.auth.updateUser({ data: { hobby: "chess", gone: null } });
    expect(data.user?.user_metadata).toMatchObject({ hobby: "chess" });
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({
      hobby: "chess",
    });
    expect((await client.auth.updateUser({ password: "other-password" })).error).toBeNull();
    expect((await client.auth.updateUser({ password: "other-password" })).error).toMatchObject({
      code: "same_password",
    });
    expect(events).toContain("USER_UPDATED");
    expect((await signIn(openClient().client, own)).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect(
      (await client.auth.getUserIdentities()).data?.identities
        .map(({ provider }) => provider)
        .toSorted(),
    ).toEqual(["email", "phone"]);
  });

  test("a client without a session gets AuthSessionMissingError", async () => {
    const { auth } = openClient().client;
    for (const { error } of [
      await auth.getUser(),
      await auth.updateUser({ data: {} }),
      await auth.refreshSession(),
    ]) {
      expect(error).toMatchObject({ name: "AuthSessionMissingError" });
    }
    expect((await auth.getSession()).data.session).toBeNull();
  });
});

describe("auth-js, GoTrueClient: recovering and verifying", () => {
  test("an account sets a new password through the link of the mail", async () => {
    const own = await createAccount(server);
    const { client } = openClient();
    expect(await client.auth.resetPasswordForEmail(own.email)).toEqual({ data: {}, error: null });
    const link = await readLink(server, own.email);
    const token_hash = link.searchParams.get("token") ?? "";
    const verified = await client.auth.verifyOtp({ type: "recovery", token_hash });
    expect(verified.data.session?.user.id).toBe(own.id);
    expect((await client.auth.updateUser({ password: "new-password" })).error).toBeNull();
    expect((await client.auth.verifyOtp({ type: "recovery", token_hash })).error).toMatchObject({
      status: 403,
      code: "otp_expired",
    });
  });

  test("a browser takes the session from the fragment after a link", async () => {
    const own = await createAccount(server);
    await openClient().client.auth.resetPasswordForEmail(own.email);
    const { fragment } = await followLink(await readLink(server, own.email));
    expect(fragment).toMatchObject({ token_type: "bearer", type: "recovery", expires_in: "3600" });
    const { access_token = "", refresh_token = "" } = fragment;
    const { client } = openClient();
    expect((await client.auth.setSession({ access_token, refresh_token })).data.user?.id).toBe(
      own.id,
    );
  });

  test("an unknown address gets the same response, and a wrong code is rejected", async () => {
    const { auth } = openClient().client;
    expect(await auth.resetPasswordForEmail("unknown@example.com")).toEqual({
      data: {},
      error: null,
    });
    expect((await auth.resend({ type: "signup", email: "unknown@example.com" })).error).toBeNull();
    expect(
      (await auth.verifyOtp({ type: "email", email: person.email, token: "123456" })).error,
    ).toMatchObject({ code: "otp_expired" });
  });

  test("a code of an unused type is rejected as expired, an invalid phone as invalid", async () => {
    const { auth } = openClient().client;
    const expired = {
      status: 403,
      code: "otp_expired",
      message: "Token has expired or is invalid",
    };
    const phone = "+1 202 555 0199";
    for (const type of ["sms", "phone_change"] as const) {
      expect((await auth.verifyOtp({ type, phone, token: "123456" })).error).toMatchObject(expired);
    }
    for (const type of ["magiclink", "invite", "email_change"] as const) {
      const typed = await auth.verifyOtp({ type, email: person.email, token: "123456" });
      expect(typed.error).toMatchObject(expired);
      const link = await auth.verifyOtp({ type, token_hash: "0".repeat(64) });
      expect(link.error).toMatchObject({ status: 403, code: "otp_expired" });
    }
    const broken = await auth.verifyOtp({ type: "sms", phone: "no-phone", token: "123456" });
    expect(broken.error).toMatchObject({
      status: 400,
      message: "Invalid phone number format (E.164 required)",
    });
  });
});
