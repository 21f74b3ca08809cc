import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import type { Sql } from "#backend/postgres/sql.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { connectAsSuperuser } from "#tests/support/superuser.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { pollUntil } from "./poll-until.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

describe("fault 4: the server is killed between the commit of a refresh and its answer", () => {
  let folder: DataFolder;
  beforeAll(() => {
    folder = createPreparedFolder();
  });
  afterAll(() => folder.remove());

  test("a dealer's retry, even a late one, gets the new token and continues with it", async () => {
    const server = await folder.start();
    const dealer = await signInAsDealer(server.url, folder.path);
    const postgres = await startEmbeddedServer(join(folder.path, "postgres"));
    const sql = connectAsSuperuser(postgres.urlOf("vitrina"));

    // The refresh waits for a lock, the server is paused, and PostgreSQL then commits without the
    // server learning of it.
    const lost = await sql.begin(async (holder) => {
      await holder`select 1 from auth.sessions for update`;
      const asked = dealer.refresh(dealer.token);
      await waitUntilWaiting(holder);
      server.child.kill("SIGSTOP");
      return { asked };
    });
    const made = await untilSwapped(sql, dealer.token);
    server.child.kill("SIGKILL");
    expect(await lost.asked).toEqual({ status: 0, token: null });

    const { url } = await folder.start();
    await sql`update auth.refresh_tokens set updated_at = now() - interval '1 hour'`;
    expect(await dealer.refresh(dealer.token, url)).toEqual({ status: 200, token: made });
    expect(await dealer.refresh(made, url)).toMatchObject({ status: 200 });
    await sql.end();
  });
});

function waitUntilWaiting(sql: Sql): Promise<void> {
  return pollUntil(async () => {
    const waiting = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
}

async function untilSwapped(sql: Sql, token: string): Promise<string> {
  for (;;) {
    const [made] = await sql<{ token: string }[]>`
      select token from auth.refresh_tokens where parent = ${token}`;
    if (made) return made.token;
  }
}
