import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Settings } from "#backend/settings.ts";
import { syncFolder } from "#backend/storage/stores/disk-backend.ts";
import type { ArchiveHeader } from "./archive-format.ts";
import type { Installation } from "./open-installation.ts";
import type { Progress } from "./progress.ts";

/** Where a backup comes to: the settings of the restore, and the installation that it fills. */
type Place = { settings: Settings; installation: Pick<Installation, "name"> };

/**
 * Throws one clear line when the secret of a backup would take the place of one that may be in use.
 * Beside a database in DATA_DIR, which is empty, nothing hangs on it; beside DATABASE_URL the
 * folder may belong to another installation, unless an earlier restore into the same database has
 * put the secret there.
 */
export async function requireReplaceable(
  { settings, installation }: Place,
  { secretMark }: ArchiveHeader,
): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const path = secretFile(dataDir);
  if (databaseUrl === undefined || !existsSync(path)) return;
  const kept = await markKept(settings);
  if (kept === secretMark) return;
  if (kept !== null && kept === (await readNote(noteFile(path, installation)))) return;
  throw new Error(
    `${path} holds the secret of another installation. Name another DATA_DIR, or give JWT_SECRET.`,
  );
}

/**
 * Tokens, and the second factors in the database, hang on JWT_SECRET: the settings' own counts,
 * else the one that the backup brings, which lies on the disk for good when this returns. For who
 * calls it before the rows are committed, there are no rows without it; and what it puts there,
 * `requireReplaceable` lets another restore replace until `forgetRestore`.
 */
export async function settleSecret(
  place: Place,
  header: ArchiveHeader,
  secrets: Buffer | null,
  { step, warn }: Progress,
): Promise<void> {
  const { name, dataDir, jwtSecret } = place.settings;
  if (jwtSecret === undefined && secrets) {
    await requireReplaceable(place, header);
    await keepSecret(place, header, secrets);
    step(`secret kept in ${secretFile(dataDir)}`);
    return;
  }
  const inUse =
    jwtSecret === undefined ? await markKept(place.settings) : markSecret(name, jwtSecret);
  if (inUse === header.secretMark) return;
  warn(
    "JWT_SECRET is not the one of the backup: everyone signs in again, and second factors work only with recovery codes",
  );
}

/** From here on the secret that was put is in use. */
export async function forgetRestore({ settings, installation }: Place): Promise<void> {
  await rm(noteFile(secretFile(settings.dataDir), installation), { force: true });
}

/** A note says whose secret it is before the secret is there, and stands beside no other one. */
async function keepSecret(
  { settings, installation }: Place,
  { secretMark }: ArchiveHeader,
  secrets: Buffer,
): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const path = secretFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  if ((await markKept(settings)) !== secretMark) {
    if (databaseUrl !== undefined) {
      await rm(path, { force: true });
      await writeFile(noteFile(path, installation), secretMark, { mode: 0o600, flush: true });
    }
    await writeFile(`${path}.part`, secrets, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  }
  await syncFolder(dataDir);
}

async function markKept({ name, dataDir }: Settings): Promise<string | null> {
  const kept = await readKeptSecret(dataDir);
  return kept && markSecret(name, kept.jwtSecret);
}

/**
 * Holds the mark of the secret that a restore into this database has put, until its rows are
 * committed.
 */
function noteFile(path: string, { name }: Place["installation"]): string {
  const database = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${path}.${database}.restoring`;
}

async function readNote(path: string): Promise<string | null> {
  return existsSync(path) ? readFile(path, "utf8") : null;
}

const Content = z.object({ jwtSecret: z.string().min(32) });

type KeptSecret = { bytes: Buffer; jwtSecret: string };

/**
 * The secret that belongs into a backup; null where the settings give one, or where the database is
 * elsewhere and nothing was kept here. Throws one clear line where it is lost: a restore without it
 * would lose everybody's sessions and second factors.
 */
export async function findKeptSecret({
  dataDir,
  databaseUrl,
  jwtSecret,
}: Settings): Promise<KeptSecret | null> {
  if (jwtSecret !== undefined) return null;
  const path = secretFile(dataDir);
  if (databaseUrl !== undefined && !existsSync(path)) return null;
  const kept = await readKeptSecret(dataDir);
  if (kept) return kept;
  throw new Error(
    `${path} ${existsSync(path) ? "is not readable" : "is missing"}, and the backup needs the secret in it. Bring it back from an older backup, or give the JWT_SECRET that the server has.`,
  );
}

/**
 * The secret that an installation made for itself, and the file as it stands; null where there is
 * none.
 */
async function readKeptSecret(dataDir: string): Promise<KeptSecret | null> {
  try {
    const bytes = await readFile(secretFile(dataDir));
    return { bytes, ...Content.parse(JSON.parse(bytes.toString("utf8"))) };
  } catch {
    return null;
  }
}

function secretFile(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

/** Tells one JWT_SECRET of a product from another without giving it away. */
export function markSecret(product: string, jwtSecret: string): string {
  return createHash("sha256")
    .update(`${product.toLowerCase()} backup ${jwtSecret}`)
    .digest("hex")
    .slice(0, 16);
}
