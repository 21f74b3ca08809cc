/**
 * Brings a backup back into an empty DATA_DIR or DATABASE_URL: `npm run restore -- file`. See
 * docs/operations.md.
 */
import { resolve } from "node:path";
import { installQueue } from "#backend/mail/queue.ts";
import { restoreLock } from "#backend/postgres/lock-holder.ts";
import { applyMigrations, areFromBefore, listMigrations } from "#backend/postgres/migrations.ts";
import { readOwnSettings, type Settings } from "#settings";
import type { ArchiveHeader } from "../backend/backup/archive-format.ts";
import { loadEntries, type Target } from "../backend/backup/load-entries.ts";
import {
  type Installation,
  openInstallation,
  requireEmpty,
} from "../backend/backup/open-installation.ts";
import { type Progress, runForOperator, type Stopping } from "../backend/backup/progress.ts";
import { openArchive, proveArchive } from "../backend/backup/read-archive.ts";
import {
  forgetRestore,
  requireReplaceable,
  settleSecret,
} from "../backend/backup/settle-secret.ts";
import { waitForLock } from "../backend/postgres/lock-holder.ts";
import { databaseSchema } from "../supabase/database-schema.ts";

const stopped = "Stopped; nothing was restored. Give the same command again to begin anew.";

await runForOperator(stopped, async (progress, stopping) => {
  const [named, ...more] = process.argv.slice(2);
  if (named === undefined || more.length > 0) throw new Error("Usage: npm run restore -- file");
  const file = resolve(process.env.INIT_CWD ?? ".", named);
  const settings = readOwnSettings(process.env);

  const { header, bringsSecret } = await proveArchive(file, settings.name, stopping.signal);
  const target = await findTarget(header, file);
  progress.step(`backup of ${header.madeAt} is whole`);

  const installation = await openInstallation(settings, "alone", stopping.signal);
  try {
    await restore(
      installation,
      { header, target, bringsSecret, file },
      { settings, progress, stopping },
    );
  } finally {
    await installation.close();
  }
});

type Proven = { header: ArchiveHeader; target: Target; bringsSecret: boolean; file: string };
type Work = { settings: Settings; progress: Progress; stopping: Stopping };

/**
 * The tables are made as they were when the backup was, filled, and then brought up to this
 * Vitrina. Whoever stops it stops it before the rows are being committed: what is left then takes
 * seconds, and nobody could begin anew over the rows. Where it is killed then, the next start of
 * the server brings the tables up.
 */
async function restore(
  installation: Installation,
  { header, target, bringsSecret, file }: Proven,
  { settings, progress, stopping }: Work,
): Promise<void> {
  const { databaseUrl, client, name } = installation;
  const { signal } = stopping;
  signal.throwIfAborted();
  await lockRestore(installation, progress);
  await requireEmpty(installation, target.versions);
  const place = { settings, installation };
  if (bringsSecret && settings.jwtSecret === undefined) await requireReplaceable(place, header);
  const onWait = () => progress.warn("waiting for another process that works on the tables");
  await installQueue(databaseUrl, signal);
  const { versions } = target;
  await applyMigrations(databaseUrl, databaseSchema, { versions, onWait, signal });
  progress.step(`tables made in ${name}`);

  const archive = await openArchive(file, settings.name, signal);
  const seal = await loadEntries(installation, archive, target, progress, async (secrets) => {
    await settleSecret(place, header, secrets, progress);
    stopping.ignore();
  });
  await forgetRestore(place);
  const rows = Object.values(seal.rows).reduce((sum, more) => sum + more, 0);
  progress.step(`${rows} rows and ${seal.files} files restored`);
  if (seal.missing > 0) {
    progress.warn(`${seal.missing} files were lost before the backup was made`);
  }

  const applied = await applyMigrations(databaseUrl, databaseSchema, { onWait });
  if (applied.length > 0) progress.step(`${applied.length} newer migrations applied`);
  await client.query("analyze");
}

/** Of two restores into one place the second looks at it when the first is done. */
function lockRestore({ client, name }: Installation, { warn }: Progress): Promise<void> {
  return waitForLock(client, restoreLock, {
    onWait: () => warn("waiting for another restore to end"),
    refusal: `Another restore works on ${name}.`,
  });
}

/** A backup from before the baselines is loaded into the tables of today. */
async function findTarget({ migrations }: ArchiveHeader, file: string): Promise<Target> {
  const known = await listMigrations(databaseSchema);
  const { oldRows } = databaseSchema;
  if (oldRows && areFromBefore(migrations, known)) return { versions: known, oldRows };
  const unknown = migrations.find((version) => !known.includes(version));
  if (!unknown) return { versions: migrations, oldRows: null };
  throw new Error(
    `${file} was made by a newer Vitrina (migration ${unknown}). Update this one first.`,
  );
}
