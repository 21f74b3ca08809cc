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
import { type Connections, openConnections, readOnlyState, requireWrites } from "./connections.ts";
import { hasCode } from "./failures.ts";
import { type Hearing, listen } from "./listen.ts";
import { runOver, runTransaction, within } from "./pool.ts";
import type { SessionSettings } from "./read-address.ts";
import { type Asker, createShares, type ShareLimits } from "./shares.ts";
import { createSql, type Sql } from "./sql.ts";

/**
 * On whose behalf a statement runs. `headers` holds only what callerHeaders lets through; `client`
 * tells those who ask apart (a signed-in person, a visitor's network) and is null for what a page
 * asks in process. `isVisitor` also where a function asks with the service key for one.
 */
export type Caller = {
  identity: Identity;
  headers: Record<string, string>;
  client: string | null;
  isVisitor: boolean;
};

/**
 * Where a database is reached; what serves requests goes by way of the pooler, where there is one.
 * `hasRoom` tells of its disk, where that is ours to look at.
 */
export type DatabaseAddress = {
  ownerUrl: string;
  callerUrl: string;
  poolerUrl?: string | undefined;
  hasRoom?(): boolean;
  /** Times other than those of limits.ts, for tests. */
  times?: Partial<DatabaseTimes>;
};

/** Plans are made once: under row security planning takes longer than what most statements do. */
const callerSettings = { plan_cache_mode: "force_generic_plan" };

/**
 * All doors to PostgreSQL: the owner's, and the callers', under row security. PostgreSQL shows
 * their connections as those of `application`. Nothing is connected before the first query, so a
 * database that is down fails the request, not the start.
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
  const by = (url: string) => (poolerUrl ? atPooler(poolerUrl, url) : url);
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
    const lend = <T>(asker: Asker, work: (client: PoolClient) => Promise<T>) =>
      take(asker, () => connections.use(work));
    return { lend, usage };
  };
  const single = inTurn(owners, ownerShares.single);
  const changes = inTurn(owners, ownerShares.changes);
  const storageSingle = inTurn(owners, ownerShares.storageSingle);
  const storageChanges = inTurn(owners, ownerShares.storageChanges);
  const statements = inTurn(callers, callerShares.statements);
  const transactions = inTurn(callers, callerShares.transactions);
  const runCallerStatement = createCallerStatement(statements.lend);
  const runProbe = createCallerStatement((_asker, work) => callerProbes.use(work));
  const sqlFor = ({ lend }: typeof single, asker: Asker) =>
    createSql((text, values) =>
      lend(asker, (client) => runOver(client)(text, values).catch(tellNoWrites)),
    );
  return {
    /** For libraries that bring their own connections (the mail queue). */
    ownerUrl,
    /** For single statements of the platform. */
    owner: sqlFor(single, null),
    /** What storage looks up goes apart: a thousand pictures keep nobody from signing in. */
    storageOwner: sqlFor(storageSingle, null),
    /** For one question, whether the database answers, which waits behind nothing else. */
    probe: createSql((text, values) => probes.use((client) => runOver(client)(text, values))),
    /** The same for one question of a visitor's, asked as every request of a caller is. */
    probeCaller: async (): Promise<void> => {
      const opening = { asker: null, statement: openRequest(nobody) };
      await runProbe(opening, { text: "select 1 as answer", values: [] }, { isReadOnly: true });
    },
    /** Hears a channel of PostgreSQL's `notify` from now on; see listen.ts. */
    listen: (channel: string, hear: Hearing) =>
      listen({ url: ownerUrl, application }, channel, hear),
    /** `owner` for what a client, as in `Caller`, makes us ask; one alone never has them all. */
    ownerFor: (client: string | null) => sqlFor(single, clientOf(client)),
    asOwner: <T>(client: string | null, work: (sql: Sql) => Promise<T>): Promise<T> =>
      changes.lend(clientOf(client), (connection) =>
        runTransaction(connection, [beginWriting], work).catch(tellNoWrites),
      ),
    /** The same for storage, whose work may wait for a slow store of files. */
    asStorageOwner: <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
      storageChanges.lend(null, (connection) =>
        runTransaction(connection, [beginWriting, waitForFiles], work).catch(tellNoWrites),
      ),
    asCaller: <T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T> => {
      const isWritable = hasRoom();
      const opening = [isWritable ? beginWriting : beginReading, openRequest(caller)];
      return transactions.lend(askerOf(caller), (connection) =>
        runTransaction(connection, opening, work).catch(isWritable ? tellNoWrites : tellFullDisk),
      );
    },
    /** One statement that gives one row, in a transaction of its own (see caller-statement.ts). */
    callerStatement: async <Row extends object>(
      caller: Caller,
      statement: CallerStatement,
      options: CallerStatementOptions<Row>,
    ): Promise<Row> => {
      const opening = { asker: askerOf(caller), statement: openRequest(caller) };
      if (options.isReadOnly || hasRoom()) return runCallerStatement(opening, statement, options);
      const reading = { ...options, isReadOnly: true };
      return runCallerStatement(opening, statement, reading).catch(tellFullDisk);
    },
    /** False while the disk below is full: callers read then and write nothing. */
    hasRoom,
    /** How busy the connections for callers' statements are. */
    usage: statements.usage,
    close: (): Promise<void> => {
      const all = [owners, callers, probes, callerProbes];
      return within(5_000, Promise.all(all.map((each) => each.end())));
    },
  };
}

export type Database = ReturnType<typeof openDatabase>;

/** The pooler's address for whoever logs in at PostgreSQL's. */
export function atPooler(poolerUrl: string, url: string): string {
  const { username, password } = new URL(url);
  return Object.assign(new URL(poolerUrl), { username, password }).href;
}

/** A pool has as many as all of its shares together, so that whose turn it is waits for none. */
function sizeOf(shares: Record<string, ShareLimits>): number {
  return Object.values(shares).reduce((sum, { atOnce }) => sum + atOnce, 0);
}

const waitForFiles = {
  text: `set local idle_in_transaction_session_timeout = ${databaseTimes.idleStorageTransactionMs}`,
};

/** Pages wait behind nobody. What a function asks takes the share of whoever called it. */
function askerOf({ client, isVisitor }: Caller): Asker {
  return client === null ? null : { client, isVisitor };
}

function clientOf(client: string | null): Asker {
  return client === null ? null : { client, isVisitor: false };
}

/** For a write in a transaction that only reads because there is no room on the disk. */
function tellFullDisk(error: unknown): never {
  if (hasCode(error, readOnlyState)) {
    throw Object.assign(new Error("The disk is full", { cause: error }), { code: "ENOSPC" });
  }
  throw error;
}

function tellNoWrites(error: unknown): never {
  throw requireWrites(error);
}

/**
 * The one statement that refuses an ended session (PT401) and then sets role, claims, headers and
 * the time that the next statements of this transaction may take.
 */
const openRequestText = `select private.check_session($1::text::jsonb),
  set_config('role', $2, true),
  set_config('request.jwt.claims', $1, true),
  set_config('request.headers', $3, true),
  set_config('statement_timeout', $4, true)`;

/** A visitor of whom nothing is known. */
const nobody = { identity: { role: "anon", claims: {} }, headers: {} } as const;

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
