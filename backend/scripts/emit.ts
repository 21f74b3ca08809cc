/**
 * Builds dist/ for the package: JavaScript and types of src/ (Node does not strip types inside
 * node_modules), SQL files and license. Runs before `npm pack`.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const inPackage = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(inPackage("dist"), { recursive: true, force: true });
const { status } = spawnSync("tsc", ["--project", inPackage("tsconfig.emit.json")], {
  stdio: "inherit",
});
if (status !== 0) process.exit(1);
cpSync(inPackage("src/schema"), inPackage("dist/schema"), { recursive: true });
copyFileSync(inPackage("../LICENSE"), inPackage("dist/LICENSE"));
