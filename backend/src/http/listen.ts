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

/** A listening HTTP server: its port, and an end that lets requests in flight finish. */
export type Listening = { port: number; close(): Promise<void> };

type Answer = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

/** What a listening server calls for each request. */
export function listenerOf(answer: Answer): RequestListener {
  const call = (request: Request, bindings: unknown) => answer(request, bindings as HttpBindings);
  return getRequestListener(call, { hostname: unnamedHost, errorHandler: answerFault });
}

/** Whom a request without a Host means: old health checks speak HTTP/1.0, which had none. */
const unnamedHost = "localhost";

function answerFault(error: unknown): Response {
  if (!(error instanceof RequestError)) return new Response(null, { status: 500 });
  return Response.json(badHost.body, { status: badHost.status });
}

type Address = { port: number; host: string };

/** Throws one clear line when the port is taken or not allowed. Port 0 takes a free one. */
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
      // Nobody is to send more behind what is answered last, nor behind an offer to change the
      // protocol: of what came in one packet with it Node drops the rest.
      const isLast = !server.listening || request.headers.upgrade !== undefined;
      if (isLast) response.setHeader("Connection", "close");
      const fault = findFault(request);
      if (fault) refuseRequest(response, fault);
      else listener(request, response);
    },
  );
  server.timeout = limits.silenceMs;
  server.maxHeadersCount = limits.headers;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  // Node would answer by itself, past every limit.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error, socket) => refuseConnection(socket, refusalOf(error)));
  await open(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => drain(server, limits.graceMs),
  };
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

/** Busy connections end with their answer; those that fall idle in between are closed. */
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

/** Why the server refuses what came over a connection before any area of the api sees it. */
export type Refusal = {
  status: number;
  body: { code: string; message: string; details?: null; hint?: string };
};

/** How long whoever is refused has to read so, before the connection is taken down. */
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

/** What still comes would cost time; whoever reads a body meanwhile asks for more of it. */
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

/** The refusal of a request of which everything came, or null. */
function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | null {
  if (rawHeaders.length >= connectionLimits.headers * 2) return headersTooLong;
  if (!/^(100-continue)?$/i.test(headers.expect ?? "")) return unmetExpectation;
  const [host, second] = hostsIn(rawHeaders);
  if (host === undefined) return httpVersion === "1.0" ? null : badHost;
  return second === undefined && (host === "" || URL.canParse(`http://${host}`)) ? null : badHost;
}

/** Node itself keeps the first alone. */
function hostsIn(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ""));
}

/** What Node says of something that is no request, with what it read last. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function refusalOf({ code = "", rawPacket }: ClientError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") {
    return hasLongAddress(rawPacket) ? uriTooLong : headersTooLong;
  }
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? tooSlow : malformed;
}

/** The address stands in the first line. */
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
