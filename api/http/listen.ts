import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { addressTooLong } from "./limit-address.ts";

/** A listening HTTP server: its port, and an end that lets requests in flight finish. */
export type Listening = { port: number; close(): Promise<void> };

/** Longer header blocks end in a JSON 431; the limit on addresses (limit-address.ts) lies well below. */
const maxHeaderSize = 64 * 1024;
const graceMs = 10_000;

/** Listens; throws one clear line when the port is taken or not allowed. Port 0 takes a free one. */
export async function listen(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Listening> {
  const server = createServer(
    { maxHeaderSize, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
    listener,
  );
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive &&= server.listening;
  });
  server.on("clientError", answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} of ${host} is taken by another process. Set PORT to a free one.`,
    );
  }
  if (error.code === "EACCES") return new Error(`This account may not listen on port ${port}.`);
  return new Error(`Cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}

function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: { writable: boolean; end(text?: string): void; destroy(): void },
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = error.code === "HPE_HEADER_OVERFLOW";
  const status = tooLong ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify(
    tooLong ? addressTooLong : { code: "bad_request", message: "The request is not valid HTTP" },
  );
  const head = [`HTTP/1.1 ${status}`, "Content-Type: application/json", "Connection: close"];
  socket.end(`${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

/** Connections that are busy at this moment end with their answer; those that fall idle in between are closed as they do. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), graceMs);
    const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(giveUp);
      clearInterval(closeIdle);
      resolve();
    });
  });
}
