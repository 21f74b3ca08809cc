import { Hono } from "hono";
import type { Logger } from "pino";
import type { Database } from "../postgres/database.ts";

/** "ready", or the reason why the process cannot serve all requests. */
type Readiness = "ready" | "read-only" | "stopping" | "database" | "migrations";

/**
 * GET /healthz with the version, and /readyz. `markStopping` makes /readyz fail before the process
 * stops. Ready means that the database serves its owner and a visitor and has all `migrations`;
 * newer migrations are fine.
 */
export function createHealth(
  database: Pick<Database, "probe" | "probeCaller" | "hasRoom">,
  { version, migrations }: { version: string; migrations: readonly string[] },
  log: Logger,
) {
  let isStopping = false;
  let hasLoggedFailure = false;
  const askDatabase = async (): Promise<Readiness> => {
    try {
      const [applied] = await Promise.all([
        countApplied(database.probe, migrations),
        database.probeCaller(),
      ]);
      hasLoggedFailure = false;
      return applied === migrations.length ? "ready" : "migrations";
    } catch (err) {
      if (!hasLoggedFailure) log.error({ err }, "not ready: the database does not serve requests");
      hasLoggedFailure = true;
      return "database";
    }
  };
  const readiness = async (): Promise<Readiness> => {
    if (isStopping) return "stopping";
    const state = await askDatabase();
    return state === "ready" && !database.hasRoom() ? "read-only" : state;
  };
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "ok", version }));
  app.get("/readyz", async (context) => {
    const state = await readiness();
    if (state === "ready") return context.json({ status: "ready" });
    if (state === "read-only") return context.json({ status: "read-only", reason: "disk" });
    return context.json({ status: "unavailable", reason: state }, 503);
  });
  return {
    app,
    markStopping: () => {
      isStopping = true;
    },
  };
}

async function countApplied(probe: Database["probe"], migrations: readonly string[]) {
  const [row] = await probe<{ applied: number }[]>`
    select count(*)::integer as applied
    from (
      select version from backend.migrations
      union all select version from supabase_migrations.schema_migrations
    ) as known
    where version = any(${[...migrations]})`;
  return row?.applied ?? 0;
}
