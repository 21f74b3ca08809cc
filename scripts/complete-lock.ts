/**
 * Adds entries to package-lock.json for optional platform packages that npm left out because the
 * registry could not describe them. Without these, `npm ci` rejects the lock that `npm install` has
 * just written. Run after each change of the lock: `npm run lock`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

type LockEntry = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, LockEntry> };

const lockPath = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const platforms = ["darwin", "linux", "win32", "freebsd", "android", "openharmony", "wasm32"];
const processors = ["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64", "wasm32"];

const lock = JSON.parse(readFileSync(lockPath, "utf8")) as Lock;
const added = Object.values(lock.packages).flatMap((entry) => addMissingOptionals(lock, entry));
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(
  added.length > 0 ? `added to the lock: ${added.join(", ")}\n` : "the lock was complete\n",
);

function addMissingOptionals({ packages }: Lock, parent: LockEntry): string[] {
  const missing = Object.entries(parent.optionalDependencies ?? {}).filter(
    ([name]) => packages[`node_modules/${name}`] === undefined,
  );
  for (const [name, range] of missing) {
    const words = name.split(/[-/]/);
    packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ""),
      optional: true,
      ...(parent.dev ? { dev: true } : {}),
      os: words.filter((word) => platforms.includes(word)),
      cpu: words.filter((word) => processors.includes(word)),
    };
  }
  return missing.map(([name]) => name);
}
