import type { World } from "./world.ts";

/** Resolves once a statement in the world's database waits for another's lock. */
export async function waitForLock({ sql }: World): Promise<void> {
  for (;;) {
    const waiting = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
  }
}
