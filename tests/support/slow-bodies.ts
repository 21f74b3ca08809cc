import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestServer } from "./server.ts";

/**
 * A body that is begun: the path, whom a proxy names as the sender, the header that says how it
 * comes, and a person's token.
 */
export type SlowBody = { path: string; from: string; length: string; token?: string };

/** Begins a body, as a visitor where there is no token, and leaves it there. */
export function beginBody(
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

/** The beginning of what the server says on a connection. */
export function firstWords(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (bytes) => resolve(bytes.toString("latin1").slice(0, 40)));
  });
}

/** Closes a connection from the client's side. */
export async function hangUp(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.destroy();
  await once(socket, "close");
}
