import { type CallerStatement, createPreparedTexts, type Identity } from "./caller-statement.ts";
import { type Connections, send } from "./connections.ts";
import { isConnectionLost } from "./failures.ts";
import type { SessionSettings } from "./read-address.ts";
import { createSharedReads } from "./shared-reads.ts";
import type { Asker, Shares } from "./shares.ts";

/**
 * Reads of visitors over connections that are theirs from the start: role, claims, time and that
 * nothing is written are settings of the session, so that a statement goes alone and commits
 * itself. Only who may all see the same is served: none that has a session, whose end must be
 * noticed, and of several keys of visitors the first that comes.
 */
export type VisitorReads = {
  serves(identity: Identity): boolean;
  /** The statement's one row; that of alike ones that wait together is read once. */
  read<Row extends object>(asker: Asker, statement: CallerStatement): Promise<Row>;
  end(): Promise<void>;
};

/** PostgreSQL takes 10,000 bytes of settings with a connection. */
const longestClaims = 2_000;

/** `open` makes connections with these settings when the first visitor comes. */
export function openVisitorReads(
  open: (settings: SessionSettings) => Connections,
  shares: Shares,
): VisitorReads {
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
    serves({ role, claims: all }) {
      if (role !== "anon" || all.sub !== undefined) return false;
      const claims = JSON.stringify({ ...all, role });
      if (!opened && claims.length <= longestClaims) {
        const settings = {
          role,
          "request.jwt.claims": claims,
          default_transaction_read_only: "on",
        };
        opened = { claims, connections: open(settings) };
      }
      return opened?.claims === claims;
    },
    async read<Row extends object>(asker: Asker, statement: CallerStatement) {
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
