import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { answerInTurn } from "./answer-in-turn.ts";
import type { Arrivals } from "./arrivals.ts";
import { type ConnectionLimits, limitConnections } from "./limit-connections.ts";
import { limitPieces } from "./limit-pieces.ts";
import {
  badHost,
  findFault,
  maxHeaderSize,
  mostHeaders,
  type Refusal,
  refusalOf,
  refuseConnection,
  refuseRequest,
  tooManyPieces,
} from "./refuse-connection.ts";

/** A listening HTTP server: its port, and an end that lets requests in flight finish. */
export type Listening = { port: number; close(): Promise<void> };

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

/** What a listening server is told beside its address. */
export type Manner = {
  patience?: Patience;
  connections?: ConnectionLimits;
  /** Who counts the connections that come. */
  arrivals?: Pick<Arrivals, "watch">;
};

const usualLimits: ConnectionLimits = { all: 6_000, share: 2_000 };
const usualPatience: Patience = { headersMs: 15_000, requestMs: 120_000, silenceMs: 120_000 };

type Answer = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

/**
 * What a listening server calls for each request. The body of a GET is nobody's and is let through at once. So is, behind its answer, a body that nobody read to
 * its end, so that the connection serves the next request. The library does so too, but whoever had begun to read holds the rest back, and after half a
 * second it cuts the connection, under whatever request it carries by then.
 */
export function listenerOf(answer: Answer): RequestListener {
  const listener = getRequestListener(
    (request, environment) => answer(request, environment as HttpBindings),
    { hostname: unnamedHost, errorHandler: answerFault },
  );
  return (request, response) => {
    if (request.method === "GET" || request.method === "HEAD") request.resume();
    response.once("finish", () => {
      if (!request.complete) request.removeAllListeners("data").resume();
    });
    void listener(request, response);
  };
}

/** Whom a request without a Host means: old health checks speak HTTP/1.0, which had none. */
const unnamedHost = "localhost";

function answerFault(error: unknown): Response {
  const isBadHost = error instanceof RequestError;
  return isBadHost
    ? Response.json(badHost.body, { status: badHost.status })
    : new Response(null, { status: 500 });
}

type Address = { port: number; host: string };

/** Listens; throws one clear line when the port is taken or not allowed. Port 0 takes a free one. */
export async function listen(
  listener: RequestListener,
  address: Address,
  { patience = usualPatience, connections = usualLimits, arrivals }: Manner = {},
): Promise<Listening> {
  const { headersMs, requestMs, silenceMs } = patience;
  const turns = answerInTurn((request, response) => {
    const fault = findFault(request);
    if (fault) refuseRequest(response, fault);
    else listener(request, response);
  });
  const server = createServer(
    {
      maxHeaderSize,
      requireHostHeader: false,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(headersMs / 3, 5_000),
      keepAliveTimeout: 65_000,
    },
    turns.listener,
  );
  server.timeout = silenceMs;
  server.maxHeadersCount = mostHeaders;
  arrivals?.watch(server);
  limitConnections(server, connections);
  server.prependListener("request", (request, response) => {
    // Of what comes in one packet with an offer to change the protocol, Node drops all that follows.
    response.shouldKeepAlive &&= server.listening && request.headers.upgrade === undefined;
    limitPieces(request, () => {
      if (response.headersSent) request.socket.destroy();
      else breakOff(request.socket, tooManyPieces);
    });
  });
  // Node would answer by itself, past every limit.
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response);
  });
  const breakOff = (socket: Duplex, refusal: Refusal) =>
    turns.breakOff(socket, () => refuseConnection(socket, refusal));
  server.on("clientError", (error, socket) => breakOff(socket, refusalOf(error)));
  await open(server, address);
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

/** Throws what `listen` would throw now, before a start has done anything. */
export async function checkPort(address: Address): Promise<void> {
  const probe = createServer();
  await open(probe, address);
  await new Promise((closed) => probe.close(closed));
}

/** So many connections wait to be accepted, if the system allows it: whoever finds Node's 511 taken tries again a second later, and then three. */
const longestWait = 4_096;

function open(server: Server, { port, host }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen({ port, host, backlog: longestWait }, resolve);
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
