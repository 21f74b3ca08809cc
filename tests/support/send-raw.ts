import { request } from "node:http";

/** What came back, with its body whole. */
export type RawAnswer = { status: number; headers: Record<string, unknown>; body: Buffer };

/**
 * Sends a request exactly as written: unlike fetch it leaves `..`, `//` and odd escapes in the path
 * alone. The length of a body is said, since Node says none for DELETE, and the server would then
 * take the body for a second, broken request.
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
    // Over a connection of its own: one that is shared may end with the answer before.
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
