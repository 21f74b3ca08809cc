/**
 * Builds the pages if their sources changed since the last build. Runs before `npm start`, `npm run
 * demo` and `npm run bench`.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "build/made-of");
const folders = ["web", "contract", "public"];
const files = ["package-lock.json", "package.json", "vite.config.ts", "react-router.config.ts"];

const started = performance.now();
const now = fingerprint();
if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) finish("pages up to date");

const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "build"], {
  cwd: root,
  encoding: "utf8",
});
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}\nThe pages could not be built.\n`);
  process.exit(1);
}
writeFileSync(stamp, now);
finish("pages built");

function finish(step: string): never {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`  ✓ ${step} (${seconds} s)\n`);
  process.exit(0);
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const path of [...folders.flatMap(listFiles), ...files]) {
    hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}
