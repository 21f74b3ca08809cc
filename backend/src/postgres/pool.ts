import type { PoolClient, QueryConfig } from "pg";
import { type ConnectionsOptions, openConnections, send, sendPipelined } from "./connections.ts";
import { createSql, type Run, type Sql } from "./sql.ts";

/** SQL on its own connections, for scripts and tests. */
export type SqlPool = Sql & {
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Closes the connections. Those still in use after `timeout` seconds are abandoned. */
  end(options?: { timeout?: number }): Promise<void>;
};

/** Opens a pool for a PostgreSQL URL. Connects with the first statement. */
export function openPool(url: string, options: ConnectionsOptions): SqlPool {
  const connections = openConnections(url, options);
  const sql = createSql((text, values) =>
    connections.use((client) => runOnClient(client)(text, values)),
  );
  const extras = {
    begin: <T>(work: (sql: Sql) => Promise<T>) =>
      connections.use((client) => runTransaction(client, [{ text: "begin" }], work)),
    end: ({ timeout = 5 } = {}) => waitAtMost(timeout * 1_000, connections.end()),
  };
  return Object.assign(sql, extras);
}

/** Sends statements on one connection. */
export function runOnClient(client: PoolClient): Run {
  return (text, values) => send(client, { text, values });
}

/**
 * Runs work in a transaction. The statements of `opening` are pipelined. Any error rolls back, even
 * one that `work` caught. Statements after the end throw, because the connection may be in use
 * elsewhere by then.
 */
export async function runTransaction<T>(
  client: PoolClient,
  opening: readonly QueryConfig[],
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const run = runOnClient(client);
  let isOver = false;
  const sql = createSql(async (text, values) => {
    if (isOver) throw new Error("The transaction is over");
    return run(text, values);
  });
  try {
    await sendPipelined(client, opening);
    const result = await work(sql);
    isOver = true;
    const { command } = await send(client, { text: "commit" });
    if (command !== "COMMIT") throw new Error("A statement failed and its error was ignored");
    return result;
  } catch (error) {
    isOver = true;
    await send(client, { text: "rollback" }).catch(() => undefined);
    throw error;
  }
}

/** Runs work on a connection that is closed afterwards. */
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

/** Waits for the work, but at most `ms`. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}
