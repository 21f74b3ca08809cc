import type { Identity } from "#backend/postgres/caller-statement.ts";
import { openDatabase } from "#backend/postgres/database.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import type { Sql } from "#backend/postgres/sql.ts";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import type { Person } from "./people.ts";

/** The caller in a test: a person with a session, a visitor, or a program with the service key. */
export type Actor = Person | "anonymous" | "service";

/**
 * A migrated database for one test. `sql` is the superuser's; `as` acts as the API does for a
 * caller.
 */
export type World = {
  sql: SqlPool;
  ownerUrl: string;
  as<T>(actor: Actor, work: (sql: Sql) => Promise<T>, headers?: Record<string, string>): Promise<T>;
  close(): Promise<void>;
};

/** Opens an empty copy of the migrated template database. */
export async function openWorld(): Promise<World> {
  const test = await createTestDatabase();
  const database = openDatabase(test);
  return {
    sql: test.sql,
    ownerUrl: test.ownerUrl,
    as: (actor, work, headers = {}) =>
      database.asCaller(
        { identity: identify(actor), headers, client: null, isVisitor: false },
        work,
      ),
    close: async () => {
      await database.close();
      await test.drop();
    },
  };
}

function identify(actor: Actor): Identity {
  if (actor === "anonymous") return { role: "anon", claims: {} };
  if (actor === "service") return { role: "service_role", claims: {} };
  const { id, sessionId, email, phone, aal } = actor;
  return { role: "authenticated", claims: { sub: id, session_id: sessionId, email, phone, aal } };
}
