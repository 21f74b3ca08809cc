import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestServer } from "./test-server.ts";

/**
 * A request body that stalls: its path, the client address that a proxy would send, the length
 * header, and an optional token.
 */
export type SlowBody = { path: string; from: string; length: string; token?: string };

/** Sends the headers and the start of a body, and stalls; without a token as a visitor. */
export function startSlowBody(
  { url, anonKey }: Pick<TestServer, "url" | "anonKey">,
  { path, from, length, token = anonKey }: SlowBody,
): Socket {
  const { hostname, port } = new URL(url);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `apikey: ${anonKey}`,
    `Authorization: Bearer ${token}`,
    `X-Forwarded-For: ${from}`,
    "Content-Type: application/json",
    length,
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** The first bytes that the server sends on a connection. */
export function readFirstBytes(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (bytes) => resolve(bytes.toString("latin1").slice(0, 40)));
  });
}

/** Closes a connection from the client's side. */
export async function closeSocket(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.destroy();
  await once(socket, "close");
}
