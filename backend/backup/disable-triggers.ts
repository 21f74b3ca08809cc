import { type Client, DatabaseError, escapeIdentifier } from "pg";
import type { ArchivedTable } from "./archive-format.ts";

const insufficientPrivilege = "42501";

/**
 * Keeps triggers from acting on rows that are put back as they were: a superuser (or who was
 * granted the setting, as on Supabase) turns them off for the transaction; an owner without that
 * right, per table. Gives the way to turn them on again before the transaction ends.
 */
export async function silenceTriggers(
  client: Client,
  tables: ArchivedTable[],
): Promise<() => Promise<void>> {
  await client.query("savepoint silence");
  try {
    await client.query("set local session_replication_role = replica");
    return async () => {
      await client.query("set local session_replication_role = origin");
    };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== insufficientPrivilege) throw error;
    await client.query("rollback to savepoint silence");
    await alterAll(client, tables, "disable trigger user");
    return () => alterAll(client, tables, "enable trigger user");
  }
}

async function alterAll(client: Client, tables: ArchivedTable[], change: string): Promise<void> {
  for (const { schema, name } of tables) {
    await client.query(
      `alter table ${escapeIdentifier(schema)}.${escapeIdentifier(name)} ${change}`,
    );
  }
}
