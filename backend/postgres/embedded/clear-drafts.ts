import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Where this process makes the cluster that becomes `data` when it is whole. */
export function draftOf(data: string): string {
  return `${draftsOf(data)}${process.pid}`;
}

/** Removes what this process, or an initdb that was killed with its process, left behind. */
export function clearDrafts(data: string): void {
  const drafts = draftsOf(data);
  for (const name of existsSync(dirname(data)) ? readdirSync(dirname(data)) : []) {
    const path = join(dirname(data), name);
    const [, pid] = /^(\d+)$/.exec(path.startsWith(drafts) ? path.slice(drafts.length) : "") ?? [];
    if (pid === undefined || isOther(pid)) continue;
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function draftsOf(data: string): string {
  return join(dirname(data), `.${basename(data)}-`);
}

/** Whether another living process works there. */
function isOther(pid: string): boolean {
  if (Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
