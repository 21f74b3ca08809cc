import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A running name server: its address, and how to stop it. */
export type NameServer = { address: string; stop(): Promise<void> };

/** The answer for a name: its TXT records, NXDOMAIN, or no response. */
export type TextAnswer = string[] | "none" | "silence";

const TXT = 16;
const header = 12;
const noSuchName = 3;

/** Starts a name server (RFC 1035, UDP) for TXT queries on a free local port. */
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

/** The question of a query, and the offset behind its type and class. */
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

/** A TXT record for the question's name; text is split into pieces of at most 255 bytes. */
function record(text: string): Buffer {
  const pieces = text.match(/.{1,255}/g) ?? [""];
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
  );
  const start = Buffer.from([0xc0, header, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0]);
  start.writeUInt16BE(data.length, 10);
  return Buffer.concat([start, data]);
}
