import { randomInt } from "node:crypto";
import type { DataFolder, ServerProcess } from "../../tests/support/server-process.ts";
import { type MemorySample, sampleMemory } from "./memory.ts";

/** What was killed, and the period of disruption, by `performance.now()`. */
type Kill = { what: "server" | "database"; from: number; to: number };

/** Kills at random until `stop`, and restarts the server like a process supervisor. */
export type Killer = {
  kills: Kill[];
  memory: MemorySample[];
  /**
   * Whether the server was down, or a connection from before its restart in use, during this
   * period.
   */
  wasKilled(from: number, to: number): boolean;
  /** What was killed when, in seconds since the start, and the running server's last output. */
  report(): string[];
  stop(): Promise<ServerProcess>;
};

type Start = (environment: Record<string, string>) => Promise<ServerProcess>;

/** The pause between two kills, in milliseconds; sometimes long enough for memory to settle. */
const [soonest, latest] = [8_000, 30_000];

/**
 * The server is not killed in the last third, so that its memory can be seen to stay level;
 * PostgreSQL is.
 */
export function startKilling(
  folder: DataFolder,
  first: ServerProcess,
  { start, seconds }: { start: Start; seconds: number },
): Killer {
  const lastKill = performance.now() + (seconds * 1000 * 2) / 3;
  const kills: Kill[] = [];
  const memory: MemorySample[] = [];
  const began = performance.now();
  let server = first;
  let said: string[] = [];
  const hear = () => {
    said = [];
    server.child.stdout?.on("data", (text) => {
      said = [...said, String(text).slice(0, 400)].slice(-20);
    });
  };
  hear();
  let isOver = false;
  let wake = () => {};
  const sampler = setInterval(() => memory.push(...sampleMemory(server.child.pid ?? 0)), 1_000);

  async function killServer(): Promise<void> {
    const kill: Kill = { what: "server", from: performance.now(), to: Number.POSITIVE_INFINITY };
    kills.push(kill);
    server.child.kill("SIGKILL");
    await server.ended;
    server = await start({ PORT: new URL(server.url).port });
    kill.to = performance.now();
    hear();
  }

  /** If PostgreSQL has not restarted yet, there is nothing to kill. */
  function killDatabase(): void {
    const pid = folder.postmasterPid();
    if (pid === 0 || !isRunning(pid)) return;
    const now = performance.now();
    kills.push({ what: "database", from: now, to: now });
    process.kill(pid, "SIGKILL");
  }

  async function run(): Promise<void> {
    while (!isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, randomInt(soonest, latest));
      });
      if (isOver) return;
      if (performance.now() < lastKill && randomInt(3) > 0) await killServer();
      else killDatabase();
    }
  }

  const running = run();
  return {
    kills,
    memory,
    wasKilled: (from, to) =>
      kills.some(
        (kill) => kill.what === "server" && kill.from - 100 < to && from < kill.to + 1_000,
      ),
    report: () => [
      ...kills.map(({ what, from }) => `${((from - began) / 1000).toFixed(1)} s: ${what} killed`),
      `PostgreSQL is ${isRunning(folder.postmasterPid()) ? "running" : "not running"}`,
      ...said,
    ],
    stop: async () => {
      isOver = true;
      wake();
      await running;
      clearInterval(sampler);
      return server;
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
