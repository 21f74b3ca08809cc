import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A running name server: where it listens, and its end. */
export type NameServer = { address: string; stop(): Promise<void> };

/** What it says of a name: its TXT records, that there is none (NXDOMAIN), or nothing at all. */
export type TextAnswer = string[] | "none" | "silence";

const TXT = 16;
const header = 12;
const noSuchName = 3;

/**
 * Starts a name server (RFC 1035, UDP) on a free port of this machine, that answers questions for
 * TXT records.
 */
export async function startNameServer(answer: (name: string) => TextAnswer): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, end } = readName(query);
    const found = answer(name);
    if (found !== "silence")
      socket.send(reply(query.subarray(0, end), found), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** The one question of a query, and where its type and class end. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = header;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

function reply(question: Buffer, found: string[] | "none"): Buffer {
  const records = found === "none" ? [] : found.map(record);
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | (found === "none" ? noSuchName : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

/**
 * A TXT record of the question's own name; a text is cut into the pieces of 255 characters that a
 * record is made of.
 */
function record(text: string): Buffer {
  const pieces = text.match(/.{1,255}/g) ?? [""];
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
  );
  const start = Buffer.from([0xc0, header, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0]);
  start.writeUInt16BE(data.length, 10);
  return Buffer.concat([start, data]);
}
