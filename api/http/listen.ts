import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { addressTooLong } from "./limit-address.ts";

/** A listening HTTP server: its port, and an end that lets requests in flight finish. */
export type Listening = { port: number; close(): Promise<void> };

/** Longer header blocks end in a JSON 431; the limit on addresses (limit-address.ts) lies well below. */
const maxHeaderSize = 64 * 1024;
const graceMs = 10_000;

/** How long a client may take, in milliseconds. */
export type Patience = {
  /** For the headers of a request, and for the first of them on a new connection. */
  headersMs: number;
  /** For a whole request: a photo of 8 MB over a slow line takes most of it. */
  requestMs: number;
  /** For taking in any of an answer: whoever reads nothing holds its memory. */
  silenceMs: number;
};

const usualPatience: Patience = { headersMs: 15_000, requestMs: 120_000, silenceMs: 120_000 };

type Answer = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

/**
 * What a listening server calls for each request. A body that nobody read to its end before its request was answered is let through, so that
 * the connection serves the next request. The library does so too, but whoever had begun to read holds the rest back, and after half a
 * second it cuts the connection, under whatever request it carries by then.
 */
export function listenerOf(answer: Answer): RequestListener {
  const listener = getRequestListener((request, environment) =>
    answer(request, environment as HttpBindings),
  );
  return (request, response) => {
    response.once("finish", () => {
      if (!request.complete) request.removeAllListeners("data").resume();
    });
    void listener(request, response);
  };
}

type Address = { port: number; host: string };

/** Listens; throws one clear line when the port is taken or not allowed. Port 0 takes a free one. */
export async function listen(
  listener: RequestListener,
  address: Address,
  { headersMs, requestMs, silenceMs }: Patience = usualPatience,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(headersMs / 3, 5_000),
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  server.timeout = silenceMs;
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive &&= server.listening;
  });
  server.on("clientError", answerBrokenRequest);
  await open(server, address);
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

/** Throws what `listen` would throw now, before a start has done anything. */
export async function checkPort(address: Address): Promise<void> {
  const probe = createServer();
  await open(probe, address);
  await new Promise((closed) => probe.close(closed));
}

function open(server: Server, { port, host }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
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
  const { status, body } = refusals[error.code ?? ""] ?? malformed;
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
}

type Refusal = { status: string; body: object };

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: "431 Request Header Fields Too Large", body: addressTooLong },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    body: { code: "request_timeout", message: "The request took too long to arrive" },
  },
};

const malformed: Refusal = {
  status: "400 Bad Request",
  body: { code: "bad_request", message: "The request is not valid HTTP" },
};

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
