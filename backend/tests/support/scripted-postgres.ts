import { type AddressInfo, createServer, type Socket } from "node:net";

/** What it says in one go; with `"end"` it ends the connection. */
export type Words = readonly (Buffer | "end")[];

/** Something that speaks as PostgreSQL does and says what a test wants it to. */
export type ScriptedPostgres = { url: string; connections(): number; stop(): void };

type Script = {
  /** What it says to each that connects; by default that it is ready. */
  welcome?: Words;
  /** What it says to each statement that it hears, in turn, over whatever connection. */
  answers?: readonly Words[];
};

/** Starts it on a port of its own. */
export async function startScriptedPostgres({
  welcome = [welcomed, ready],
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
    url: `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/x`,
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

/** The ends of statements among what was heard: Query and Sync. */
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

export const welcomed = message("R", int32(0));
export const ready = message("Z", Buffer.from("I"));

/** That rows follow, of one text, `x`. */
export const columns = message(
  "T",
  int16(1),
  text("x"),
  ...[int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)],
);

export const row = (value: string) =>
  message("D", int16(1), int32(Buffer.byteLength(value)), Buffer.from(value));

export const complete = (command: string) => message("C", text(command));

/** An error with its SQLSTATE. */
export const failure = (state: string, severity = "ERROR") =>
  message(
    "E",
    text(`S${severity}`),
    text(`V${severity}`),
    text(`C${state}`),
    text('Mrole "somebody" of database "x"'),
    Buffer.alloc(1),
  );

/** The whole answer to a statement that finds one row. */
export const one: Words = [columns, row("one"), complete("SELECT 1"), ready];
