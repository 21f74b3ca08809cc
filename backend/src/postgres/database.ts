import type { PoolClient, QueryConfig } from "pg";
import { callerShares, type DatabaseTimes, databaseTimes, ownerShares } from "../limits.ts";
import {
  beginReading,
  beginWriting,
  type CallerStatement,
  type CallerStatementOptions,
  createCallerStatement,
  type Identity,
} from "./caller-statement.ts";
import {
  type Connections,
  openConnections,
  readOnlyState,
  toReadOnlyServerError,
} from "./connections.ts";
import { hasCode } from "./failures.ts";
import { listen, type NotificationHandlers } from "./listen.ts";
import { runOnClient, runTransaction, waitAtMost } from "./pool.ts";
import type { SessionSettings } from "./read-address.ts";
import { createShares, type Requester, type ShareLimits } from "./shares.ts";
import { createSql, type Sql } from "./sql.ts";

/**
 * The identity that a statement runs as. `headers` are those that callerHeaders allows. `client` is
 * the key for fair sharing (a user id or a visitor's network), null for requests of our own pages.
 * `isVisitor` is also true if a function acts for a visitor with the service key.
 */
export type Caller = {
  identity: Identity;
  headers: Record<string, string>;
  client: string | null;
  isVisitor: boolean;
};

/**
 * URLs of a database. Requests use the pooler, if there is one. `hasRoom` reports free disk space
 * of an embedded database.
 */
export type DatabaseAddress = {
  ownerUrl: string;
  callerUrl: string;
  poolerUrl?: string | undefined;
  hasRoom?(): boolean;
  /** Overrides of limits.ts, for tests. */
  times?: Partial<DatabaseTimes>;
};

/** Generic plans: with row security, planning takes longer than most statements. */
const callerSettings = { plan_cache_mode: "force_generic_plan" };

/**
 * All access to PostgreSQL: as the owner, and as callers under row security. `application` is the
 * connections' application_name. Connects with the first query, so a database that is down fails
 * the request and not the start.
 */
export function openDatabase({
  ownerUrl,
  callerUrl,
  poolerUrl,
  hasRoom = () => true,
  application = "backend",
  times,
}: DatabaseAddress & { application?: string }) {
  const limits = { ...databaseTimes, ...times };
  const { connectMs, statementMs, idleTransactionMs, readMs, probeMs } = limits;
  const openRequest = createOpenRequest(limits);
  const settings = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
  };
  const own = (extra: SessionSettings) => (poolerUrl ? null : { ...settings, ...extra });
  const by = (url: string) => (poolerUrl ? poolerUrlFor(poolerUrl, url) : url);
  const common = { application, settings: own({}), connectMs, readMs, reached: { at: 0 } };
  const owners = openConnections(by(ownerUrl), { ...common, max: sizeOf(ownerShares) });
  const callers = openConnections(by(callerUrl), {
    ...common,
    settings: own(callerSettings),
    max: sizeOf(callerShares),
  });
  const ofProbes = { ...common, readMs: probeMs * 2, max: 1 };
  const probes = openConnections(ownerUrl, {
    ...ofProbes,
    settings: { ...settings, statement_timeout: probeMs },
  });
  const callerProbes = openConnections(by(callerUrl), {
    ...ofProbes,
    settings: own(callerSettings),
  });
  const inTurn = (connections: Connections, limits: ShareLimits) => {
    const { take, usage } = createShares(limits);
    const withClient = <T>(requester: Requester, work: (client: PoolClient) => Promise<T>) =>
      take(requester, () => connections.use(work));
    return { withClient, usage };
  };
  const single = inTurn(owners, ownerShares.single);
  const changes = inTurn(owners, ownerShares.changes);
  const storageSingle = inTurn(owners, ownerShares.storageSingle);
  const storageChanges = inTurn(owners, ownerShares.storageChanges);
  const statements = inTurn(callers, callerShares.statements);
  const transactions = inTurn(callers, callerShares.transactions);
  const runCallerStatement = createCallerStatement(statements.withClient);
  const runProbe = createCallerStatement((_asker, work) => callerProbes.use(work));
  const sqlFor = ({ withClient }: typeof single, requester: Requester) =>
    createSql((text, values) =>
      withClient(requester, (client) => runOnClient(client)(text, values).catch(throwReadOnly)),
    );
  return {
    /** For libraries that open their own connections (the mail queue). */
    ownerUrl,
    /** Runs single statements as the owner. */
    owner: sqlFor(single, null),
    /** Storage has a separate share, so that a thousand pictures cannot block sign-ins. */
    storageOwner: sqlFor(storageSingle, null),
    /** For readiness checks, on a separate connection. */
    probe: createSql((text, values) => probes.use((client) => runOnClient(client)(text, values))),
    /** As `probe`, but runs as a visitor, the way requests of callers do. */
    probeCaller: async (): Promise<void> => {
      const opening = { requester: null, statement: openRequest(visitor) };
      await runProbe(opening, { text: "select 1 as answer", values: [] }, { isReadOnly: true });
    },
    /** Subscribes to a `notify` channel; see listen.ts. */
    listen: (channel: string, hear: NotificationHandlers) =>
      listen({ url: ownerUrl, application }, channel, hear),
    /** `owner` on behalf of a client, which can never use all connections. */
    ownerFor: (client: string | null) => sqlFor(single, clientOf(client)),
    asOwner: <T>(client: string | null, work: (sql: Sql) => Promise<T>): Promise<T> =>
      changes.withClient(clientOf(client), (connection) =>
        runTransaction(connection, [beginWriting], work).catch(throwReadOnly),
      ),
    /** As `asOwner`, for storage transactions, which may wait for a slow object store. */
    asStorageOwner: <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
      storageChanges.withClient(null, (connection) =>
        runTransaction(connection, [beginWriting, waitForFiles], work).catch(throwReadOnly),
      ),
    asCaller: <T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T> => {
      const isWritable = hasRoom();
      const opening = [isWritable ? beginWriting : beginReading, openRequest(caller)];
      return transactions.withClient(requesterOf(caller), (connection) =>
        runTransaction(connection, opening, work).catch(isWritable ? throwReadOnly : throwDiskFull),
      );
    },
    /**
     * Runs one statement that returns one row, in its own transaction (see caller-statement.ts).
     */
    callerStatement: async <Row extends object>(
      caller: Caller,
      statement: CallerStatement,
      options: CallerStatementOptions<Row>,
    ): Promise<Row> => {
      const opening = { requester: requesterOf(caller), statement: openRequest(caller) };
      if (options.isReadOnly || hasRoom()) return runCallerStatement(opening, statement, options);
      const reading = { ...options, isReadOnly: true };
      return runCallerStatement(opening, statement, reading).catch(throwDiskFull);
    },
    /** False while the disk is full: callers can then read but not write. */
    hasRoom,
    /** Usage of the connections for callers' statements. */
    usage: statements.usage,
    close: (): Promise<void> => {
      const all = [owners, callers, probes, callerProbes];
      return waitAtMost(5_000, Promise.all(all.map((each) => each.end())));
    },
  };
}

