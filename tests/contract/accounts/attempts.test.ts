import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthAnswer, callAuth } from "#backend-tests/support/auth-calls.ts";
import { readMailsTo } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

/** Behind a trusted local proxy, so that a test can send from many addresses. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"], signup: "open" });
  await createAdmin(server);
  await server.sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    select gen_random_uuid(), 'alguien-' || n || '@example.com', extensions.crypt('otra-clave', extensions.gen_salt('bf', 4)), now()
    from generate_series(0, 59) as n`;
  await stopClock();
});
beforeEach(() => server.sql`delete from private.attempts`);
afterAll(() => server.stop());

const home = "198.51.100.7";
let lastAddress = 0;
const newAddress = () => `203.0.${Math.floor(lastAddress / 250)}.${(lastAddress++ % 250) + 1}`;

function call(path: string, body: unknown, address: string): Promise<AuthAnswer> {
  return callAuth(server, path, { body, headers: { "x-forwarded-for": address } });
}

function signIn(email: string, password: string, address: string) {
  return call("token?grant_type=password", { email, password }, address);
}

/**
 * Repeats until the status is not `status`. Returns that answer, and the number of attempts before
 * it.
 */
async function repeatWhile(status: number, most: number, act: (n: number) => Promise<AuthAnswer>) {
  for (let count = 0; count < most; count += 1) {
    const answer = await act(count);
    if (answer.status !== status) return { count, answer };
  }
  return { count: most, answer: null };
}

function expectTooMany(answer: AuthAnswer | null, code = "over_request_rate_limit") {
  expect([answer?.status, answer?.body?.code]).toEqual([429, code]);
  expect(Number(answer?.headers.get("retry-after"))).toBeGreaterThan(0);
}

const tooManyMails = "over_email_send_rate_limit";

/** Freezes the rate limits: no attempt is returned until `pass` moves the clock. */
async function stopClock(): Promise<void> {
  const functions = await server.sql<{ text: string }[]>`
    select replace(pg_get_functiondef(oid), 'clock_timestamp()', quote_literal(now()) || '::timestamptz')
      as text from pg_proc where pronamespace = 'private'::regnamespace
      and proname in ('used_up_until', 'take_attempt', 'has_attempt')`;
  expect(functions).toHaveLength(3);
  for (const { text } of functions) await server.sql.unsafe(text);
}

/** Moves the clock of the rate limits. */
const pass = (seconds: number) =>
  server.sql`update private.attempts set used_until = used_until - make_interval(secs => ${seconds})`;

/** An account that has signed in from the home address. */
async function createOwner(): Promise<Person> {
  const owner = await createDealership(server);
  expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
  return owner;
}

