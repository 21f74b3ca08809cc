import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import type { ExternalPostgres } from "./external-postgres.ts";

/** A PgBouncer with docs/proxy/pgbouncer.ini in front of a test's own PostgreSQL. */
export type PgBouncer = {
  /** The environment that makes a process connect through it. */
  environment: Record<string, string>;
  /** Starts it after a stop; `change` edits the documented configuration. */
  start(change?: (configuration: string) => string): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
};

/** The path of PgBouncer, if installed; otherwise its tests are skipped and reported as such. */
export const pgbouncer = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
  (command) => spawnSync(command, ["--version"]).status === 0,
);

const longestMs = 20_000;

/** Prepares PostgreSQL by docs/proxy/pgbouncer.sql and starts PgBouncer in front of it. */
export async function startPgBouncer(postgres: ExternalPostgres): Promise<PgBouncer> {
  await postgres.sql.unsafe(await readFile("docs/proxy/pgbouncer.sql", "utf8"));
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "vitrina-pgbouncer-"));
  chmodSync(folder, 0o755);
  const start = async (change = (text: string) => text) => {
    const users = join(folder, "userlist.txt");
    const configuration = join(folder, "pgbouncer.ini");
    const text = await readFile("docs/proxy/pgbouncer.ini", "utf8");
    await writeFile(users, '"pgbouncer" "change-me"\n');
    await writeFile(
      configuration,
      change(text)
        .replace("port=5432", `port=${new URL(postgres.ownerUrl).port}`)
        .replace("listen_port = 6432", `listen_port = ${port}`)
        .replace("/etc/pgbouncer/userlist.txt", users),
    );
    const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    const child = spawn(pgbouncer ?? "", ["-q", ...account, configuration]);
    await untilListening(port);
    return child;
  };
  let child = await start();
  const stop = async (): Promise<void> => {
    const ended = once(child, "close");
    if (child.kill("SIGQUIT")) await ended;
  };
  return {
    environment: {
      DATABASE_URL: postgres.ownerUrl,
      DATABASE_POOLER_URL: `postgres://127.0.0.1:${port}/vitrina`,
      LOG_LEVEL: "warn",
    },
    start: async (change) => {
      child = await start(change);
    },
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const ends = performance.now() + longestMs;
  const probe = () => fetch(`http://127.0.0.1:${port}`).catch((error) => error.cause.code);
  while ((await probe()) === "ECONNREFUSED") {
    if (performance.now() > ends) throw new Error("PgBouncer does not listen");
    await pause(50);
  }
}
