import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy before a PostgreSQL, which connections to it go through. */
export type PostgresProxy = {
  /** The PostgreSQL's URL, through the proxy. */
  url: string;
  /** How many connections it has taken so far. */
  connections(): number;
  /**
   * Ends, politely, the next connection over which a row of at least so many bytes goes, right
   * after it.
   */
  cutAfterRow(bytes: number): void;
  /**
   * Ends all connections and then, politely and at once, each that it takes, as a proxy does with
   * no PostgreSQL behind it.
   */
  turnAway(): void;
  /**
   * Lets nothing more through on the connections that there are, without a word, as a network does
   * that forgets them. Others go through.
   */
  forget(): void;
  /** Takes connections again. */
  pass(): void;
  stop(): Promise<void>;
};

/** Starts it on a port of its own. */
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
    turnAway: () => {
      isPassing = false;
      endAll();
    },
    forget: () => {
      for (const client of taken) client.emit("forgotten");
    },
    pass: () => {
      isPassing = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}

/** Both ways, until a row is the last that goes through, or the connection is forgotten. */
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

/** Where the last whole message ends, or the row that is to be the last. */
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
