import { request } from "node:http";

/** The response, with its complete body. */
export type RawAnswer = { status: number; headers: Record<string, unknown>; body: Buffer };

/**
 * Sends a request exactly as written: unlike fetch, it does not normalize `..`, `//` and odd
 * escapes in the path. Sets Content-Length, which Node omits for DELETE; without it the server
 * would parse the body as a second, invalid request.
 */
export function sendRaw(
  origin: string,
  asked: { method: string; path: string; headers?: Record<string, string>; body?: Buffer },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { method, path, body } = asked;
  const length = body ? { "content-length": String(body.length) } : {};
  const headers = { ...length, ...asked.headers };
  return new Promise((resolve, reject) => {
    // Uses a new connection: a shared one may be closed after the previous response.
    const options = { hostname, port, method, path, headers, agent: false };
    const sent = request(options, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(chunks),
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
