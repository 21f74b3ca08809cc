import { type ConnectionsOptions, openConnections } from "./connections.ts";
import { createSql, type Sql } from "./sql.ts";
import { runOver, runTransaction } from "./transaction.ts";

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
