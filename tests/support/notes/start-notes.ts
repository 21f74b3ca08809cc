import { fileURLToPath } from "node:url";
import { completeSettings } from "#backend/http/identity/index.ts";
import { listen, listenerOf } from "#backend/http/listen.ts";
import { createLog } from "#backend/http/log.ts";
import { createBackend } from "#backend/index.ts";
import type { RenderMail } from "#backend/mail/outbox.ts";
import { installQueue } from "#backend/mail/queue.ts";
import { openDatabase } from "#backend/postgres/database.ts";
import { openEmbeddedDatabase } from "#backend/postgres/embedded/embedded-database.ts";
import {
  applyMigrations,
  backendMigrations,
  type DatabaseSchema,
  listMigrations,
} from "#backend/postgres/migrations.ts";
import { defaultSettings } from "#backend/settings.ts";

const path = fileURLToPath(new URL("./migrations", import.meta.url));
const schema: DatabaseSchema = {
  folders: [backendMigrations, { path, ledger: "supabase_migrations.schema_migrations" }],
};

/** Starts the backend on a schema of notes, as backend/README.md tells. */
export async function startNotes(place: { port: number; siteUrl: string; dataDir: string }) {
  const settings = await completeSettings({ ...defaultSettings, ...place, name: "Notes" });
  const embedded = await openEmbeddedDatabase(settings, () => undefined);
  await installQueue(embedded.ownerUrl);
  await applyMigrations(embedded.ownerUrl, schema);
  const database = openDatabase(embedded);
  const migrations = await listMigrations(schema);
  const log = createLog(settings.logLevel);
  const backend = createBackend({ settings, database, migrations, mails, log });
  await backend.start();
  const server = await listen(listenerOf(backend.app.fetch), settings);
  const stop = async () => {
    await server.close();
    await backend.stop();
    await database.close();
    await embedded.stop();
  };
  return { settings, database, stop };
}

const mails: RenderMail = async (template, data) => {
  const text = `${template} ${JSON.stringify(data)}`;
  return { subject: template, text, html: `<p>${text}</p>` };
};
