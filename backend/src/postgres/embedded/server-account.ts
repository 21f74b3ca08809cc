import { execFileSync } from "node:child_process";
import { chownSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";

/** The account that runs PostgreSQL, and the command prefix that switches to it. */
export type ServerAccount = {
  prefix: string[];
  give(path: string): void;
  /** Whether the account owns the path. */
  owns(path: string): boolean;
  /** Throws a one-line message if the account has no name: initdb needs one. */
  requireName(): void;
};

/**
 * PostgreSQL refuses to run as root, so root switches to the first of these accounts that exists.
 */
const unprivilegedAccounts = ["postgres", "nobody"];

/**
 * Returns the account to run PostgreSQL as: our own, unless we are root. Switching keeps one
 * capability, to traverse folders closed to others (a clone below /root, a temporary folder of mode
 * 0700), so that the data stay in DATA_DIR. Throws if root finds no account to switch to.
 */
export function findServerAccount(): ServerAccount {
  const uid = process.getuid?.();
  const own = { prefix: [], give: () => {} };
  if (uid === undefined) return { ...own, owns: () => true, requireName: () => {} };
  if (uid !== 0) {
    return { ...own, owns: (path) => statSync(path).uid === uid, requireName: () => nameOf(uid) };
  }
  const account = findAccount();
  const ids = ["--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups"];
  return {
    prefix: ["setpriv", ...(canSetTraversal() ? traversalArgs : []), ...ids, "--"],
    give: (path) => chownSync(path, account.uid, account.gid),
    owns: (path) => statSync(path).uid === account.uid,
    requireName: () => {},
  };
}

/** Container platforms run programs under uids that have no entry in /etc/passwd. */
function nameOf(uid: number): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      `PostgreSQL needs an account with a name, and uid ${uid} has none. Add it to /etc/passwd, or set DATABASE_URL to use another PostgreSQL.`,
      { cause },
    );
  }
}

/**
 * Lets PostgreSQL traverse closed folders: the capability, and the securebit without which
 * access(2), used by initdb to find its programs, would ignore the capability. No other capability
 * of root survives the exec.
 */
const traversalArgs = [
  ...["--securebits", "+no_setuid_fixup"],
  ...["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"],
];

function findAccount(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of unprivilegedAccounts) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has no account postgres or nobody.",
  );
}

/** The container may have dropped the capability. */
function canSetTraversal(): boolean {
  try {
    execFileSync("setpriv", [...traversalArgs, "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
