import { type CallerStatement, createPreparedTexts, type Identity } from "./caller-statement.ts";
import { type Connections, send } from "./connections.ts";
import { isConnectionLost } from "./failures.ts";
import type { SessionSettings } from "./read-address.ts";
import type { Asker, Shares } from "./shares.ts";

/** PostgreSQL takes 10,000 bytes of settings with a connection. */
const longestClaims = 2_000;

/**
 * Reads of visitors over connections that are theirs from the start, made by `open` when the first
 * one comes: role, claims, time and that nothing is written are settings of the session, so that a
 * statement goes alone and commits itself. Only who may all see the same is served: none that has a
 * session, whose end must be noticed, and of several keys of visitors the first that comes.
 */
export function openVisitorReads(open: (settings: SessionSettings) => Connections, shares: Shares) {
  const texts = createPreparedTexts();
  const share = createSharedReads<object>(shares);
  let opened: { claims: string; connections: Connections } | null = null;
  const ask = async ({ text, values }: CallerStatement): Promise<object> => {
    const connections = opened?.connections;
    if (!connections) throw new Error("Nobody is served yet");
    const statement = { name: texts.nameOf(text), text, values };
    const { rows } = await connections.use((client) => send<object>(client, statement));
    if (!rows[0]) throw new Error("The statement gave no row");
    return rows[0];
  };
  return {
    serves({ role, claims: all }: Identity): boolean {
      if (role !== "anon" || all.sub !== undefined) return false;
      const claims = JSON.stringify({ ...all, role });
      if (!opened && claims.length <= longestClaims) {
        const session = { role, "request.jwt.claims": claims };
        const connections = open({ ...session, default_transaction_read_only: "on" });
        opened = { claims, connections };
      }
      return opened?.claims === claims;
    },
    /** The statement's one row; that of alike ones that wait together is read once. */
    async read<Row extends object>(asker: Asker, statement: CallerStatement): Promise<Row> {
      const row = await share(asker, statement, () =>
        ask(statement).catch((error) => {
          if (!isConnectionLost(error)) throw error;
          return ask(statement);
        }),
      );
      return row as Row;
    },
    end: async () => opened?.connections.end(),
  };
}

type Read<Row> = PromiseWithResolvers<Row> & {
  isSent: boolean;
  askers: number;
  /** When the one before it has been answered. */
  due: Promise<unknown>;
};

/**
 * One read of a key is under way at a time. All that come meanwhile are the next one, which is sent
 * when the first of them has its turn: no row is older than a question for it.
 */
export function createSharedReads<Row>({ take }: Pick<Shares, "take">) {
  const latest = new Map<object, Read<Row>>();
  const join = (key: object): Read<Row> => {
    const last = latest.get(key);
    if (last && !last.isSent) return last;
    const due = last ? last.promise.catch(() => undefined) : Promise.resolve();
    const read = { ...Promise.withResolvers<Row>(), isSent: false, askers: 0, due };
    latest.set(key, read);
    return read;
  };
  const forget = (key: object, read: Read<Row>): void => {
    if (latest.get(key) === read) latest.delete(key);
  };
  /** Gives what `send` gives, or what that of somebody else with the same key gives. */
  return async (asker: Asker, key: object, send: () => Promise<Row>): Promise<Row> => {
    const read = join(key);
    read.askers += 1;
    await read.due;
    if (read.isSent) return read.promise;
    const turn = take(asker, async () => {
      if (read.isSent) return;
      read.isSent = true;
      await send().then(read.resolve, read.reject);
      forget(key, read);
    });
    const unlessRefused = turn.then(
      () => read.promise,
      (error: unknown) => {
        read.askers -= 1;
        if (read.askers === 0) forget(key, read);
        throw error;
      },
    );
    return Promise.race([read.promise, unlessRefused]);
  };
}