describe("credential stuffing (threat 23)", () => {
  test("from one address against many accounts is stopped, existing or not", async () => {
    const address = newAddress();
    const owner = await createOwner();
    const { count, answer } = await repeatWhile(400, 60, (n) =>
      signIn(`${n % 8 ? "alguien" : "nadie"}-${n}@example.com`, "clave-123456", address),
    );
    expect(count).toBe(40);
    expectTooMany(answer);
    expectTooMany(await signIn(owner.email, "clave-123456", address));
  });

  test("of one account from one address is stopped, existing or not", async () => {
    const { email } = await createOwner();
    for (const target of [email, "nadie@example.com"]) {
      const address = newAddress();
      const { count, answer } = await repeatWhile(400, 30, (n) =>
        signIn(target, `clave-${n}`, address),
      );
      expect(count).toBe(20);
      expectTooMany(answer);
    }
  });

  test("of one account from many addresses is stopped", async () => {
    const { email } = await createOwner();
    const { count, answer } = await repeatWhile(400, 60, (n) =>
      signIn(email, `clave-${n}`, newAddress()),
    );
    expect(count).toBe(40);
    expectTooMany(answer);
  });

  test("succeeds no sooner when all guesses are sent concurrently", async () => {
    const owner = await createOwner();
    const address = newAddress();
    const wrong = Array.from({ length: 60 }, (_, n) => signIn(owner.email, `clave-${n}`, address));
    await Promise.all(wrong);
    expectTooMany(await signIn(owner.email, owner.password, address));
  });

  test("gets only one more guess after a pause", async () => {
    const { email } = await createOwner();
    const address = newAddress();
    await repeatWhile(400, 30, (n) => signIn(email, `clave-${n}`, address));
    await pass(31);
    expect((await signIn(email, "clave-31", address)).status).toBe(400);
    expectTooMany(await signIn(email, "clave-32", address));
  });

  test("gains nothing from another spelling of the name or address in the same network", async () => {
    const { email } = await createOwner();
    const spellings = [email, email.toUpperCase(), ` ${email}`];
    const { count } = await repeatWhile(400, 30, (n) =>
      signIn(spellings[n % 3] ?? email, `clave-${n}`, `2001:db8:7:7::${n.toString(16)}`),
    );
    expect(count).toBe(20);
  });

  test("gains nothing from punctuation in a phone number, from any address", async () => {
    const owner = await createOwner();
    const spell = (n: number) => `${owner.phone} ${"!".repeat(n / 6)}${"-_.*/#"[n % 6]}`;
    const guess = (n: number, password: string, address: string) =>
      call("token?grant_type=password", { phone: spell(n), password }, address);
    const nearby = await repeatWhile(400, 30, (n) => guess(n, `clave-${n}`, home));
    expect(nearby.count).toBe(20);
    expectTooMany(await guess(31, owner.password, home));
    const far = await repeatWhile(400, 60, (n) => guess(n, `clave-${n}`, newAddress()));
    expect(far.count).toBe(40 - nearby.count);
  });

  test.each([
    ["an extension", (phone: string) => `${phone.slice(0, -1)};isub=${phone.slice(-1)}`],
    ["a context", (phone: string) => `tel:${phone.slice(0, 6)};phone-context=+${phone.slice(6)}`],
    ["letters", (phone: string) => `${phone} ext`],
  ])("finds no account by a phone that is written with %s", async (_words, spell) => {
    const owner = await createOwner();
    const enter = (phone: string) =>
      call("token?grant_type=password", { phone, password: owner.password }, home);
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await enter(spell(owner.phone))).body).toMatchObject({ code: "invalid_credentials" });
    }
    expect((await enter(owner.phone)).status).toBe(200);
  });

  test("of a phone with and without its country code is counted together", async () => {
    const owner = await createOwner();
    const national = owner.phone.slice(1);
    const { count } = await repeatWhile(400, 60, (n) =>
      call(
        "token?grant_type=password",
        { phone: [owner.phone, national][n % 2], password: `clave-${n}` },
        newAddress(),
      ),
    );
    expect(count).toBe(40);
  });

  test("gets the same Retry-After at an address known to the account and elsewhere", async () => {
    const owner = await createOwner();
    const other = await createDealership(server);
    const waits = [];
    for (const { email } of [owner, other]) {
      await repeatWhile(400, 60, (n) => signIn(email, `clave-${n}`, newAddress()));
    }
    await repeatWhile(400, 60, (n) => signIn(`alguien-${n}@example.com`, "clave-123456", home));
    for (const { email } of [owner, other]) {
      const refused = await signIn(email, "clave-123456", home);
      expectTooMany(refused);
      waits.push(refused.headers.get("retry-after"));
    }
    expect(waits).toEqual(["90", "90"]);
  });

  test("by a client that forges X-Forwarded-For is stopped", async () => {
    const { email } = await createOwner();
    const address = newAddress();
    const { count } = await repeatWhile(400, 30, (n) =>
      signIn(email, `clave-${n}`, `192.0.2.${n}, ${address}`),
    );
    expect(count).toBe(20);
  });
});

