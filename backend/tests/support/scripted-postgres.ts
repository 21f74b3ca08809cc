import { type AddressInfo, createServer, type Socket } from "node:net";

/** Bytes sent in one write; `"end"` closes the connection. */
export type Words = readonly (Buffer | "end")[];

/** A fake PostgreSQL with scripted responses. */
export type ScriptedPostgres = { url: string; connections(): number; stop(): void };

type Script = {
  /** Sent to each new connection; by default a successful login. */
  welcome?: Words;
  /** The responses to statements, in order, across all connections. */
  answers?: readonly Words[];
};

/** Starts the fake on a free port. */
export async function startScriptedPostgres({
  welcome = [authenticationOk, ready],
  answers = [],
}: Script): Promise<ScriptedPostgres> {
  const left = [...answers];
  const taken: Socket[] = [];
  const server = createServer((socket) => {
    taken.push(socket);
    socket.on("error", () => undefined);
    let hasStarted = false;
    socket.on("data", (bytes) => {
      if (hasStarted) {
        for (const _ of readStatements(bytes)) say(socket, left.shift() ?? ["end"]);
        return;
      }
      hasStarted = true;
      say(socket, welcome);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    connections: () => taken.length,
    stop: () => {
      for (const socket of taken) socket.destroy();
      server.close();
    },
  };
}

function say(socket: Socket, words: Words): void {
  const bytes = words.filter((part) => part !== "end");
  socket.write(Buffer.concat(bytes));
  if (bytes.length < words.length) socket.end();
}

/** Yields the end of each statement: Query and Sync messages. */
function* readStatements(bytes: Buffer): Iterable<string> {
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at + 1) + 1) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    if (type === "Q" || type === "S") yield type;
  }
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const text = (value: string) => Buffer.from(`${value}\0`);

export const authenticationOk = message("R", int32(0));
export const ready = message("Z", Buffer.from("I"));

/** RowDescription: one text column, `x`. */
export const columns = message(
  "T",
  int16(1),
  text("x"),
  ...[int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)],
);

export const row = (value: string) =>
  message("D", int16(1), int32(Buffer.byteLength(value)), Buffer.from(value));

export const complete = (command: string) => message("C", text(command));

/** ErrorResponse with an SQLSTATE. */
export const failure = (state: string, severity = "ERROR") =>
  message(
    "E",
    text(`S${severity}`),
    text(`V${severity}`),
    text(`C${state}`),
    text('Mrole "user" of database "x"'),
    Buffer.alloc(1),
  );

/** The complete response to a statement that finds one row. */
export const one: Words = [columns, row("one"), complete("SELECT 1"), ready];
