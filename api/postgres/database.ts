import postgres from "postgres";
import type { Identity } from "#contract/identity.ts";
import {
  type CallerStatement,
  type CallerStatementOptions,
  createCallerStatement,
} from "./caller-statement.ts";
import { type ConnectAttempts, createConnectAttempts } from "./connect-attempts.ts";
import { farewell } from "./farewell.ts";
import { runTransaction } from "./lane-transaction.ts";
import { openLanes } from "./lanes.ts";
import { openPool } from "./open-pool.ts";
import { createSilences, type Silences } from "./silences.ts";
import { openSteadyPool } from "./steady-pool.ts";
import { type Asker, createTurns, type TurnLimits, type TurnUsage } from "./turns.ts";
import { watchSockets } from "./watched-socket.ts";

/**
 * On whose behalf a statement runs. `headers` holds only what callerHeaders lets through; `client` tells those who ask apart (a signed-in person, a
 * visitor's network) and is null for what a page asks in process. `isVisitor` also where a function asks with the service key for one.
 */
export type Caller = {
  identity: Identity;
  headers: Record<string, string>;
  client: string | null;
  isVisitor: boolean;
};

/** All doors to PostgreSQL: the owner's, for what the platform itself keeps, and the caller's, under row security. */
export type Database = {
  /** For libraries that bring their own connections (the mail queue); their silences are noticed with the others'. */
  ownerUrl: string;
  silences: Silences;
  /** For single statements of the platform. */
  owner: postgres.Sql;
  /** The same for what storage looks up, apart: a thousand pictures keep nobody from signing in. */
  storageOwner: postgres.Sql;
  /** The same for one question, whether the database answers, which waits behind nothing else. */
  probe: postgres.Sql;
  /** The same for one question of a visitor's, asked as every request of a caller is. */
  probeCaller(): Promise<void>;
  /** For the schema and its changes. */
  caller: postgres.Sql;
  /** `owner` for what a client makes us ask, named as in `Caller`; one client alone never has all connections. */
  ownerFor(client: string | null): postgres.Sql;
  asOwner<T>(client: string | null, work: (sql: postgres.ISql) => Promise<T>): Promise<T>;
  /** The same for storage, whose work may wait for a slow store of files. */
  asStorageOwner<T>(work: (sql: postgres.ISql) => Promise<T>): Promise<T>;
  asCaller<T>(caller: Caller, work: (sql: postgres.ISql) => Promise<T>): Promise<T>;
  /** One statement that gives one row, in a transaction of its own that is sent in one go (see caller-statement.ts). */
  callerStatement<Row extends object>(
    caller: Caller,
    statement: CallerStatement,
    options: CallerStatementOptions<Row>,
  ): Promise<Row>;
  /** False while the disk below is full: callers read then and write nothing. */
  hasRoom(): boolean;
  /** How busy the connections for callers' statements are. */
  usage(): TurnUsage;
  close(): Promise<void>;
};

/** Where a database is reached. `hasRoom` tells of its disk, where that is ours to look at. */
export type DatabaseAddress = { ownerUrl: string; callerUrl: string; hasRoom?(): boolean };

const pool = {
  connect_timeout: 3,
  idle_timeout: 60,
  max_lifetime: 60 * 30,
  backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
} as const;

const statementTimeoutMs = 15_000;

/**
 * A process that stands still or is gone without a word keeps no lock that others wait for: PostgreSQL ends what it left open. Storage may wait for its store of files
 * in between.
 */
const idleTransactionMs = 30_000;
const idleStorageTransactionMs = 120_000;

/** PostgreSQL ends a statement itself when it takes too long; one that does not even do that is given up. */
export const patience = { connectMs: 3_000, silenceMs: statementTimeoutMs + 2_000 };

const probeTimeoutMs = 2_000;

/**
 * One client has half of the connections at most, and all visitors together leave some to whoever is signed in and to the pages. What waits
 * is done within `waitMs` also by a slow machine.
 */
const statementTurns = { all: 10, each: 5, visitors: 7, waiting: 800, waitMs: 5_000 };
const transactionTurns = { all: 5, each: 3, visitors: 3, waiting: 300, waitMs: 5_000 };

/** What the platform asks on its own behalf takes nobody's share; what a client makes it ask, as in signing in, leaves one connection at least to others. */
const ownTurns = (all: number) => ({
  ...statementTurns,
  all,
  each: Math.ceil(all / 2),
  visitors: all,
  waiting: 600,
});

/**
 * Whatever might run before a transaction has set its role runs as `anon`. Plans are made once: under row security planning takes longer than what most
 * statements do.
 */
const callerSettings = { role: "anon", plan_cache_mode: "force_generic_plan" };