describe("the owner of an account under attack (threat 23)", () => {
  test("signs in from a known address while strangers are refused", async () => {
    const owner = await createOwner();
    await repeatWhile(400, 60, (n) => signIn(owner.email, `clave-${n}`, newAddress()));
    expectTooMany(await signIn(owner.email, owner.password, newAddress()));
    expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
  });

  test("signs in from anywhere after a hundred concurrent guesses from one address", async () => {
    const owner = await createOwner();
    const address = newAddress();
    const guesses = Array.from({ length: 100 }, (_, n) =>
      signIn(owner.email, `clave-${n}`, address),
    );
    const heard = (await Promise.all(guesses)).map(({ status }) => status);
    expect(heard.filter((status) => status === 400)).toHaveLength(20);
    expect((await signIn(owner.email, owner.password, newAddress())).status).toBe(200);
  });

  test("signs in at an address from which other accounts are attacked", async () => {
    const owner = await createOwner();
    await repeatWhile(400, 60, (n) => signIn(`alguien-${n}@example.com`, "clave-123456", home));
    expectTooMany(await signIn("otra@example.com", "clave-123456", home));
    expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
    expectTooMany(await signIn(owner.email, "mal-escrita", home));
  });

  test("keeps the session, and can refresh it without limit", async () => {
    const owner = await createOwner();
    const { body } = await signIn(owner.email, owner.password, home);
    await repeatWhile(400, 60, (n) => signIn(owner.email, `clave-${n}`, home));
    let token = body?.refresh_token;
    for (let n = 0; n < 60; n += 1) {
      const answer = await call("token?grant_type=refresh_token", { refresh_token: token }, home);
      expect(answer.status).toBe(200);
      token = answer.body?.refresh_token;
    }
  });

  test("is known at a new address once a link from a mail was opened there", async () => {
    const owner = await createOwner();
    await server.sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), ${owner.id}, 'recovery_token', encode(extensions.digest('secreto', 'sha256'), 'hex'), ${owner.email})`;
    await repeatWhile(400, 60, (n) => signIn(owner.email, `clave-${n}`, newAddress()));
    const cafe = newAddress();
    expectTooMany(await signIn(owner.email, owner.password, cafe));
    const opened = await call("verify", { type: "recovery", token_hash: "secreto" }, cafe);
    expect(opened.status).toBe(200);
    expect((await signIn(owner.email, owner.password, cafe)).status).toBe(200);
  });

  test("who signs in correctly again and again is never limited", async () => {
    const owner = await createOwner();
    for (let n = 0; n < 25; n += 1) {
      expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
    }
  });
});

describe("a client that keeps the processor busy with passwords", () => {
  test("by sixty concurrent guesses does not delay other people's sign-in", async () => {
    const owner = await createOwner();
    const address = newAddress();
    const { count, all } = countAnswers(60, (n) =>
      signIn(`nadie-${n}@example.com`, "clave-123456", address),
    );
    await vi.waitUntil(() => count() > 0, patience);
    expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
    const statuses = (await all).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
  });

  test("by changing its own password again and again does not delay others' sign-in", async () => {
    const owner = await createOwner();
    const busy = await createOwner();
    const address = newAddress();
    const { body } = await signIn(busy.email, busy.password, address);
    const { count, all } = countAnswers(40, () =>
      callAuth(server, "user", {
        method: "PUT",
        token: String(body?.access_token),
        body: { password: busy.password },
        headers: { "x-forwarded-for": address },
      }),
    );
    await vi.waitUntil(() => count() > 0, patience);
    expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
    const codes = (await all).map(({ body: answer }) => answer?.code);
    expect(new Set(codes)).toEqual(new Set(["same_password"]));
  });
});

test("nine hundred concurrent refreshes of made-up tokens do not delay others' sign-in", async () => {
  const owner = await createOwner();
  const address = newAddress();
  const { count, all } = countAnswers(900, (n) =>
    call("token?grant_type=refresh_token", { refresh_token: `inventado-${n}` }, address),
  );
  await vi.waitUntil(() => count() > 0, patience);
  expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
  const statuses = (await all).map(({ status }) => status);
  expect(statuses).toHaveLength(900);
  expect(statuses.filter((status) => ![400, 503, 504].includes(status))).toEqual([]);
});

/** Runs `act` `times` times concurrently and counts the answers so far. */
function countAnswers(times: number, act: (n: number) => Promise<AuthAnswer>) {
  let answered = 0;
  const acts = Array.from({ length: times }, async (_, n) => {
    const answer = await act(n);
    answered += 1;
    return answer;
  });
  return { count: () => answered, all: Promise.all(acts) };
}

describe("a stranger who requests mails", () => {
  test.each(["recover", "resend"])(
    "by %s for one mailbox is stopped, whether or not it has an account",
    async (path) => {
      const known = await createDealership(server);
      if (path === "resend") {
        await server.sql`update auth.users set email_confirmed_at = null where id = ${known.id}`;
      }
      for (const email of [known.email, "nadie@example.com"]) {
        const { count, answer } = await repeatWhile(200, 10, () =>
          call(path, { type: "signup", email }, newAddress()),
        );
        expect(count).toBe(4);
        expectTooMany(answer, tooManyMails);
      }
      expect((await readMailsTo(server.dataDir, known.email)).length).toBeLessThanOrEqual(4);
    },
  );

  test("by resend does not use up another person's recovery, from one address or many", async () => {
    const owner = await createOwner();
    for (let n = 0; n < 8; n += 1) {
      await call("resend", { type: "signup", email: owner.email }, newAddress());
    }
    expect((await call("recover", { email: owner.email }, home)).status).toBe(200);
    expect(await readMailsTo(server.dataDir, owner.email)).toHaveLength(1);
  });

  test("and is refused does not stop the owner's own mails", async () => {
    const address = newAddress();
    const ask = (email: string, from: string) => call("recover", { email }, from);
    await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`nadie-${n}@example.com`, address)));
    const owner = await createOwner();
    for (let n = 0; n < 8; n += 1) expectTooMany(await ask(owner.email, address), tooManyMails);
    expect((await ask(owner.email, home)).status).toBe(200);
  });

  test("from one address for many mailboxes is stopped", async () => {
    const address = newAddress();
    const asked = Array.from({ length: 50 }, (_, n) =>
      call("recover", { email: `nadie-${n}@example.com` }, address),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expectTooMany(answers.find(({ status }) => status !== 200) ?? null, tooManyMails);
  });
});

describe("a stranger who creates accounts", () => {
  test("by signing up over and over is stopped", async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, n) =>
        call("signup", { email: `nuevo-${n}@example.com`, password: "corta" }, address),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(8);
  });

  test("by requesting access over and over is stopped with a Spanish error", async () => {
    await server.sql`select private.take_attempt('access-request', '127.0.0.1', 60, '1 hour')
      from generate_series(1, 60)`;
    const typed = makeAccessRequest();
    expect(await submitRequest(server, typed)).toEqual({
      status: 429,
      body: { error: "Demasiados intentos. Espera un momento e inténtalo de nuevo." },
    });
    expect(await server.sql`select 1 from auth.users where email = ${typed.email}`).toEqual([]);
    await pass(61);
    expect((await submitRequest(server, typed)).status).toBe(200);
  });
});

test("a stranger who guesses links is stopped, by POST and by GET", async () => {
  const address = newAddress();
  const { count, answer } = await repeatWhile(403, 80, (n) =>
    call("verify", { type: "recovery", token_hash: `inventado-${n}` }, address),
  );
  expect(count).toBe(60);
  expectTooMany(answer);
  const opened = await fetch(`${server.url}/auth/v1/verify?type=recovery&token=x`, {
    redirect: "manual",
    headers: { "x-forwarded-for": address },
  });
  expect(opened.headers.get("location")).toContain("error_code=over_request_rate_limit");
});

test("the rate limits store no readable address or name", async () => {
  const { email } = await createOwner();
  await signIn(email, "mal-escrita", home);
  const kept = await server.sql`
    select (a.*)::text as row from private.attempts a
    union all select (k.*)::text from private.known_addresses k`;
  expect(kept.length).toBeGreaterThan(3);
  for (const { row } of kept) {
    expect(row).not.toContain(home);
    expect(row).not.toContain(email);
  }
});
