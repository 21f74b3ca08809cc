import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { connectionLimits } from "../limits.ts";
import { addressTooLong } from "./limit-request.ts";

/** A listening HTTP server: its port, and a `close` that lets requests in flight finish. */
export type Listening = { port: number; close(): Promise<void> };

type Answer = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

/** Creates the request listener of a server. */
export function listenerOf(answer: Answer): RequestListener {
  const call = (request: Request, bindings: unknown) => answer(request, bindings as HttpBindings);
  return getRequestListener(call, { hostname: unnamedHost, errorHandler: answerFault });
}

/**
 * The assumed host of HTTP/1.0 requests, which have no Host header; old health checks send them.
 */
const unnamedHost = "localhost";

function answerFault(error: unknown): Response {
  if (!(error instanceof RequestError)) return new Response(null, { status: 500 });
  return Response.json(badHost.body, { status: badHost.status });
}

type Address = { port: number; host: string };

/**
 * Starts listening; port 0 picks a free port. Throws a one-line message if the port is taken or not
 * permitted.
 */
export async function listen(
  listener: RequestListener,
  address: Address,
  limits = connectionLimits,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(limits.headersMs / 3, 5_000),
      keepAliveTimeout: limits.keepAliveMs,
    },
    (request, response) => {
      // The client must not send another request on a closing connection, nor after an upgrade
      // offer: Node would drop the rest of that packet.
      const isLast = !server.listening || request.headers.upgrade !== undefined;
      if (isLast) response.setHeader("Connection", "close");
      const fault = findFault(request);
      if (fault) refuseRequest(response, fault);
      else listener(request, response);
    },
  );
  server.timeout = limits.idleTimeoutMs;
  server.maxHeadersCount = limits.headers;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  // By default Node answers these itself, past every limit.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error, socket) => refuseConnection(socket, refusalOf(error)));
  await open(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => drain(server, limits.graceMs),
  };
}

/** Throws what `listen` would throw, so that a start can fail early. */
export async function checkPort(address: Address): Promise<void> {
  const probe = createServer();
  await open(probe, address);
  await new Promise((closed) => probe.close(closed));
}

function open(server: Server, { port, host }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen({ port, host }, resolve);
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

/** Busy connections close after their response, idle ones immediately. */
function drain(server: Server, graceMs: number): Promise<void> {
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

/** A rejection of a request or connection before any area of the API sees it. */
export type Refusal = {
  status: number;
  body: { code: string; message: string; details?: null; hint?: string };
};

/** Time for the client to read the rejection before the connection is destroyed. */
const lingerMs = 1_000;

function refuseConnection(socket: Duplex, { status, body }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  readNoMore(socket);
  const text = JSON.stringify(body);
  const head = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("\r\n")}\r\n\r\n${text}`);
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(linger));
}

/** Stops reading; pauses again whenever another listener resumes the socket. */
function readNoMore(socket: Duplex): void {
  socket.on("resume", () => socket.pause());
  socket.pause();
}

function refuseRequest(response: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  response.writeHead(status, headersOf(text)).end(text);
}

function headersOf(text: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(text)),
  };
}

/** Returns the rejection of a complete request, or null if it is valid. */
function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | null {
  if (rawHeaders.length >= connectionLimits.headers * 2) return headersTooLong;
  if (!/^(100-continue)?$/i.test(headers.expect ?? "")) return unmetExpectation;
  const [host, second] = hostsIn(rawHeaders);
  if (host === undefined) return httpVersion === "1.0" ? null : badHost;
  return second === undefined && (host === "" || URL.canParse(`http://${host}`)) ? null : badHost;
}

/** `headers` only has the first Host header. */
function hostsIn(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ""));
}

/** Node's error for input that is not HTTP, with the last packet read. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function refusalOf({ code = "", rawPacket }: ClientError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") {
    return hasLongAddress(rawPacket) ? uriTooLong : headersTooLong;
  }
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? tooSlow : malformed;
}

/** The URL is on the first line. */
function hasLongAddress(packet: Buffer | undefined): boolean {
  const end = packet?.indexOf("\r\n") ?? 0;
  return end < 0 || end > connectionLimits.addressCharacters;
}

const uriTooLong: Refusal = { status: 414, body: addressTooLong };

const headersTooLong = refusal(
  431,
  "headers_too_long",
  `The headers of the request are longer than ${connectionLimits.headerBytes} bytes, or more than ${connectionLimits.headers}`,
);
const unmetExpectation = refusal(417, "bad_request", "Nothing but 100-continue may be expected");
const tooSlow = refusal(408, "request_timeout", "The request took too long to arrive");
const malformed = refusal(400, "bad_request", "The request is not valid HTTP");

/** RFC 9112, section 3.2. */
const badHost = refusal(
  400,
  "bad_request",
  "The Host header is missing, comes twice, or names no host",
);

function refusal(status: number, code: string, message: string): Refusal {
  return { status, body: { code, message } };
}
