import { createHash, timingSafeEqual } from "node:crypto";
import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../postgres/database.ts";

/** A gauge that is read on each scrape, and omitted while reading fails or hangs. */
type ObservedGauge = {
  name: string;
  help: string;
  labelNames?: string[];
  read(): Promise<number | Observed[]>;
};

type Observed = { labels: Record<string, string>; value: number };

/**
 * Prometheus gives up after ten seconds, and the other gauges matter most when one source hangs.
 */
const timeoutMs = 2_000;

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one process, prefixed with the product's name. */
export function createMetrics(name: string) {
  const prefix = `${name.toLowerCase()}_`;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix });
  const requests = new Histogram({
    name: `${prefix}http_request_seconds`,
    help: "Time until a response begins, by area of the site and class of status.",
    labelNames: ["area", "status"],
    buckets,
    registers,
  });
  const renditions = new Histogram({
    name: `${prefix}rendition_seconds`,
    help: "Time to resize a picture, including the time in the queue.",
    labelNames: ["outcome"],
    buckets,
    registers,
  });
  return {
    requestAnswered(route: string, status: number, seconds: number): void {
      requests.observe({ area: areaOf(route), status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    renditionMade: (outcome: "made" | "failed", seconds: number) =>
      renditions.observe({ outcome }, seconds),
    observe: (gauge: ObservedGauge) => addGauge(registers, prefix, gauge),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

function addGauge(
  registers: Registry[],
  prefix: string,
  { name, help, labelNames = [], read }: ObservedGauge,
): void {
  new Gauge({
    name: `${prefix}${name}`,
    help,
    labelNames,
    registers,
    async collect() {
      const found = await Promise.race([read().catch(() => []), giveUp()]);
      const values = typeof found === "number" ? [{ labels: {}, value: found }] : found;
      this.reset();
      for (const { labels, value } of values) this.set(labels, value);
    },
  });
}

function giveUp(): Promise<Observed[]> {
  return delay(timeoutMs, [], { ref: false });
}

const areas = /^\/(auth|rest|storage|functions)\/v1\b/;

function areaOf(route: string): string {
  const [, area] = areas.exec(route) ?? [];
  if (area) return area;
  if (route === "/assets/*" || route === "/*") return "files";
  return /^\/(healthz|readyz|metrics|_mail)\b/.test(route) ? "operation" : "pages";
}

/**
 * GET /metrics with METRICS_TOKEN as bearer. Without a token the page does not exist; a wrong token
 * gives 401, since that is an operator's mistake.
 */
export function serveMetrics(metrics: Metrics, token: string | undefined) {
  return async (context: Context): Promise<Response> => {
    const given = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
    if (token === undefined || given === undefined) return context.text("Not found", 404);
    if (!isSame(given, token)) return context.text("Wrong token", 401);
    const { type, text } = await metrics.render();
    return context.body(text, 200, { "Content-Type": type, "Cache-Control": "no-store" });
  };
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Reports the connections of this process, and those of the installation as PostgreSQL sees them.
 */
export function observeDatabase({ owner, usage }: Database, metrics: Metrics) {
  metrics.observe({
    name: "database_pool",
    help: "Connections of this process for requests: in use, free, and requests that are waiting for one.",
    labelNames: ["state"],
    read: async () =>
      Object.entries(usage()).map(([state, value]) => ({ labels: { state }, value })),
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
      return rows.map(({ count: value, ...labels }) => ({ labels, value }));
    },
  });
}

/** Reports the free space of DATA_DIR, and whether writes are rejected for lack of it. */
export function observeDisk(
  dataDir: string,
  { hasRoom }: { hasRoom(): boolean },
  metrics: Metrics,
) {
  metrics.observe({
    name: "disk_full",
    help: "1 while the database is read-only because the disk of DATA_DIR is full.",
    read: async () => (hasRoom() ? 0 : 1),
  });
  metrics.observe({
    name: "disk_free_bytes",
    help: "Free space on the disk of DATA_DIR.",
    read: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  });
}
