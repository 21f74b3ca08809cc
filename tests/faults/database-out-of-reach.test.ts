import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { openPool } from "#backend/postgres/pool.ts";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { type MailCatcher, startMailCatcher } from "#backend-tests/support/mail.ts";
import type { ExternalPostgres } from "#tests/support/external-postgres.ts";
import { makeInquiry } from "#tests/support/leads.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import {
  createDataFolder,
  type DataFolder,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import { startPreparedPostgres } from "./prepared-folder.ts";
import { type PostgresProxy, startPostgresProxy } from "./start-postgres-proxy.ts";

const secret = "the secret of a server with an external PostgreSQL";

let postgres: ExternalPostgres;
let proxy: PostgresProxy;
let folder: DataFolder;
let server: ServerProcess;
let anonKey: string;
let mails: MailCatcher;
let dealer: Person;
let token: string;
let photo: string;

beforeAll(async () => {
  postgres = await startPreparedPostgres();
  proxy = await startPostgresProxy(postgres.ownerUrl);
  folder = createDataFolder();
  const mailPort = await findFreePort();
  mails = await startMailCatcher(mailPort);
  server = await folder.start({
    DATABASE_URL: proxy.url,
    JWT_SECRET: secret,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  });
  const serviceKey = await makeApiKey(secret, "service_role");
  anonKey = await makeApiKey(secret, "anon");
  dealer = await createDealership({
    url: server.url,
    anonKey,
    sql: postgres.sql,
    service: () => createTestClient(server.url, serviceKey),
  });
  token = await tokenOf(dealer);
  const { data, error } = await dealer.client.storage
    .from("vehicle_images")
    .upload(`${dealer.id}/${randomUUID()}.jpg`, await smallJpeg(), { contentType: "image/jpeg" });
  if (error) throw error;
  photo = `/storage/v1/object/public/${data.fullPath}`;
});
afterAll(async () => {
  folder.remove();
  await server.ended;
  await mails.stop();
  await proxy.stop();
  await postgres.stop();
});

type Answer = { status: number; body: string };

async function ask(bearer: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${bearer}`,
      "content-type": "application/json",
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.text() };
}

const sendInquiry = (inquiry = makeInquiry(dealer)) =>
  ask(anonKey, "/functions/v1/send-lead-notification", inquiry);

/** One call to each endpoint that needs the database. Those in `write` change something. */
function callEveryEndpoint(): { read: Promise<Answer>[]; write: Promise<Answer>[] } {
  const password = { email: dealer.email, password: dealer.password };
  const row = { user_id: dealer.id, brand: "Kia", model: "Tarde", year: 2020 };
  return {
    read: [
      ask(token, "/rest/v1/vehicles?select=id"),
      ask(anonKey, "/rest/v1/vehicles?select=id"),
      ask(token, "/auth/v1/user"),
      ask(token, "/storage/v1/object/list/vehicle_images", { prefix: dealer.id }),
      ask(anonKey, photo),
      ask(anonKey, "/readyz"),
    ],
    write: [
      ask(token, "/rest/v1/vehicles", row),
      ask(anonKey, "/auth/v1/token?grant_type=password", password),
      ask(anonKey, "/auth/v1/recover", { email: dealer.email }),
      sendInquiry(),
    ],
  };
}

async function waitUntilReady(): Promise<void> {
  await expect.poll(async () => (await ask(anonKey, "/readyz")).status).toBe(200);
}

describe("fault 2: a proxy cuts off an answer of PostgreSQL after its row", () => {
  test("a dealer gets at most 503, and is still signed in afterwards", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      proxy.cutAfterRow(400);
      expect((await ask(token, "/auth/v1/user")).status).toBe(503);
      const next = await Promise.all(Array.from({ length: 6 }, () => ask(token, "/auth/v1/user")));
      expect(next.map(({ status }) => status)).toEqual(Array(6).fill(200));
    }
  });

  test("a visitor gets at most 503, and sees the photo afterwards", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      proxy.cutAfterRow(60);
      expect((await ask(anonKey, photo)).status).toBe(503);
      const next = await Promise.all(Array.from({ length: 6 }, () => ask(anonKey, photo)));
      expect(next.map(({ status }) => status)).toEqual(Array(6).fill(200));
    }
  });
});

describe("fault 2: a proxy accepts connections without a PostgreSQL behind it", () => {
  test("everyone gets 503, also at /readyz, and requests succeed after recovery", async () => {
    proxy.rejectConnections();
    const answers: Answer[] = [];
    for (let round = 0; round < 20; round += 1) {
      const { read, write } = callEveryEndpoint();
      answers.push(...(await Promise.all([...read, ...write])));
    }
    proxy.accept();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    await waitUntilReady();
    const { read, write } = callEveryEndpoint();
    const after = await Promise.all([...read, ...write]);
    expect(after.filter(({ status }) => status >= 300)).toEqual([]);
  });
});

describe("fault 2: a network silently drops every connection to PostgreSQL", () => {
  test("a visitor's inquiry is stored and its mails are sent over new connections", async () => {
    const inquiry = makeInquiry(dealer);
    const wasSent = () => mails.received.some(({ source }) => source.includes(inquiry.email));
    proxy.dropSilently();
    await expect.poll(async () => (await sendInquiry(inquiry)).status, { interval: 500 }).toBe(200);
    await expect.poll(wasSent).toBe(true);
  });
});

/** As superuser, in a database that stays available. */
async function change(statement: string): Promise<void> {
  const url = new URL(postgres.ownerUrl);
  const sql = openPool(`postgres://postgres:postgres-1@${url.host}/postgres`, { max: 1 });
  await sql.unsafe(statement);
  await sql.end();
}

