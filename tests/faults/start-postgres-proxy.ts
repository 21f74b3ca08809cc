import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a PostgreSQL. */
export type PostgresProxy = {
  /** The PostgreSQL's URL, through the proxy. */
  url: string;
  /** The number of connections accepted so far. */
  connections(): number;
  /**
   * Closes the next connection that carries a row of at least this many bytes, right after that
   * row.
   */
  cutAfterRow(bytes: number): void;
  /** Closes all connections and every new one, like a proxy without a PostgreSQL behind it. */
  rejectConnections(): void;
  /**
   * Silently drops all traffic on the current connections, like a network that forgot them. New
   * connections work.
   */
  dropSilently(): void;
  /** Accepts connections again. */
  accept(): void;
  stop(): Promise<void>;
};

/** Starts it on a free port. */
export async function startPostgresProxy(postgresUrl: string): Promise<PostgresProxy> {
  const behind = Number(new URL(postgresUrl).port);
  const taken = new Set<Socket>();
  let connections = 0;
  let isPassing = true;
  let cutBytes: number | null = null;
  const isCut = (bytes: number): boolean => {
    if (cutBytes === null || bytes < cutBytes) return false;
    cutBytes = null;
    return true;
  };

  const server = createServer((client) => {
    connections += 1;
    client.on("error", () => undefined);
    if (!isPassing) {
      client.resume();
      client.end();
      return;
    }
    taken.add(client);
    client.on("close", () => taken.delete(client));
    passThrough(client, connect(behind, "127.0.0.1"), isCut);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(postgresUrl);
  url.port = String((server.address() as AddressInfo).port);
  const endAll = () => {
    for (const client of taken) client.destroy();
  };
  return {
    url: url.href,
    connections: () => connections,
    cutAfterRow: (bytes) => {
      cutBytes = bytes;
    },
    rejectConnections: () => {
      isPassing = false;
      endAll();
    },
    dropSilently: () => {
      for (const client of taken) client.emit("forgotten");
    },
    accept: () => {
      isPassing = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}

/** Copies both ways until the last row allowed, or until the connection is forgotten. */
function passThrough(client: Socket, postgres: Socket, isCut: (bytes: number) => boolean): void {
  let rest = Buffer.alloc(0);
  postgres.on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const { end, isLast } = findEnd(rest, isCut);
    client.write(rest.subarray(0, end));
    rest = rest.subarray(end);
    if (!isLast) return;
    client.end();
    postgres.destroy();
  });
  client.on("data", (bytes) => postgres.write(bytes));
  client.once("forgotten", () => {
    client.removeAllListeners("data").resume();
    postgres.removeAllListeners("data").resume();
  });
  client.on("close", () => postgres.destroy());
  postgres.on("error", () => client.destroy());
  postgres.on("close", () => client.end());
}

const dataRow = "D".charCodeAt(0);

/** The end of the last whole message, or of the row after which to cut. */
function findEnd(bytes: Buffer, isCut: (bytes: number) => boolean) {
  let end = 0;
  while (bytes.length >= end + 5) {
    const length = bytes.readUInt32BE(end + 1) + 1;
    if (bytes.length < end + length) break;
    end += length;
    if (bytes[end - length] === dataRow && isCut(length)) return { end, isLast: true };
  }
  return { end, isLast: false };
}
