import { spawn } from "node:child_process";

/**
 * Runs a program to its end without a shell and throws with its exit code when it fails. What it starts has `inherited` files open, too.
 * Its output goes to no pipe of ours, since a server that it starts would hold that pipe open.
 */
export function runProgram(words: string[], inherited: number[] = []): Promise<void> {
  const [program, ...args] = words;
  if (program === undefined) return Promise.reject(new Error("There is no program to run."));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "ignore", "ignore", ...inherited],
      detached: true,
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.join(" ")} ended with ${signal ?? `code ${code}`}`));
    });
  });
}