export type Database = ReturnType<typeof openDatabase>;

/** The pooler's URL with the user and password of the given URL. */
export function poolerUrlFor(poolerUrl: string, url: string): string {
  const { username, password } = new URL(url);
  return Object.assign(new URL(poolerUrl), { username, password }).href;
}

/** The pool holds all shares together, so that an admitted request never waits for a connection. */
function sizeOf(shares: Record<string, ShareLimits>): number {
  return Object.values(shares).reduce((sum, { concurrency }) => sum + concurrency, 0);
}

const waitForFiles = {
  text: `set local idle_in_transaction_session_timeout = ${databaseTimes.idleStorageTransactionMs}`,
};

/**
 * Page renders are not queued per client. A server function's queries count against its caller's
 * share.
 */
function requesterOf({ client, isVisitor }: Caller): Requester {
  return client === null ? null : { client, isVisitor };
}

function clientOf(client: string | null): Requester {
  return client === null ? null : { client, isVisitor: false };
}

/** Maps the read-only error of a write to a full disk. */
function throwDiskFull(error: unknown): never {
  if (hasCode(error, readOnlyState)) {
    throw Object.assign(new Error("The disk is full", { cause: error }), { code: "ENOSPC" });
  }
  throw error;
}

function throwReadOnly(error: unknown): never {
  throw toReadOnlyServerError(error);
}

/**
 * Rejects an ended session (PT401), then sets role, claims, headers and the statement timeout for
 * the rest of the transaction.
 */
const openRequestText = `select private.check_session($1::text::jsonb),
  set_config('role', $2, true),
  set_config('request.jwt.claims', $1, true),
  set_config('request.headers', $3, true),
  set_config('statement_timeout', $4, true)`;

/** An anonymous visitor without headers. */
const visitor = { identity: { role: "anon", claims: {} }, headers: {} } as const;

function createOpenRequest({ visitorStatementMs, statementMs }: DatabaseTimes) {
  return ({ identity, headers }: Pick<Caller, "identity" | "headers">): QueryConfig => ({
    name: "open_request",
    text: openRequestText,
    values: [
      JSON.stringify({ ...identity.claims, role: identity.role }),
      identity.role,
      JSON.stringify(headers),
      String(identity.role === "anon" ? visitorStatementMs : statementMs),
    ],
  });
}
