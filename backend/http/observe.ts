import { statfs } from "node:fs/promises";
import type { Database } from "#backend/postgres/database.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Tells how much of the connections is in use: this process's own, and all of the installation as
 * PostgreSQL sees them.
 */
export function observeDatabase({ owner, usage }: Database, metrics: Metrics): void {
  metrics.observe({
    name: "database_pool",
    help: "Connections of this process for requests: in use, free, and requests that wait for one.",
    labelNames: ["state"],
    read: async () => {
      const { busy, free, waiting } = usage();
      return Object.entries({ busy, free, waiting }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  });
  metrics.observe({
    name: "database_connections",
    help: "Connections of all processes of this installation, by use and state.",
    labelNames: ["application", "state"],
    read: async () => {
      const rows = await owner<{ application: string; state: string; count: number }[]>`
        select application_name as application, coalesce(state, 'unknown') as state, count(*)::integer as count
        from pg_stat_activity
        where datname = current_database() and application_name like current_setting('application_name') || '%'
        group by 1, 2`;
      return rows.map(({ application, state, count }) => ({
        labels: { application, state },
        value: count,
      }));
    },
  });
}

/**
 * Tells how much room is left where DATA_DIR lies, and whether writes are refused for want of it.
 */
export function observeDisk(
  dataDir: string,
  { hasRoom }: { hasRoom(): boolean },
  metrics: Metrics,
): void {
  metrics.observe({
    name: "disk_full",
    help: "1 while rows are only read, since the disk of DATA_DIR has no room.",
    labelNames: [],
    read: async () => [{ labels: {}, value: hasRoom() ? 0 : 1 }],
  });
  metrics.observe({
    name: "disk_free_bytes",
    help: "Room that is left on the disk of DATA_DIR.",
    labelNames: [],
    read: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return [{ labels: {}, value: bavail * bsize }];
    },
  });
}
