import type { Metrics } from "#backend/http/metrics.ts";
import type { Sql } from "#backend/postgres/sql.ts";

/**
 * Tells how many mails wait and how many were given up, and how old the oldest of those that wait
 * is.
 */
export function observeOutbox(sql: Sql, metrics: Metrics): void {
  metrics.observe({
    name: "outbox_mails",
    help: "Mails that wait to be sent (queued) or were given up (dead).",
    labelNames: ["state"],
    read: async () => {
      const [row] = await sql<{ queued: number; dead: number }[]>`
        select (select count(*)::integer from private.outgoing_mail where state = 'queued') as queued,
          (select count(*)::integer from private.outgoing_mail where state = 'dead') as dead`;
      return Object.entries(row ?? {}).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  metrics.observe({
    name: "outbox_oldest_seconds",
    help: "Age of the oldest mail that waits.",
    labelNames: [],
    read: async () => {
      const [row] = await sql<{ age: number }[]>`
        select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
        from private.outgoing_mail where state = 'queued'`;
      return row ? [{ labels: {}, value: row.age }] : [];
    },
  });
}
