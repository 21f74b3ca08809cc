import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Settings } from "#backend/settings.ts";

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
export async function readKeptSecret(dataDir: string): Promise<KeptSecret | null> {
  try {
    const bytes = await readFile(secretFile(dataDir));
    return { bytes, ...Content.parse(JSON.parse(bytes.toString("utf8"))) };
  } catch {
    return null;
  }
}

export function secretFile(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

/** Tells one JWT_SECRET of a product from another without giving it away. */
export function markSecret(product: string, jwtSecret: string): string {
  return createHash("sha256")
    .update(`${product.toLowerCase()} backup ${jwtSecret}`)
    .digest("hex")
    .slice(0, 16);
}
