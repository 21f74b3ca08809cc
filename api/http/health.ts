import { Hono } from "hono";
import type postgres from "postgres";

/** Why the process cannot serve, or that it can, be it only to readers. */
export type Readiness = "ready" | "read-only" | "stopping" | "database" | "migrations";

/** GET /healthz and /readyz, and the switch that takes the process out of service before it stops. */
export type Health = { app: Hono; readiness(): Promise<Readiness>; leave(): void };

/** `migrations` are the versions that this program works with; a database that has others too is fine, one that lacks some is not. */
export function createHealth(
  { probe, hasRoom }: { probe: postgres.Sql; hasRoom(): boolean },
  migrations: readonly string[],
): Health {
  let isLeaving = false;
  const readiness = async (): Promise<Readiness> => {
    if (isLeaving) return "stopping";
    const state = await checkDatabase(probe, migrations);
    return state === "ready" && !hasRoom() ? "read-only" : state;
  };
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const state = await readiness();
    if (state === "ready") return context.json({ status: "ready" });
    if (state === "read-only") return context.json({ status: "read-only", reason: "disk" });
    return context.json({ status: "unavailable", reason: state }, 503);
  });
  return {
    app,
    readiness,
    leave: () => {
      isLeaving = true;
    },
  };
}

async function checkDatabase(
  probe: postgres.Sql,
  migrations: readonly string[],
): Promise<Readiness> {
  try {
    const [row] = await probe<{ applied: number }[]>`
      select count(*)::integer as applied from supabase_migrations.schema_migrations
      where version = any(${[...migrations]})`;
    return row?.applied === migrations.length ? "ready" : "migrations";
  } catch {
    return "database";
  }
}
