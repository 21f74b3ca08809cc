import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../postgres/database.ts";
import { watchSchema } from "./schema-watcher.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const columns = [{ name: "id", type: "uuid", isJson: false, fallback: null, readers: [] }];
const tableNamed = (name: string) => ({
  name,
  isView: false,
  readableView: null,
  columns,
  primaryKey: ["id"],
});

/** A fake PostgreSQL with these tables, which can be made unreachable. */
function openCatalogue() {
  const catalogue = { names: ["albums"], isReachable: true, change: () => undefined as unknown };
  const owner = {
    unsafe: async () => {
      if (!catalogue.isReachable) throw new Error("the connection was ended");
      const tables = catalogue.names.map(tableNamed);
      return [{ tables, foreign_keys: [], routines: [] }];
    },
  };
  const listen: Database["listen"] = async (_channel, { onNotify }) => {
    catalogue.change = () => onNotify("");
    return { isCaughtUp: async () => true, stop: async () => undefined };
  };
  return { catalogue, database: { owner, listen } as unknown as Database };
}

const log = pino({ level: "silent" });

test("a failed reload is retried without another schema change", async () => {
  const { catalogue, database } = openCatalogue();
  const watcher = watchSchema(database, log);
  const tables = async () => [...(await watcher.current()).tables.keys()];
  expect(await tables()).toEqual(["albums"]);

  catalogue.names = ["albums", "parts"];
  catalogue.isReachable = false;
  catalogue.change();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await tables()).toEqual(["albums"]);

  catalogue.isReachable = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await tables()).toEqual(["albums", "parts"]);
  await watcher.stop();
});

test("a stopped server does not reload the schema", async () => {
  const { catalogue, database } = openCatalogue();
  const watcher = watchSchema(database, log);
  await watcher.current();
  catalogue.isReachable = false;
  catalogue.change();
  await vi.advanceTimersByTimeAsync(200);
  await watcher.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("a schema change during a stop starts no reload", async () => {
  const { catalogue, database } = openCatalogue();
  const watcher = watchSchema(database, log);
  await watcher.current();
  const stopped = watcher.stop();
  catalogue.change();
  await stopped;
  expect(vi.getTimerCount()).toBe(0);
});
