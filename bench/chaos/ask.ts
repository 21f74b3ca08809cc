import { Agent, request } from "node:http";

/** The response: the status, or 0 if the connection broke, and the body. */
export type Answer = { status: number; text: string };

export type Ask = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** The client's timeout, longer than any of the server's. */
const patienceMs = 45_000;

/** Sends requests over keep-alive connections, like a proxy. */
export function createRequester(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const { hostname, port } = new URL(origin);
  const ask = ({ method = "GET", path, headers, body }: Ask): Promise<Answer> =>
    new Promise((resolve) => {
      const sent = request(
        { hostname, port, path, method, agent, headers: { ...headers, ...lengthOf(body) } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", () => resolve({ status: 0, text: "cut off" }));
          answer.on("end", () => {
            const text = Buffer.concat(chunks).toString("latin1");
            resolve({ status: answer.statusCode ?? 0, text });
          });
        },
      );
      sent.setTimeout(patienceMs, () => sent.destroy(new Error("no answer")));
      sent.on("error", (error) => resolve({ status: 0, text: error.message }));
      sent.end(body);
    });
  return { ask, close: () => agent.destroy() };
}

function lengthOf(body: string | Buffer | undefined): Record<string, string> {
  return body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
}
