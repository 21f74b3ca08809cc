import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import { prepareCallerLogin } from "#backend/postgres/caller-login.ts";
import type { Role } from "#backend/postgres/caller-statement.ts";
import { type Caller, type Database, openDatabase } from "#backend/postgres/database.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { openPool, type SqlPool } from "#backend/postgres/pool.ts";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { startExternalPostgres } from "#tests/support/external-postgres.ts";

/** `sql` is the superuser's, `owner` the owner's; `login` is the role that callers log in as. */
type Place = {
  sql: SqlPool;
  owner: SqlPool;
  login: string;
  ownerUrl: string;
  callerUrl: string;
  database: Database;
  close(): Promise<void>;
};

/** The embedded PostgreSQL, with a separate login made like `authenticator`. */
async function openEmbedded(): Promise<Place> {
  const test = await createTestDatabase();
  const login = `login_${test.ownerUrl.slice(-12)}`;
  await test.sql.unsafe(`
    create role ${login} login noinherit in role anon, authenticated, service_role;
    grant usage on schema private to ${login};
    grant execute on function private.check_session(jsonb) to ${login}`);
  const callerUrl = Object.assign(new URL(test.ownerUrl), { username: login }).href;
  const database = openDatabase({ ...test, callerUrl });
  return {
    sql: test.sql,
    owner: test.sql,
    login,
    ownerUrl: test.ownerUrl,
    callerUrl,
    database,
    close: async () => {
      await database.close();
      await test.sql.unsafe(`drop owned by ${login}; drop role ${login}`);
      await test.drop();
    },
  };
}

/** A server set by DATABASE_URL, with an owner without superuser. */
async function openExternal(): Promise<Place> {
  const { ownerUrl, sql, stop } = await startExternalPostgres();
  await installQueue(ownerUrl);
  await applyMigrations(ownerUrl, databaseSchema);
  const callerUrl = await prepareCallerLogin(ownerUrl, "the secret of a server of callers");
  const database = openDatabase({ ownerUrl, callerUrl });
  const owner = openPool(ownerUrl, { max: 1 });
  return {
    sql,
    owner,
    login: new URL(callerUrl).username,
    ownerUrl,
    callerUrl,
    database,
    close: async () => {
      await Promise.all([database.close(), owner.end()]);
      await stop();
    },
  };
}

const callerOf = (role: Role, claims = {}): Caller => {
  const identity = { role, claims };
  return { identity, headers: {}, client: null, isVisitor: role === "anon" };
};
const callers = (["anon", "authenticated", "service_role"] as const).map(
  (role): [string, Caller] => [role, callerOf(role)],
);

/** A row that each caller may write in its own role. */
const statement = {
  text: "insert into public.marks (words) values ($1) returning words",
  values: ["written"],
};

describe.each<[string, () => Promise<Place>]>([
  ["the embedded PostgreSQL", openEmbedded],
  ["an external PostgreSQL", openExternal],
])("over %s", (_where, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
    await place.sql.unsafe(`
      create table public.marks (words text);
      grant insert, select on public.marks to anon, authenticated, service_role`);
  });
  afterAll(() => place?.close());
  afterEach(async () => {
    vi.restoreAllMocks();
    await place.sql`delete from public.marks`;
    await place.owner.unsafe(`grant anon, authenticated, service_role to ${place.login}`);
  });

  const write = (caller: Caller) =>
    place.database.callerStatement(caller, statement, { isReadOnly: false });
  const revokeRoles = () =>
    place.owner.unsafe(`revoke anon, authenticated, service_role from ${place.login}`);
  const written = () => place.sql`select words from public.marks`;

  test.each(callers)("%s writes a row if nothing fails", async (_role, caller) => {
    expect(await write(caller)).toEqual({ words: "written" });
    expect(await written()).toHaveLength(1);
  });

  test.each(callers)("%s writes nothing if begin fails", async (_role, caller) => {
    breakBegin();
    await expect(write(caller)).rejects.toMatchObject({ code: "42601" });
    expect(await written()).toHaveLength(0);
  });

  test.each(callers)("%s writes nothing if setting the role fails", async (_role, caller) => {
    await revokeRoles();
    await expect(write(caller)).rejects.toMatchObject({ code: "42501" });
    expect(await written()).toHaveLength(0);
  });

  test.each(callers)(
    "%s writes nothing if begin and setting the role fail",
    async (_role, caller) => {
      breakBegin();
      await revokeRoles();
      await expect(write(caller)).rejects.toMatchObject({ code: "42601" });
      expect(await written()).toHaveLength(0);
    },
  );

  test.each(callers)(
    "a transaction of %s sends no statement if begin or setting the role fails",
    async (_role, caller) => {
      const work = vi.fn(async () => undefined);
      breakBegin();
      await expect(place.database.asCaller(caller, work)).rejects.toMatchObject({ code: "42601" });
      vi.restoreAllMocks();
      await revokeRoles();
      await expect(place.database.asCaller(caller, work)).rejects.toMatchObject({ code: "42501" });
      expect(work).not.toHaveBeenCalled();
    },
  );

  test("the caller login has no table rights and only the session check function", async () => {
    const tables = await place.sql`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and case when c.relkind = 'S' then has_sequence_privilege(${place.login}, c.oid, 'usage, select, update')
          else has_table_privilege(${place.login}, c.oid, 'select, insert, update, delete, truncate, references, trigger')
            or has_any_column_privilege(${place.login}, c.oid, 'select, insert, update, references') end`;
    expect(tables).toEqual([]);
    const functions = await place.sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and has_schema_privilege(${place.login}, n.oid, 'usage')
        and has_function_privilege(${place.login}, p.oid, 'execute')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    expect(functions).toEqual([{ name: "private.check_session(jsonb)" }]);
  });
});

/** Makes every `begin` fail until it is restored. */
function breakBegin(): void {
  const query = Client.prototype.query;
  vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, config: unknown) {
    const statement = config as { name?: string; text: string };
    const broken = { text: "begin nonsense" };
    return Reflect.apply(query, this, [statement.text.startsWith("begin") ? broken : statement]);
  } as never);
}
