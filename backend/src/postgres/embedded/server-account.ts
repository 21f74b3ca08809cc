import { execFileSync } from "node:child_process";
import { chownSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";

/** The account of PostgreSQL's programs, and the words before a command line to get there. */
export type ServerAccount = {
  prefix: string[];
  give(path: string): void;
  /** Whether the path is this account's own. */
  owns(path: string): boolean;
  /** Throws one clear line when this account has no name here: initdb makes no cluster then. */
  requireName(): void;
};

/** PostgreSQL refuses to run as root, so root's process steps down to the first that exists. */
const stepDownTo = ["postgres", "nobody"];

/**
 * The account to run PostgreSQL under: our own, unless we are root. Stepping down keeps the one
 * capability to pass through folders that are closed to others (a clone below /root, a temporary
 * folder of mode 0700), so the data stay where DATA_DIR says. Throws when root has no account to
 * step down to.
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
    prefix: ["setpriv", ...(maySetPassage() ? passage : []), ...ids, "--"],
    give: (path) => chownSync(path, account.uid, account.gid),
    owns: (path) => statSync(path).uid === account.uid,
    requireName: () => {},
  };
}

/** Platforms of containers run programs under numbers that are in no list of accounts. */
function nameOf(uid: number): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      `PostgreSQL makes no files for an account without a name, as ${uid} is. Give it a line in /etc/passwd, or set DATABASE_URL to use another PostgreSQL.`,
      { cause },
    );
  }
}

/**
 * What lets PostgreSQL pass through closed folders: the capability, and the bit that keeps
 * access(2), which initdb looks for its programs with, from setting the capability aside. Of all of
 * root's capabilities only this one survives the start of a program.
 */
const passage = [
  ...["--securebits", "+no_setuid_fixup"],
  ...["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"],
];

function findAccount(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of stepDownTo) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has no account postgres or nobody.",
  );
}

/** A container may have taken the capability from root. */
function maySetPassage(): boolean {
  try {
    execFileSync("setpriv", [...passage, "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