/** Opens all connections' pools. Nothing is connected before the first query, so a database that is down fails the request, not the start. */
export function openDatabase({
  ownerUrl,
  callerUrl,
  hasRoom = () => true,
}: DatabaseAddress): Database {
  const connection = {
    application_name: "vitrina",
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    ...farewell,
  };
  const reached = { times: 0 };
  const silences = createSilences();
  const ofOwner = { url: ownerUrl, attempts: createConnectAttempts(reached) };
  const ofCaller = { url: callerUrl, attempts: createConnectAttempts(reached) };
  const openSteady = (max: number, timeoutMs = statementTimeoutMs) =>
    openSteadyPool(ownerUrl, {
      connectMs: patience.connectMs,
      silenceMs: timeoutMs + 2_000,
      attempts: ofOwner.attempts,
      silences,
      turns: createTurns(ownTurns(max)),
      pool: { ...pool, connection: { ...connection, statement_timeout: timeoutMs }, max },
    });
  const openLanesOf = (
    { url, attempts }: Way,
    limits: TurnLimits,
    settings = {},
    silenceMs = patience.silenceMs,
  ) => {
    const turns = createTurns(limits);
    const watched = watchSockets(url, { ...patience, silenceMs, attempts, silences });
    const own = { ...pool, connection: { ...connection, ...settings } };
    return { turns, ...openLanes(url, { max: limits.all, turns, watched, pool: own }) };
  };
  const owner = openSteady(5);
  const storageOwner = openSteady(3);
  const probe = openSteady(1, probeTimeoutMs);
  const watched = watchSockets(callerUrl, { ...patience, attempts: ofCaller.attempts, silences });
  const caller = openPool(callerUrl, { ...pool, ...watched(), connection, max: 1 });
  const changes = openLanesOf(ofOwner, ownTurns(3));
  const storageChanges = openLanesOf(ofOwner, ownTurns(2), {
    idle_in_transaction_session_timeout: idleStorageTransactionMs,
  });
  const transactions = openLanesOf(ofCaller, transactionTurns, callerSettings);
  const statements = openLanesOf(ofCaller, statementTurns, callerSettings);
  const runCallerStatement = createCallerStatement(statements);
  const probes = openLanesOf(ofCaller, ownTurns(1), callerSettings, probeTimeoutMs + 2_000);
  const runProbe = createCallerStatement(probes);
  return {
    ownerUrl,
    silences,
    owner: owner.sql,
    storageOwner: storageOwner.sql,
    probe: probe.sql,
    probeCaller: async () => {
      const opening = { asker: null, text: openRequestText, values: openRequestValues(nobody) };
      await runProbe(opening, { text: "select 1 as answer", values: [] }, { isReadOnly: true });
    },
    caller,
    ownerFor: (client) => owner.sqlFor(clientOf(client)),
    asOwner: (client, work) =>
      changes.use(clientOf(client), (lane) => runTransaction(lane, { isReadOnly: false }, work)),
    asStorageOwner: (work) =>
      storageChanges.use(null, (lane) => runTransaction(lane, { isReadOnly: false }, work)),
    asCaller: (who, work) => {
      const isReadOnly = !hasRoom();
      const answer = transactions.use(askerOf(who), (lane) =>
        runTransaction(lane, { isReadOnly }, async (sql) => {
          await openRequest(sql, who);
          return work(sql);
        }),
      );
      return isReadOnly ? answer.catch(tellFullDisk) : answer;
    },
    callerStatement: async (who, statement, options) => {
      const asker = askerOf(who);
      const opening = { asker, text: openRequestText, values: openRequestValues(who) };
      if (options.isReadOnly || hasRoom()) return runCallerStatement(opening, statement, options);
      const reading = { ...options, isReadOnly: true };
      return runCallerStatement(opening, statement, reading).catch(tellFullDisk);
    },
    hasRoom,
    usage: statements.turns.usage,
    close: async () => {
      const steady = [owner, storageOwner, probe];
      const lanes = [changes, storageChanges, transactions, statements, probes];
      await Promise.all([
        caller.end({ timeout: 5 }),
        ...[...steady, ...lanes].map((part) => part.close()),
      ]);
    },
  };
}

/** The way to PostgreSQL of one of its roles. */
type Way = { url: string; attempts: ConnectAttempts };

/** Pages wait behind nobody's share. What a function asks with the service key takes the share of whoever called it. */
function askerOf({ client, isVisitor }: Caller): Asker {
  return client === null ? null : { client, isVisitor };
}

function clientOf(client: string | null): Asker {
  return client === null ? null : { client, isVisitor: false };
}

const readOnlyState = "25006";

/** A write in a transaction that only reads because there is no room: throws what writing to a full disk throws. */
function tellFullDisk(error: unknown): never {
  if (error instanceof postgres.PostgresError && error.code === readOnlyState) {
    throw Object.assign(new Error("The disk is full", { cause: error }), { code: "ENOSPC" });
  }
  throw error;
}

/** What anybody may ask is over sooner than what people ask, so that strangers cannot hold all connections for long (Supabase: 3 s too). */
const anonymousTimeoutMs = 3_000;

/**
 * The one statement that refuses an ended session (PT401) and then sets role, claims, headers and the time that the next statements of this
 * transaction may take.
 */
const openRequestText = `select private.check_session($1::text::jsonb),
  set_config('role', $2, true),
  set_config('request.jwt.claims', $1, true),
  set_config('request.headers', $3, true),
  set_config('statement_timeout', $4, true)`;

/** A visitor of whom nothing is known. */
const nobody = { identity: { role: "anon", claims: {} }, headers: {} } as const;

/** The parameters of `openRequestText`. */
function openRequestValues({
  identity,
  headers,
}: Pick<Caller, "identity" | "headers">): [string, string, string, string] {
  const timeoutMs = identity.role === "anon" ? anonymousTimeoutMs : statementTimeoutMs;
  return [
    JSON.stringify({ ...identity.claims, role: identity.role }),
    identity.role,
    JSON.stringify(headers),
    String(timeoutMs),
  ];
}

async function openRequest(sql: postgres.ISql, caller: Caller): Promise<void> {
  await sql.unsafe(openRequestText, openRequestValues(caller), { prepare: true });
}
