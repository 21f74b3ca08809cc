import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A server's results under load. */
export type LoadResult = {
  requestsPerSecond: number;
  p95Ms: number;
  p99Ms: number;
  failures: number;
};

/** The requests to send. Each connection repeats immediately, or every `everyMs`. */
export type Load = {
  /** One URL for all connections, or one per connection. */
  url: string | ((connection: number) => string);
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  everyMs?: number;
};

/**
 * Requests a URL repeatedly over keep-alive connections; anything but a 200 with a body counts as a
 * failure.
 */
export async function measureLoad({
  url,
  headers,
  connections,
  seconds,
  everyMs = 0,
}: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failures = 0;
  const began = performance.now();
  const ends = began + seconds * 1000;
  const askUntilEnd = async (_: unknown, connection: number): Promise<void> => {
    const address = typeof url === "string" ? url : url(connection);
    await pause((everyMs * connection) / connections);
    while (performance.now() < ends) {
      const asked = performance.now();
      if (!(await ask(address, headers, agent))) failures += 1;
      times.push(performance.now() - asked);
      if (everyMs > 0) await pause(Math.max(0, asked + everyMs - performance.now()));
    }
  };
  await Promise.all(Array.from({ length: connections }, askUntilEnd));
  const elapsed = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    requestsPerSecond: times.length / elapsed,
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    failures,
  };
}

/** The value below which this fraction of the numbers lies. */
export function percentile(numbers: number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    request(url, { agent, headers }, (response) => {
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
      });
      response.on("end", () => resolve(response.statusCode === 200 && length > 2));
    })
      .on("error", () => resolve(false))
      .end();
  });
}
