import postgres from "postgres";

/** SQLSTATE of a write where only reading is allowed: in this transaction, or on this server. */
const readOnlyState = "25006";

/**
 * Whether a write was refused since the server takes none at all, as one does that others have taken the place of, and not because its transaction was begun to read
 * only. PostgreSQL says with each connection, and again when it changes, what it is.
 */
export function isReadOnlyServer({ parameters }: postgres.Sql, error: unknown): boolean {
  if (!(error instanceof postgres.PostgresError) || error.code !== readOnlyState) return false;
  const { in_hot_standby, default_transaction_read_only } = parameters;
  return [in_hot_standby, default_transaction_read_only].some((value) => String(value) === "on");
}

/** What is thrown then: for whoever writes there is no database. */
export function readOnlyServer(cause: unknown): Error {
  const error = new Error("PostgreSQL takes no writes", { cause });
  return Object.assign(error, { code: "READ_ONLY_SERVER" });
}