/** Terminates the server's connections, not the test's own. */
const endAll = () =>
  change(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'vitrina%' or usename ~ '${logins}'`);

/** The roles that the platform logs in with: the owner, and the callers' login. */
const logins = "^(vitrina_owner|authenticator_[0-9]+)$";

type Login = { name: string; password: string };

/** `password` is the stored hash, which PostgreSQL also accepts when setting a password. */
const findLogins = () => postgres.sql<Login[]>`
  select rolname as name, rolpassword as password from pg_authid where rolname ~ ${logins}`;

describe("fault 2: PostgreSQL refuses the platform's connections", () => {
  test.each<[string, (login: Login) => string, (login: Login) => string]>([
    [
      "its passwords were changed",
      ({ name }) => `alter role ${name} password 'another'`,
      ({ name, password }) => `alter role ${name} password '${password}'`,
    ],
    [
      "its roles may not log in",
      ({ name }) => `alter role ${name} nologin`,
      ({ name }) => `alter role ${name} login`,
    ],
    [
      "its roles have too many connections",
      ({ name }) => `alter role ${name} connection limit 0`,
      ({ name }) => `alter role ${name} connection limit -1`,
    ],
    [
      "its database takes no connections",
      () => "alter database vitrina allow_connections false",
      () => "alter database vitrina allow_connections true",
    ],
  ])(
    "everyone gets 503 without any role name if %s, and service resumes",
    async (_kind, on, off) => {
      const found = await findLogins();
      expect(found).toHaveLength(2);
      for (const login of found) await change(on(login));
      await endAll();
      const { read, write } = callEveryEndpoint();
      const answers = await Promise.all([...read, ...write]);
      for (const login of found) await change(off(login));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      expect(
        answers.filter(({ body }) => /vitrina_owner|authenticator|postgres/.test(body)),
      ).toEqual([]);
      await waitUntilReady();
      expect((await ask(token, "/auth/v1/user")).status).toBe(200);
    },
  );

  test("writes get 503 while the database is read-only, reads succeed, and writes resume", async () => {
    await change("alter database vitrina set default_transaction_read_only = on");
    await endAll();
    await waitUntilReady();
    const { read, write } = callEveryEndpoint();
    const seen = await Promise.all(read);
    const refused = await Promise.all(write);
    await change("alter database vitrina reset default_transaction_read_only");
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200));
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
    // Each rejected write closed its connection, so the next uses a new, writable one.
    const row = { user_id: dealer.id, brand: "Kia", model: "Luego", year: 2020 };
    await ask(token, "/rest/v1/vehicles", row);
    await expect.poll(async () => (await ask(token, "/rest/v1/vehicles", row)).status).toBe(201);
  });

  test("a dealer gets 503 if a lock exceeds the operator's lock_timeout", async () => {
    await change("alter database vitrina set lock_timeout = '200ms'");
    await endAll();
    await waitUntilReady();
    const refused = await postgres.sql.begin(async (holder) => {
      await holder`lock table public.vehicles in access exclusive mode`;
      return ask(token, "/rest/v1/vehicles?select=id");
    });
    await change("alter database vitrina reset lock_timeout");
    await endAll();
    expect(refused).toMatchObject({ status: 503, body: expect.stringContaining("PGRST000") });
    await waitUntilReady();
  });
});
