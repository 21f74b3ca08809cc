import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";

const program = fileURLToPath(new URL("../support/run-server.ts", import.meta.url));
const namespace = ["unshare", "--pid", "--mount-proc", "--fork", "--kill-child=SIGKILL"];

/** Without the right to make pid namespaces, only the temporary folders are separate. */
const isolated = canIsolate();

/** How a server of `startIsolatedServer` is isolated on this machine. */
export const isolation = isolated ? "pids and sockets of its own" : "sockets of its own";

/**
 * A server over another server's data folder, as in another container: it sees neither the other's
 * processes nor its sockets in the temporary folder.
 */
export async function startIsolatedServer(dataDir: string) {
  const port = await findFreePort();
  const temporary = mkdtempSync(join(tmpdir(), "vitrina-isolated-"));
  const args = [...(isolated ? namespace : []), process.execPath, program];
  const child = spawn(args[0] ?? "", args.slice(1), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), TMPDIR: temporary },
  });
  return {
    url: `http://localhost:${port}`,
    outcome: waitForOutcome(child),
    stop: () => {
      child.kill("SIGKILL");
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

function canIsolate(): boolean {
  try {
    execFileSync("unshare", [...namespace.slice(1), "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** "ready", or the exit code and standard error. */
function waitForOutcome(child: ChildProcess): Promise<"ready" | { code: number; stderr: string }> {
  return new Promise((resolve) => {
    let stderr = "";
    child.stderr?.on("data", (text) => {
      stderr += String(text);
    });
    child.stdout?.on("data", (text) => {
      if (String(text).includes("ready ")) resolve("ready");
    });
    child.on("close", (code) => resolve({ code: code ?? -1, stderr }));
  });
}
