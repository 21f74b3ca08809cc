/**
 * Restores a backup into an empty DATA_DIR or DATABASE_URL: `npm run restore -- file`. See
 * docs/operations.md.
 */
import { resolve } from "node:path";
import {
  type ArchiveHeader,
  applyMigrations,
  removeRestoreNote,
  type Installation,
  installQueue,
  loadEntries,
  openArchive,
  openInstallation,
  type Progress,
  verifyArchive,
  requireEmpty,
  requireReplaceable,
  resolveVersions,
  restoreLock,
  runCommand,
  type Stopping,
  storeSecret,
  waitForLock,
} from "#backend";
import { databaseSchema } from "#composition/database-schema.ts";
import { readOwnSettings, type Settings } from "#settings";

const stopped = "Stopped; nothing was restored. Run the command again to start over.";

await runCommand(stopped, async (progress, stopping) => {
  const [named, ...more] = process.argv.slice(2);
  if (named === undefined || more.length > 0) throw new Error("Usage: npm run restore -- file");
  const file = resolve(process.env.INIT_CWD ?? ".", named);
  const settings = readOwnSettings(process.env);

  const { header, bringsSecret } = await verifyArchive(file, settings.name, stopping.signal);
  const versions = await requireKnownVersions(header, file);
  progress.step(`backup of ${header.madeAt} is complete`);

  const installation = await openInstallation(settings, "alone", stopping.signal);
  try {
    await restore(
      installation,
      { header, versions, bringsSecret, file },
      { settings, progress, stopping },
    );
  } finally {
    await installation.close();
  }
});

type Proven = {
  header: ArchiveHeader;
  versions: string[];
  bringsSecret: boolean;
  file: string;
};
type Work = { settings: Settings; progress: Progress; stopping: Stopping };

/**
 * Creates the tables as of the backup, fills them, and then migrates them to this version. It can
 * be stopped until the rows are committed; the rest takes seconds and could not be repeated on top
 * of the rows. If it is killed in that time, the next start of the server migrates the tables.
 */
async function restore(
  installation: Installation,
  { header, versions, bringsSecret, file }: Proven,
  { settings, progress, stopping }: Work,
): Promise<void> {
  const { databaseUrl, client, name } = installation;
  const { signal } = stopping;
  signal.throwIfAborted();
  await lockRestore(installation, progress);
  await requireEmpty(installation, versions);
  const place = { settings, installation };
  if (bringsSecret && settings.jwtSecret === undefined) await requireReplaceable(place, header);
  const onWait = () => progress.warn("waiting for another process to finish its migrations");
  await installQueue(databaseUrl, signal);
  await applyMigrations(databaseUrl, databaseSchema, { versions, onWait, signal });
  progress.step(`tables created in ${name}`);

  const archive = await openArchive(file, settings.name, signal);
  const seal = await loadEntries(
    installation,
    { ...archive, versions },
    progress,
    async (secrets) => {
      await storeSecret(place, header, secrets, progress);
      stopping.ignore();
    },
  );
  await removeRestoreNote(place);
  const rows = Object.values(seal.rows).reduce((sum, more) => sum + more, 0);
  progress.step(`${rows} rows and ${seal.files} files restored`);
  if (seal.missing > 0) {
    progress.warn(`${seal.missing} files were lost before the backup was made`);
  }

  const applied = await applyMigrations(databaseUrl, databaseSchema, { onWait });
  if (applied.length > 0) progress.step(`${applied.length} newer migrations applied`);
  await client.query("analyze");
}

/** Two restores into the same database run one after the other. */
function lockRestore({ client, name }: Installation, { warn }: Progress): Promise<void> {
  return waitForLock(client, restoreLock, {
    onWait: () => warn("waiting for another restore to end"),
    refusal: `Another restore into ${name} is running.`,
  });
}

/** The backup's versions, and those that they replace. Throws if they cannot be upgraded. */
async function requireKnownVersions({ migrations }: ArchiveHeader, file: string) {
  const resolved = await resolveVersions(databaseSchema, migrations);
  if (resolved.state === "known") return resolved.versions;
  if (resolved.state === "too old") {
    throw new Error(
      `${file} is older than this version can upgrade. Restore it with ${databaseSchema.upgradeThrough} and make a backup there.`,
    );
  }
  throw new Error(
    `${file} was made by a newer Vitrina (migration ${resolved.version}). Update this installation first.`,
  );
}
