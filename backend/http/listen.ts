import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { connectionLimits } from "#backend/limits.ts";
import {
  badHost,
  findFault,
  refusalOf,
  refuseConnection,
  refuseRequest,
} from "./refuse-connection.ts";

/** A listening HTTP server: its port, and an end that lets requests in flight finish. */
export type Listening = { port: number; close(): Promise<void> };

type Answer = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

/** What a listening server calls for each request. */
export function listenerOf(answer: Answer): RequestListener {
  return getRequestListener(
    (request, environment) => answer(request, environment as HttpBindings),
    {
      hostname: unnamedHost,
      errorHandler: answerFault,
    },
  );
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

/**
 * Listens; throws one clear line when the port is taken or not allowed. Port 0 takes a free one.
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

/**
 * Busy connections end with their answer; those that fall idle in between are closed as they do.
 */
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
