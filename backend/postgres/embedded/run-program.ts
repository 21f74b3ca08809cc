import { spawn } from "node:child_process";

type Surroundings = {
  /** The folder to run in, in place of our own. */
  folder?: string;
  /** What the environment holds beside our own. */
  environment?: Record<string, string>;
  /** Files that it, and whatever it starts, has open too. */
  inherited?: number[];
  /**
   * Hears what it says on standard error; not for one that starts a server, which would hold that
   * pipe open.
   */
  hear?: (words: string) => void;
};

/**
 * Runs a program to its end without a shell and throws with its exit code when it fails. Unless
 * somebody hears it, its output goes to no pipe of ours.
 */
export function runProgram(
  words: string[],
  { folder, environment, inherited = [], hear }: Surroundings = {},
): Promise<void> {
  const [program, ...args] = words;
  if (program === undefined) return Promise.reject(new Error("There is no program to run."));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "ignore", hear ? "pipe" : "ignore", ...inherited],
      detached: true,
      env: { ...process.env, ...environment },
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    if (hear) child.stderr?.setEncoding("utf8").on("data", hear);
    child.once("error", reject);
    child.once(hear ? "close" : "exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.join(" ")} ended with ${signal ?? `code ${code}`}`));
    });
  });
}
