import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareCallerLogin } from "#backend/postgres/caller-login.ts";
import { openPool } from "#backend/postgres/pool.ts";
import { type ExternalPostgres, startExternalPostgres } from "#tests/support/external-postgres.ts";

const secret = "the secret of the processes of one site";

let postgres: ExternalPostgres;
beforeAll(async () => {
  postgres = await startExternalPostgres();
  await asOwner(postgres.ownerUrl, [
    "create role anon noinherit",
    "create role authenticated noinherit",
    "create role service_role noinherit",
    ...whatMigrationsMake,
  ]);
});
afterAll(() => postgres.stop());

/** Only what a login depends on. */
const whatMigrationsMake = [
  "create schema private",
  "create function private.check_session(jsonb) returns void language sql return null",
];

async function asOwner(url: string, statements: string[]): Promise<void> {
  const sql = openPool(url, { max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

/** The role and rights of a fresh connection. */
async function whoIs(url: string): Promise<unknown> {
  const sql = openPool(url, { max: 1 });
  try {
    return await sql`select current_user::text as user, current_database()::text as database`;
  } finally {
    await sql.end();
  }
}

test("processes of a site that start concurrently share one caller login", async () => {
  const urls = await Promise.all(
    Array.from({ length: 8 }, () => prepareCallerLogin(postgres.ownerUrl, secret)),
  );
  const [url = ""] = urls;
  expect(new Set(urls)).toEqual(new Set([url]));
  expect(url).not.toContain(secret);
  expect(await whoIs(url)).toEqual([{ user: new URL(url).username, database: "vitrina" }]);
});

test("two databases of a server have separate logins that do not conflict", async () => {
  await postgres.sql`create database other owner vitrina_owner`;
  const otherUrl = Object.assign(new URL(postgres.ownerUrl), { pathname: "/other" }).href;
  await asOwner(otherUrl, whatMigrationsMake);
  const ours = await prepareCallerLogin(postgres.ownerUrl, secret);
  const theirs = await prepareCallerLogin(otherUrl, "the secret of another site altogether");
  expect(await whoIs(theirs)).toEqual([{ user: new URL(theirs).username, database: "other" }]);
  expect(await whoIs(ours)).toEqual([{ user: new URL(ours).username, database: "vitrina" }]);
  const strange = Object.assign(new URL(ours), { password: new URL(theirs).password }).href;
  await expect(whoIs(strange)).rejects.toThrow("password authentication failed");
});

test("an operator gets a one-line error if the owner cannot create roles", async () => {
  await postgres.sql`alter role vitrina_owner nocreaterole`;
  const refused = prepareCallerLogin(postgres.ownerUrl, secret);
  await expect(refused).rejects.toThrow(
    /^its role cannot create the login role authenticator_\d+: it needs CREATEROLE, .+$/,
  );
  await postgres.sql`alter role vitrina_owner createrole`;
});

test("an operator gets a one-line error if the caller login is rejected", async () => {
  const url = await prepareCallerLogin(postgres.ownerUrl, secret);
  const { username } = new URL(url);
  await postgres.sql.unsafe(`alter role ${username} connection limit 0`);
  await expect(prepareCallerLogin(postgres.ownerUrl, secret)).rejects.toThrow(
    new RegExp(`^PostgreSQL rejects the login of ${username}: .+$`),
  );
  await postgres.sql.unsafe(`alter role ${username} connection limit -1`);
});
