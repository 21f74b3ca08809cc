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

/** When anybody got through to a PostgreSQL last, as whichever role. */
export type LastReached = { at: number };

export type ConnectionsOptions = {
  max: number;
  /** What PostgreSQL calls the connections (`application_name`). */
  application?: string;
  /**
   * Settings of the connections' sessions; null where a pooler lends those for one transaction, so
   * that no statement may keep a name either.
   */
  settings?: SessionSettings | null;
  /** How long connecting, and waiting for a connection, may take. */
  connectMs?: number;
  /** How long an answer may take; without it, for ever. */
  readMs?: number;
  reached?: LastReached;
};

/** Each holds 2 to 11 MB, and connecting takes a few milliseconds. */
const idleMs = 20_000;
const lifetimeSeconds = 30 * 60;

/** Where connecting failed, whoever asks within this time hears that again: one tries after it. */
const pauseMs = 200;

/**
 * Opens connections of one role, each of which belongs to one piece of work at a time, in a pool of
 * pg's that connects when somebody asks. What is sent over one connection without
 * waiting goes out at once. Where an answer is missing for too long, or the server takes no writes
 * any more, all of the connections are left for new ones: others would find out one by one.
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
     * Lends a connection. One that is lost, or still in a transaction, is not used again. Throws a
     * ConnectionError where there is none.
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

/** Connections that have ended by themselves. */
const ended = new WeakSet<object>();

/** Connections over which no statement has a name. */
const withoutNames = new WeakSet<object>();

/** What is wrong with all connections when it is with one. */
const forAll = new Set(["READ_TIMEOUT", "READ_ONLY_SERVER"]);

const ignore = () => undefined;

function notConnected(cause: unknown): ConnectionError {
  const words = wordsOf(cause);
  const isBusy = words === "timeout exceeded when trying to connect";
  return new ConnectionError(isBusy ? "POOL_TIMEOUT" : "CONNECT_FAILED", words, cause);
}

/** Of a host with several addresses each has its own error, and the whole says nothing. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(wordsOf).join(", ");
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * A client of whose socket we know: pg itself writes each statement by itself, and its error for a
 * missing answer has no code.
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

/** Sends statements in one write. Gives their answers, or the first error once all have come. */
export async function sendTogether(client: PoolClient, statements: readonly QueryConfig[]) {
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

/** Sends a statement; an error that is not PostgreSQL's own is told as a ConnectionError. */
export async function send<Row extends QueryResultRow>(client: PoolClient, statement: QueryConfig) {
  const patience = endWithoutAnswer(client);
  try {
    return await client.query<Row>(withoutNames.has(client) ? unnamed(statement) : statement);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof DatabaseError) throw error;
    if (patience.isOver()) {
      throw new ConnectionError("READ_TIMEOUT", "PostgreSQL does not answer", error);
    }
    if (ended.has(client)) throw new ConnectionError("CONNECTION_LOST", error.message, error);
    throw error;
  } finally {
    patience.stop();
  }
}

/** Ends the connection when an answer takes too long, and with it every statement on it. */
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

/** SQLSTATE of a write where only reading is allowed: in this transaction, or on this server. */
export const readOnlyState = "25006";

/** For work that was begun to write: a server that takes no writes is for it none at all. */
export function requireWrites(error: unknown): unknown {
  if (!hasCode(error, readOnlyState)) return error;
  return new ConnectionError("READ_ONLY_SERVER", "PostgreSQL takes no writes", error);
}
