/**
 * Backs up the database and images into one file, even while the server runs: `npm run backup [--
 * file]`. See docs/operations.md.
 */
import { join, resolve } from "node:path";
import {
  collectEntries,
  nameBackup,
  openInstallation,
  type Progress,
  runCommand,
  writeArchive,
} from "#backend";
import { readOwnSettings, type Settings } from "#settings";

await runCommand("Stopped; no backup was written.", async (progress, { signal }) => {
  const settings = readOwnSettings(process.env);
  const file = chooseFile(settings);
  const size = await makeBackup(settings, file, { progress, signal });
  progress.step(`${file} (${(size / 1_000_000).toFixed(1)} MB)`);
});

type Work = { progress: Progress; signal: AbortSignal };

async function makeBackup(
  settings: Settings,
  file: string,
  { progress, signal }: Work,
): Promise<number> {
  const installation = await openInstallation(settings, "guest", signal);
  try {
    const entries = collectEntries(installation, settings, progress);
    return await writeArchive(file, settings.name, entries, signal);
  } finally {
    await installation.close();
  }
}

/** The given file, relative to where npm was called; by default a new one in DATA_DIR/backups. */
function chooseFile({ name, dataDir }: Settings): string {
  const [named] = process.argv.slice(2);
  if (named !== undefined) return resolve(process.env.INIT_CWD ?? ".", named);
  return join(dataDir, "backups", nameBackup(name, new Date()));
}
