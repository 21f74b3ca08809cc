import { spawn } from "node:child_process";

type Surroundings = {
  /** The folder to run in, in place of our own. */
  folder?: string;
  /** What the environment holds beside our own. */
  environment?: Record<string, string>;
  /** Files that it, and whatever it starts, has open too. */
  inherited?: number[];
};

/**
 * Runs a program to its end without a shell and throws with its exit code when it fails.
 * Its output goes to no pipe of ours, since a server that it starts would hold that pipe open.
 */
export function runProgram(
  words: string[],
  { folder, environment, inherited = [] }: Surroundings = {},
): Promise<void> {
  const [program, ...args] = words;
  if (program === undefined) return Promise.reject(new Error("There is no program to run."));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "ignore", "ignore", ...inherited],
      detached: true,
      env: { ...process.env, ...environment },
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.join(" ")} ended with ${signal ?? `code ${code}`}`));
    });
  });
}
