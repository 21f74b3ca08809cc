import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { openServiceClient, insertVehicles } from "./insert-vehicles.ts";
import { createPreparedFolder } from "./prepared-folder.ts";
import { type Outcome, runOperator } from "./run-operator.ts";
import { storeRandomObjects } from "./store-random-objects.ts";

let folder: DataFolder;
let copies: string;
let backup: string;

beforeAll(async () => {
  folder = createPreparedFolder();
  copies = join(folder.path, "copies");
  backup = join(copies, "good.tar.zst");
  const server = await folder.start();
  const dealer = await openServiceClient(server.url, folder.path);
  await insertVehicles(dealer, { count: 20, width: 4 });
  const { sql, end } = await connectToDataFolder(folder.path, "leave");
  await storeRandomObjects(sql, folder.path, { count: 60, size: 200_000 });
  await end();
  server.child.kill("SIGTERM");
  await server.ended;
  // No server runs here any more: the backup starts and stops the database itself.
  expect(await runOperator("backup", [backup], { DATA_DIR: folder.path })).toMatchObject({
    code: 0,
  });
  expect(folder.postmasterPid()).toBe(0);
});
afterAll(() => folder.remove());

describe("fault 15: a refused restore prints one line and changes nothing", () => {
  test("an operator cannot restore a truncated file", async () => {
    const file = join(copies, "bad.tar.zst");
    writeFileSync(file, readFileSync(backup).subarray(0, -200_000));
    const target = join(folder.path, "nowhere");
    const outcome = await runOperator("restore", [file], { DATA_DIR: target });
    expectRefusal(outcome, /damaged or cut off/);
    expect(readdirSync(folder.path)).not.toContain("nowhere");
  });

  test("an operator who gives no file, or a missing one, gets an error", async () => {
    const [none, absent] = await Promise.all([
      runOperator("restore", [], { DATA_DIR: folder.path }),
      runOperator("restore", [join(copies, "absent")], {}),
    ]);
    expectRefusal(none, /^Usage/);
    expectRefusal(absent, /absent cannot be read: ENOENT/);
  });

  test("an operator cannot restore over existing data or under a running server", async () => {
    const environment = { DATA_DIR: folder.path };
    const over = await runOperator("restore", [backup], environment);
    expectRefusal(
      over,
      /is not empty: it holds 1 accounts and 60 files\. Restore into an empty one\.$/,
    );
    const server = await folder.start();
    expectRefusal(
      await runOperator("restore", [backup], environment),
      /in use by another process\.$/,
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    await server.ended;
  });
});

describe("fault 15: a stopped restore leaves no process and can be repeated", () => {
  test("an operator who stops it at a database or a photo can restore again", async () => {
    const target = createDataFolder();
    const environment = { DATA_DIR: target.path };
    const stages = [
      ["SIGTERM", "postgres/PG_VERSION"],
      ["SIGINT", "files/objects"],
    ] as const;
    for (const [signal, sign] of stages) {
      const outcome = await runOperator("restore", [backup], environment, (kill) => {
        const watch = setInterval(() => {
          if (!existsSync(join(target.path, sign))) return;
          clearInterval(watch);
          kill(signal);
        }, 1);
      });
      expectRefusal(outcome, /^Stopped; nothing was restored\. Run the command again/);
      expect(target.postmasterPid()).toBe(0);
    }
    expect(await runOperator("restore", [backup], environment)).toMatchObject({
      code: 0,
      stderr: "",
    });
    const { sql, end } = await connectToDataFolder(target.path, "stop");
    const counts = await sql`select (select count(*)::integer from auth.users) as accounts,
      (select count(*)::integer from storage.objects) as files`;
    await end();
    expect([...counts]).toEqual([{ accounts: 1, files: 60 }]);
    target.remove();
  });
});

describe("fault 15: a failed backup leaves nothing behind", () => {
  test("an operator gets an error for a missing database, taken name or invalid folder", async () => {
    const empty = join(folder.path, "empty");
    mkdirSync(empty);
    const environment = { DATA_DIR: folder.path };
    expectRefusal(await runOperator("backup", [], { DATA_DIR: empty }), /^There is no database in/);
    expect(readdirSync(empty)).toEqual([]);
    expectRefusal(await runOperator("backup", [backup], environment), /already exists/);
    const below = join(backup, "below.tar.zst");
    expectRefusal(await runOperator("backup", [below], environment), /is not a folder\.$/);
    const DATABASE_URL = "postgres://someone:top-secret@127.0.0.1:1/nowhere";
    const unreachable = await runOperator("backup", [], { ...environment, DATABASE_URL });
    expectRefusal(unreachable, /^DATABASE_URL \(127\.0\.0\.1:1\/nowhere\) cannot be reached/);
    expect(unreachable.stderr).not.toContain("top-secret");
  });

  test("an operator who stops or kills a backup can make the next one immediately", async () => {
    const file = join(copies, "stopped.tar.zst");
    const environment = { DATA_DIR: folder.path };
    const drafts = () =>
      readdirSync(copies)
        .filter((name) => /^stopped\..+\.part$/.test(name))
        .map((name) => join(copies, name));
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      const outcome = await runOperator("backup", [file], environment, (kill) => {
        const watch = setInterval(() => {
          if (!drafts().some((draft) => statSync(draft).size > 0)) return;
          clearInterval(watch);
          kill(signal);
        }, 1);
      });
      expect(outcome.code).toBe(signal === "SIGINT" ? 1 : null);
      expect(existsSync(file)).toBe(false);
      expect(drafts()).toHaveLength(signal === "SIGKILL" ? 1 : 0);
    }
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
    for (const draft of drafts()) utimesSync(draft, hoursAgo, hoursAgo);
    expect(await runOperator("backup", [file], environment)).toMatchObject({ code: 0, stderr: "" });
    expect(drafts()).toEqual([]);
  });

  test("an operator who gives no file name has drafts of killed backups deleted", async () => {
    const environment = { DATA_DIR: folder.path };
    const place = join(folder.path, "backups");
    const drafts = () =>
      (existsSync(place) ? readdirSync(place) : []).map((name) => join(place, name));
    const killed = await runOperator("backup", [], environment, (kill) => {
      const watch = setInterval(() => {
        if (!drafts().some((draft) => statSync(draft).size > 0)) return;
        clearInterval(watch);
        kill("SIGKILL");
      }, 1);
    });
    expect(killed.code).toBeNull();
    const [draft = ""] = drafts();
    expect(basename(draft)).toMatch(/^vitrina-.+\.part$/);
    // The next backup rarely falls into the same second.
    renameSync(
      draft,
      join(place, basename(draft).replace(/^[^.]+/, "vitrina-2026-01-02T03-04-05")),
    );

    const id = "7b0c1a52-6f0e-4d51-9d39-0a7a5a3f4c11";
    const bystanders = [
      "vitrina-2026-01-01T00-00-00.tar.zst",
      "vitrina-2026-01-01T00-00-00.tar.zst.part",
      `vitrina-2026-01-01T00-00-00.tar.${id}.part`,
      `vitrina-before-the-move.tar.zst.${id}.part`,
      `mine.${id}.part`,
    ];
    const fromNow = `vitrina-2026-01-01T00-00-00.tar.zst.${id}.part`;
    for (const name of [...bystanders, fromNow]) writeFileSync(join(place, name), "kept");
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
    for (const path of drafts())
      if (basename(path) !== fromNow) utimesSync(path, hoursAgo, hoursAgo);

    const made = await runOperator("backup", [], environment);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const left = drafts().filter((path) => !made.stdout.includes(path));
    expect(left.map((path) => basename(path))).toEqual([...bystanders, fromNow].toSorted());
  });

  test("of two operators who use one name concurrently, the second gets an error", async () => {
    const file = join(copies, "twice.tar.zst");
    const environment = { DATA_DIR: folder.path };
    const server = await folder.start();
    const outcomes = await Promise.all(
      [1, 2].map(() => runOperator("backup", [file], environment)),
    );
    const [made, refused] = outcomes.toSorted((a, b) => Number(a.code) - Number(b.code));
    expect(made).toMatchObject({ code: 0, stderr: "" });
    server.child.kill("SIGTERM");
    await server.ended;
    expect(refused?.code).toBe(1);
    expect(refused?.stderr).toBe(`${file} already exists. Choose another name.\n`);
    expect(refused?.stdout).not.toContain(file);
    expect(readdirSync(copies).filter((name) => name.startsWith("twice"))).toEqual([
      "twice.tar.zst",
    ]);
  });

  test("an operator without the secret gets advice, and a backup with the JWT_SECRET", async () => {
    const path = join(folder.path, "secrets.json");
    const kept = readFileSync(path);
    rmSync(path);
    const file = join(copies, "without-a-secret.tar.zst");
    const environment = { DATA_DIR: folder.path };
    const refused = await runOperator("backup", [file], environment);
    const left = existsSync(file);
    const { jwtSecret: JWT_SECRET } = JSON.parse(kept.toString("utf8"));
    const made = await runOperator("backup", [file], { ...environment, JWT_SECRET });
    writeFileSync(path, kept, { mode: 0o600 });
    expectRefusal(refused, /secrets\.json is missing, .+ the server's JWT_SECRET\.$/);
    expect(left).toBe(false);
    expect(made).toMatchObject({ code: 0, stderr: "" });
  });

  test("an operator with photos that lost their bytes gets a backup and their number", async () => {
    const file = join(copies, "with-a-loss.tar.zst");
    const objects = join(folder.path, "files/objects");
    const [first = ""] = readdirSync(objects);
    const lost = readdirSync(join(objects, first));
    for (const name of lost) renameSync(join(objects, first, name), join(copies, name));
    const outcome = await runOperator("backup", [file], { DATA_DIR: folder.path });
    for (const name of lost) renameSync(join(copies, name), join(objects, first, name));
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toBe(
      `Photos or other objects without bytes, which no backup can hold: ${lost.length}.\n`,
    );
    expect(existsSync(file)).toBe(true);
  });
});

function expectRefusal({ code, stderr }: Outcome, expected: RegExp): void {
  expect(code).toBe(1);
  expect(stderr.trimEnd()).toMatch(expected);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}
