import type { PoolClient, QueryConfig } from "pg";
import { send, sendTogether } from "./connections.ts";
import { createSql, type Run, type Sql } from "./sql.ts";

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
