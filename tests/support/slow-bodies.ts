import { connect, type Socket } from "node:net";
import type { TestServer } from "./server.ts";

/** A body that is begun: the path, whom a proxy names as the sender, and the header that says how it comes. */
export type SlowBody = { path: string; from: string; length: string };

/** Begins a body as a visitor and leaves it there. */
export function beginBody(
  { url, anonKey }: Pick<TestServer, "url" | "anonKey">,
  { path, from, length }: SlowBody,
): Socket {
  const { hostname, port } = new URL(url);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `apikey: ${anonKey}`,
    `Authorization: Bearer ${anonKey}`,
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
export function hangUp(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.destroy();
  });
}
