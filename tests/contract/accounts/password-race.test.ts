import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { linksOf, waitForMailsTo } from "#backend-tests/support/mail.ts";
import { expiredLink, followLink } from "#backend-tests/support/mail-links.ts";
import { enrolFactor, nextCode } from "#backend-tests/support/second-factor.ts";
import { readLink, toVerifyLink } from "#tests/support/mail-links.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createAdmin(server);
});
afterAll(() => server.stop());

type Act = () => PromiseLike<unknown>;

/** Starts the acts in order while the account is locked, and unlocks it once all of them wait. */
async function queueUp({ id }: Person, acts: Act[]): Promise<void> {
  const begun: PromiseLike<unknown>[] = [];
  await server.sql.begin(async (sql) => {
    await sql`select from auth.users where id = ${id} for update`;
    for (const act of acts) {
      begun.push(Promise.resolve(act()));
      await waitForWaiting(begun.length);
    }
  });
  await Promise.all(begun);
}

async function waitForWaiting(count: number): Promise<void> {
  for (;;) {
    const waiting = await server.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length === count) return;
  }
}

const newPassword = "nueva-clave";

/** Every way to set a new password. */
const changes: [string, (person: Person) => Act][] = [
  [
    "by the person",
    ({ client }) =>
      () =>
        client.auth.updateUser({ password: newPassword }),
  ],
  [
    "by an administrator",
    ({ id }) =>
      () =>
        admin.client.rpc("update_user_password_by_admin", {
          p_user_id: id,
          p_new_password: newPassword,
        }),
  ],
  [
    "by the service",
    ({ id }) =>
      () =>
        server.service().auth.admin.updateUserById(id, { password: newPassword }),
  ],
];

/** The credentials from before the change that still work. */
async function readLeftovers(person: Person) {
  const { data } = await person.client.auth.getSession();
  const [, claims = ""] = (data.session?.access_token ?? "").split(".");
  const { session_id } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const { sql } = server;
  return {
    sessions: [
      ...(await sql`select id from auth.sessions where user_id = ${person.id} and id <> ${session_id}`),
    ],
    links: [...(await sql`select id from auth.one_time_tokens where user_id = ${person.id}`)],
  };
}

const none = { sessions: [], links: [] };

describe.each(changes)("threat 19: a password that is changed %s", (_, prepareChange) => {
  test("an attacker who signs in with the old one just before is signed out", async () => {
    const person = await createDealership(server);
    const attack = () => trySignIn(server, person);
    await queueUp(person, [attack, prepareChange(person)]);
    expect(await readLeftovers(person)).toEqual(none);
    expect(await trySignIn(server, person)).toBe("invalid_credentials");
    expect(await trySignIn(server, { ...person, password: newPassword })).toBe("signed in");
  });

  test("an attacker who signs in with the old one just after is refused", async () => {
    const person = await createDealership(server);
    let outcome = "";
    const attack = async () => {
      outcome = await trySignIn(server, person);
    };
    await queueUp(person, [prepareChange(person), attack]);
    expect(outcome).toBe("invalid_credentials");
    expect(await readLeftovers(person)).toEqual(none);
  });

  test("an attacker who requests a link just before gets a link that does not work", async () => {
    const person = await createDealership(server);
    const attack = () => callAuth(server, "recover", { body: { email: person.email } });
    await queueUp(person, [attack, prepareChange(person)]);
    expect(await readLeftovers(person)).toEqual(none);
    const mails = await waitForMailsTo(server.dataDir, person.email, 2);
    const link = mails.flatMap(linksOf).find((address) => address.includes("/confirm#"));
    expect((await followLink(toVerifyLink(link ?? ""))).fragment).toEqual(expiredLink);
  });

  test("an attacker who opens a link just before is signed out, just after is refused", async () => {
    for (const isFirst of [true, false]) {
      const person = await createDealership(server);
      await callAuth(server, "recover", { body: { email: person.email } });
      const link = await readLink(server, person.email);
      const attack = () => followLink(link);
      const change = prepareChange(person);
      await queueUp(person, isFirst ? [attack, change] : [change, attack]);
      expect(await readLeftovers(person)).toEqual(none);
      expect((await followLink(link)).fragment).toEqual(expiredLink);
    }
  });
});

test("threat 17: a thief cannot set a password after the owner's change ended it", async () => {
  const person = await createDealership(server);
  const thief = server.anonymous();
  await thief.auth.signInWithPassword(person);
  let refusal: unknown;
  const theft = async () => {
    refusal = (await thief.auth.updateUser({ password: "robada-123" })).error;
  };
  const change = () => person.client.auth.updateUser({ password: newPassword });
  await queueUp(person, [change, theft]);
  expect(refusal).toMatchObject({ name: "AuthSessionMissingError" });
  expect(await trySignIn(server, { ...person, password: newPassword })).toBe("signed in");
  expect((await person.client.auth.getUser()).error).toBeNull();
});

/** What a thief who has passed the second factor could do to the account. */
const thefts = [
  { theft: "adds no factor", path: "factors", body: { factor_type: "totp" } },
  { theft: "removes no factor", method: "DELETE", path: "factors/{factor}" },
  { theft: "makes no recovery codes", path: "factors/recovery-codes", without: "codes" },
  { theft: "renews no recovery codes", path: "factors/recovery-codes/regenerate" },
  { theft: "removes no recovery codes", method: "DELETE", path: "factors/recovery-codes" },
];

test.each(thefts)(
  "threat 17: a thief with an ended session $theft",
  async ({ path, without, ...call }) => {
    const person = await createDealership(server);
    const factor = await enrolFactor(person);
    const owner = { token: await tokenOf(person.client) };
    if (without !== "codes") await callAuth(server, "factors/recovery-codes", owner);
    const thief = server.anonymous();
    await thief.auth.signInWithPassword(person);
    const code = await nextCode(server, factor);
    await thief.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    const token = await tokenOf(thief);
    const before = await readSecondFactor(person);
    let refusal: unknown;
    const theft = async () => {
      const address = path.replace("{factor}", factor.id);
      const { status, body } = await callAuth(server, address, { ...call, token });
      refusal = [status, body?.code];
    };
    const change = () => person.client.auth.updateUser({ password: newPassword });
    await queueUp(person, [change, theft]);
    expect(refusal).toEqual([403, "session_not_found"]);
    expect(await readSecondFactor(person)).toEqual(before);
  },
);

async function tokenOf(client: Person["client"]): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? "";
}

async function readSecondFactor({ id }: Person) {
  const { sql } = server;
  return {
    factors: [...(await sql`select * from auth.mfa_factors where user_id = ${id}`)],
    codes: [
      ...(await sql`select s.id, c.code_hash from private.recovery_sets s
        join private.recovery_codes c on c.set_id = s.id where s.user_id = ${id} order by c.code_hash`),
    ],
  };
}
