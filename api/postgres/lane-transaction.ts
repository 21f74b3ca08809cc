import type postgres from "postgres";
import type { Lane } from "./lanes.ts";

/**
 * Does the work in a transaction on a lane. An error rolls all of it back, also one of a statement that the work did not mind. postgres.js's own `begin` is not
 * used: with 3.4.9 the process dies when the connection breaks under it (porsager/postgres #1208). Whatever the work asks after that is refused, since
 * the lane is ended.
 */
export async function runTransaction<T>(
  lane: Lane,
  { isReadOnly }: { isReadOnly: boolean },
  work: (sql: postgres.ISql) => Promise<T>,
): Promise<T> {
  const { sql } = lane;
  await sql.unsafe(isReadOnly ? "begin read only" : "begin");
  try {
    const result = await work(sql);
    const { command } = await sql.unsafe("commit");
    if (command !== "COMMIT") throw new Error("A statement failed and was not minded");
    return result;
  } catch (error) {
    // What the work asked elsewhere may be lost, and this connection still have the transaction open.
    if (!lane.isLost) await sql.unsafe("rollback").catch(() => undefined);
    throw error;
  }
}
