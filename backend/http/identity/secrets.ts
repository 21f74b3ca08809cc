import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Config, Settings } from "#backend/settings.ts";
import { createIdentity, makeApiKey } from "./index.ts";

const KeptSecrets = z.object({ jwtSecret: z.string().min(32) });

/**
 * Fills in the secrets that the settings leave out. A missing JWT secret is made once and kept in
 * DATA_DIR/secrets.json (mode 0600); both API keys follow from it, so nothing else is kept. Throws
 * when that file is there and cannot be read as ours, and for given keys that the secret did not
 * sign: every request would be refused with them.
 */
export async function completeSettings<Given extends Settings>(
  settings: Given,
): Promise<Given & Config> {
  const jwtSecret = settings.jwtSecret ?? (await keepSecret(settings.dataDir));
  await checkKeys({ ...settings, jwtSecret });
  const issuer = settings.name.toLowerCase();
  return {
    ...settings,
    jwtSecret,
    anonKey: settings.anonKey ?? (await makeApiKey(jwtSecret, "anon", issuer)),
    serviceRoleKey:
      settings.serviceRoleKey ?? (await makeApiKey(jwtSecret, "service_role", issuer)),
  };
}

async function checkKeys(settings: Settings & { jwtSecret: string }): Promise<void> {
  const { verify } = createIdentity(settings);
  const given = [
    ["ANON_KEY", settings.anonKey, "anon"],
    ["SERVICE_ROLE_KEY", settings.serviceRoleKey, "service_role"],
  ] as const;
  const faults: string[] = [];
  for (const [name, key, role] of given) {
    if (key === undefined) continue;
    const found = await verify(key).catch(() => null);
    if (found?.role === role) continue;
    faults.push(`${name}: is not a key that JWT_SECRET signs for the role ${role}`);
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/**
 * The file is linked into its place when it is whole, so that a crash leaves no half of it, and of
 * several starts at once all have the first one's.
 */
async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secrets.json");
  if (existsSync(path)) return readSecret(path);
  const draft = `${path}.${randomUUID()}.part`;
  const secret = { jwtSecret: randomBytes(32).toString("base64url") };
  try {
    await writeFile(draft, `${JSON.stringify(secret)}\n`, { flag: "wx", mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readSecret(path);
}

async function readSecret(path: string): Promise<string> {
  try {
    return KeptSecrets.parse(JSON.parse(await readFile(path, "utf8"))).jwtSecret;
  } catch (cause) {
    throw new Error(
      `${path} is not readable. Restore it from a backup, or remove it: everyone signs in again and sets up the second factor anew.`,
      {
        cause,
      },
    );
  }
}
