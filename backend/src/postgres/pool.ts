import type { PoolClient, QueryConfig } from "pg";
import { type ConnectionsOptions, openConnections, send, sendTogether } from "./connections.ts";
import { createSql, type Run, type Sql } from "./sql.ts";

/** SQL over connections of its own, for scripts and tests. */
export type SqlPool = Sql & {
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Ends the connections; those in use `timeout` seconds later are left behind. */
  end(options?: { timeout?: number }): Promise<void>;
};

/** Opens connections to a PostgreSQL URL at the first statement. */
export function openPool(url: string, options: ConnectionsOptions): SqlPool {
  const connections = openConnections(url, options);
  const sql = createSql((text, values) =>
    connections.use((client) => runOver(client)(text, values)),
  );
  const extras = {
    begin: <T>(work: (sql: Sql) => Promise<T>) =>
      connections.use((client) => runTransaction(client, [{ text: "begin" }], work)),
    end: ({ timeout = 5 } = {}) => within(timeout * 1_000, connections.end()),
  };
  return Object.assign(sql, extras);
}

/** Sends statements over one connection. */
export function runOver(client: PoolClient): Run {
  return (text, values) => send(client, { text, values });
}

/**
 * Does the work in a transaction that `opening` begins, whose statements are sent in one go. An
 * error rolls all of it back, also one of a statement that the work did not mind. What the work
 * asks after its end is refused: somebody else has the connection by then.
 */
export async function runTransaction<T>(
  client: PoolClient,
  opening: readonly QueryConfig[],
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const run = runOver(client);
  let isOver = false;
  const sql = createSql(async (text, values) => {
    if (isOver) throw new Error("The transaction is over");
    return run(text, values);
  });
  try {
    await sendTogether(client, opening);
    const result = await work(sql);
    isOver = true;
    const { command } = await send(client, { text: "commit" });
    if (command !== "COMMIT") throw new Error("A statement failed and was not minded");
    return result;
  } catch (error) {
    isOver = true;
    await send(client, { text: "rollback" }).catch(() => undefined);
    throw error;
  }
}

/** Does some work over one connection of its own. */
export async function withConnection<T>(
  url: string,
  options: Omit<ConnectionsOptions, "max">,
  work: (sql: SqlPool) => Promise<T>,
): Promise<T> {
  const sql = openPool(url, { ...options, max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Waits for the work so long at most. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}
