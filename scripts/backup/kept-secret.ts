import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Content = z.object({ jwtSecret: z.string() });

/** The secret that an installation made for itself, and the file as it stands; null where there is none. */
export async function readKeptSecret(
  dataDir: string,
): Promise<{ bytes: Buffer; jwtSecret: string } | null> {
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

/** Tells one JWT_SECRET from another without giving it away. */
export function markSecret(jwtSecret: string): string {
  return createHash("sha256").update(`vitrina backup ${jwtSecret}`).digest("hex").slice(0, 16);
}
