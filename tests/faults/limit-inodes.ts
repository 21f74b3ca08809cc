import { execFileSync } from "node:child_process";
import { statfsSync } from "node:fs";
import type { SmallDisk } from "./mount-small-disk.ts";

const isRoot = process.getuid?.() === 0;

/**
 * Allows only this many more files on a disk of `mountSmallDisk`, in the namespace of the process
 * that holds it.
 */
export function limitInodes({ path }: SmallDisk, spare: number): void {
  const [, holder = "", point = ""] = /^\/proc\/(\d+)\/root(.+)\/disk$/.exec(path) ?? [];
  const { files, ffree } = statfsSync(path);
  const account = isRoot ? [] : ["--user", "--preserve-credentials"];
  const options = `remount,nr_inodes=${files - ffree + spare}`;
  const args = [...account, "--mount", "--target", holder, "mount", "-o", options, point];
  execFileSync("nsenter", args, { stdio: "ignore" });
}
