import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A round-robin proxy in front of several processes. */
export type Balancer = { port: number; use(targets: string[]): void; stop(): Promise<void> };

/**
 * Starts it on this port. Like a real one, it tries the next process if one refuses a connection,
 * and answers 503 if one dies during a request.
 */
export async function startProxy(port: number): Promise<Balancer> {
  let targets: string[] = [];
  let turn = 0;
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    const first = turn++ % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      if ((await forward(target, { incoming, body, response })) === "done") return;
    }
    unavailable(response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    use: (next) => {
      targets = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Passage = { incoming: IncomingMessage; body: Buffer; response: ServerResponse };

function forward(
  target: string,
  { incoming, body, response }: Passage,
): Promise<"done" | "not taken"> {
  const { method, url, socket, headers } = incoming;
  const forwarded = {
    ...passedOn(headers),
    "x-forwarded-for": headers["x-forwarded-for"] ?? socket.remoteAddress,
  };
  return new Promise((resolve) => {
    const sent = request(`${target}${url}`, { method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
      answer.on("close", () => resolve("done"));
    });
    sent.on("error", (error) => {
      if ("code" in error && error.code === "ECONNREFUSED") return resolve("not taken");
      if (!response.headersSent) unavailable(response);
      resolve("done");
    });
    sent.end(body);
  });
}

/**
 * The headers without hop-by-hop ones (RFC 9110, section 7.6.1). A process keeps idle connections
 * open for longer than this proxy; a client that got its Keep-Alive header would send the next
 * request on a connection that the proxy has just closed.
 */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, "keep-alive": __, ...rest } = headers;
  return rest;
}

function unavailable(response: ServerResponse): void {
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end('{"message":"no process answers"}');
}
