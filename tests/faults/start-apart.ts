import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";

const program = fileURLToPath(new URL("../support/run-server.ts", import.meta.url));
const namespace = ["unshare", "--pid", "--mount-proc", "--fork", "--kill-child=SIGKILL"];

/** Without the right to make pid namespaces, only the temporary folders are separate. */
const isolated = mayIsolate();

/** How a server of `startApart` is isolated on this machine. */
export const apart = isolated ? "pids and sockets of its own" : "sockets of its own";

/**
 * A server over another server's data folder, as in another container: it sees neither the other's
 * processes nor its sockets in the temporary folder.
 */
export async function startApart(dataDir: string) {
  const port = await findFreePort();
  const temporary = mkdtempSync(join(tmpdir(), "vitrina-apart-"));
  const words = [...(isolated ? namespace : []), process.execPath, program];
  const child = spawn(words[0] ?? "", words.slice(1), {
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

function mayIsolate(): boolean {
  try {
    execFileSync("unshare", [...namespace.slice(1), "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** "ready", or the exit code and standard error. */
function waitForOutcome(child: ChildProcess): Promise<"ready" | { code: number; words: string }> {
  return new Promise((resolve) => {
    let words = "";
    child.stderr?.on("data", (text) => {
      words += String(text);
    });
    child.stdout?.on("data", (text) => {
      if (String(text).includes("ready ")) resolve("ready");
    });
    child.on("close", (code) => resolve({ code: code ?? -1, words }));
  });
}
