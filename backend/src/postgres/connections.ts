import { Socket } from "node:net";
import {
  Client,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResultRow,
} from "pg";
import { ConnectionError, hasCode, isConnectionLost } from "./failures.ts";
import { readPgAddress, type SessionSettings } from "./read-address.ts";

/** When any role last connected to this PostgreSQL. */
export type LastConnected = { at: number };

export type ConnectionsOptions = {
  max: number;
  /** The `application_name` of the connections. */
  application?: string;
  /**
   * Session settings. Null behind a transaction pooler, where sessions change per transaction and
   * prepared statements cannot be named.
   */
  settings?: SessionSettings | null;
  /** Limit for connecting, and for waiting for a connection. */
  connectMs?: number;
  /** Limit for an answer; without it, no limit. */
  readMs?: number;
  reached?: LastConnected;
};

/** Each connection takes 2 to 11 MB, and connecting takes a few milliseconds. */
const idleMs = 20_000;
const lifetimeSeconds = 30 * 60;

/** After a failed attempt, requests within this time fail immediately; then one tries again. */
const pauseMs = 200;

/**
 * Opens a pool of connections for one role. Each connection serves one piece of work at a time;
 * statements sent without waiting are pipelined. After a missing answer, or if the server is
 * read-only, the whole pool is replaced, because every other connection would fail too.
 */
export function openConnections(
  url: string,
  { max, application, settings, connectMs = 0, readMs, reached = { at: 0 } }: ConnectionsOptions,
) {
  const open = (): Pool => {
    const pool = new Pool({
      ...readPgAddress(url, settings),
      application_name: application,
      Client: OwnSocketClient,
      pipeline: true,
      max,
      connectionTimeoutMillis: connectMs,
      query_timeout: readMs,
      idleTimeoutMillis: idleMs,
      maxLifetimeSeconds: lifetimeSeconds,
    });
    pool.on("error", ignore);
    pool.on("connect", (client) => {
      if (settings === null) withoutNames.add(client);
      client.on("error", () => ended.add(client));
    });
    return pool;
  };
  let current = open();
  let isClosed = false;
  let failed: { error: unknown; at: number; until: number } | null = null;

  const replace = (left: Pool): void => {
    if (left !== current || isClosed) return;
    current = open();
    left.end().catch(ignore);
  };
  const connect = async (pool: Pool): Promise<PoolClient> => {
    const now = performance.now();
    if (failed && failed.at > reached.at && pool.idleCount === 0) {
      if (now < failed.until) throw notConnected(failed.error);
      failed.until = now + pauseMs;
    }
    try {
      const client = await pool.connect();
      reached.at = performance.now();
      return client;
    } catch (error) {
      const at = performance.now();
      if (!isClosed) failed = { error, at, until: at + pauseMs };
      throw notConnected(error);
    }
  };
  return {
    /**
     * Runs work on a connection. A connection that is lost or still in a transaction is not reused.
     * Throws ConnectionError if there is none.
     */
    async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
      const pool = current;
      const client = await connect(pool);
      let isLost = false;
      try {
        return await work(client);
      } catch (error) {
        isLost = error instanceof ConnectionError || isConnectionLost(error);
        if (error instanceof ConnectionError && forAll.has(error.code)) replace(pool);
        throw error;
      } finally {
        client.release(isLost || ended.has(client) || client.getTransactionStatus() !== "I");
      }
    },
    async end(): Promise<void> {
      isClosed = true;
      await current.end();
    },
  };
}

export type Connections = ReturnType<typeof openConnections>;

/** Connections that the server or the network ended. */
const ended = new WeakSet<object>();

/** Connections on which statements must not be named. */
const withoutNames = new WeakSet<object>();

/** Errors that affect all connections of the pool. */
const forAll = new Set(["READ_TIMEOUT", "READ_ONLY_SERVER"]);

const ignore = () => undefined;

function notConnected(cause: unknown): ConnectionError {
  const words = wordsOf(cause);
  const isBusy = words === "timeout exceeded when trying to connect";
  return new ConnectionError(isBusy ? "POOL_TIMEOUT" : "CONNECT_FAILED", words, cause);
}

/** For a host with several addresses the AggregateError has no message of its own. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(wordsOf).join(", ");
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * A client with access to its socket. pg itself sends each statement separately, and its timeout
 * error has no code.
 */
class OwnSocketClient extends Client {
  readonly socket: Socket;
  readonly readMs: number;
  constructor({ query_timeout, ...config }: ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.readMs = query_timeout ?? Number.POSITIVE_INFINITY;
  }
}

/**
 * Pipelines statements in one write. Returns all results, or throws the first error after all have
 * finished.
 */
export async function sendPipelined(client: PoolClient, statements: readonly QueryConfig[]) {
  const socket = client instanceof OwnSocketClient ? client.socket : null;
  socket?.cork();
  const sent = statements.map((statement) => send(client, statement));
  socket?.uncork();
  const answers = await Promise.allSettled(sent);
  return answers.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
}

/** Sends a statement. Errors that are not PostgreSQL's own become ConnectionErrors. */
export async function send<Row extends QueryResultRow>(client: PoolClient, statement: QueryConfig) {
  const deadline = endWithoutAnswer(client);
  try {
    return await client.query<Row>(withoutNames.has(client) ? unnamed(statement) : statement);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof DatabaseError) throw error;
    if (deadline.isOver()) {
      throw new ConnectionError("READ_TIMEOUT", "PostgreSQL does not answer", error);
    }
    if (ended.has(client)) throw new ConnectionError("CONNECTION_LOST", error.message, error);
    throw error;
  } finally {
    deadline.stop();
  }
}

/** Closes the connection, with all statements on it, if an answer takes too long. */
function endWithoutAnswer(client: PoolClient): { isOver: () => boolean; stop: () => void } {
  if (!(client instanceof OwnSocketClient) || !Number.isFinite(client.readMs)) {
    return { isOver: () => false, stop: ignore };
  }
  const { socket, readMs } = client;
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    socket.destroy();
  }, readMs);
  return { isOver: () => isOver, stop: () => clearTimeout(timer) };
}

function unnamed({ text, values }: QueryConfig): QueryConfig {
  return values ? { text, values } : { text };
}

/** SQLSTATE read_only_sql_transaction: the transaction or the server is read-only. */
export const readOnlyState = "25006";

/**
 * Maps a read-only error of work that must write to a ConnectionError: such a server is unusable.
 */
export function toReadOnlyServerError(error: unknown): unknown {
  if (!hasCode(error, readOnlyState)) return error;
  return new ConnectionError("READ_ONLY_SERVER", "PostgreSQL is read-only", error);
}
