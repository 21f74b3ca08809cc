import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchWorld, Measurement } from "./bench.ts";
import { type Load, type LoadResult, measureLoad } from "./load.ts";

/** A running peer (peer-server.ts). */
export type Peer = { url: string; stop(): void };

const load = { connections: 16, seconds: 4 };
const rounds = 3;

/** Starts bare Node and pg that answer every request with this statement's `body`. */
export function startPeer({ databaseUrl }: BenchWorld, statement: string): Promise<Peer> {
  const program = fileURLToPath(new URL("./peer-server.ts", import.meta.url));
  return start([program], { DATABASE_URL: databaseUrl, STATEMENT: statement });
}

/** The folder of another framework's peer, with its packages; npm installs them once. */
export function installPeer(name: "next" | "lite"): string {
  const folder = fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
  const quiet = ["--no-package-lock", "--no-audit", "--no-fund"];
  if (!existsSync(join(folder, "node_modules"))) {
    execFileSync("npm", ["install", ...quiet], { cwd: folder, stdio: "inherit" });
  }
  return folder;
}

/** Starts a Node program that prints `ready` and its port. */
export async function start(
  command: string[],
  environment: Record<string, string>,
  cwd = process.cwd(),
): Promise<Peer> {
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...environment },
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.on("exit", () => reject(new Error("The peer has ended")));
    child.stdout.on("data", (chunk: Buffer) => {
      const said = /^ready (\d+)/m.exec(String(chunk))?.[1];
      if (said) resolve(said);
    });
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** A comparison: `wanted` is the minimum ratio of requests per second, if any. */
type Compared = {
  name: string;
  url: Load["url"];
  headers: Record<string, string>;
  wanted: number | null;
};

/** Measures both alternately, and returns the median ratio. */
export async function compareWithPeer(
  peer: Peer,
  { name, url, headers, wanted }: Compared,
): Promise<Measurement> {
  const [ours, theirs] = [
    { ...load, url, headers },
    { ...load, url: peer.url, headers: {} },
  ];
  const results: { ours: LoadResult; theirs: LoadResult }[] = [];
  await measureLoad({ ...theirs, seconds: 1 });
  await measureLoad({ ...ours, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    results.push({ theirs: await measureLoad(theirs), ours: await measureLoad(ours) });
  }
  const ratios = results
    .map((result) => result.ours.requestsPerSecond / result.theirs.requestsPerSecond)
    .toSorted((a, b) => a - b);
  const ratio = ratios[Math.floor(ratios.length / 2)] ?? 0;
  const speeds = results
    .map((result) =>
      [result.ours, result.theirs].map((each) => each.requestsPerSecond.toFixed(0)).join("/"),
    )
    .join(", ");
  const failures = results.reduce(
    (sum, result) => sum + result.ours.failures + result.theirs.failures,
    0,
  );
  return {
    name: `${name}, requests per second against bare Node + PostgreSQL`,
    value: `${ratio.toFixed(2)} (${speeds}; ${failures} failures)`,
    target: wanted === null ? "for comparison" : `at least ${wanted}`,
    holds: ratio >= (wanted ?? 0) && failures === 0,
  };
}
