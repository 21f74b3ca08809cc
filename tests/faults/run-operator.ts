import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The result of an operator's command: exit code, standard output and standard error. */
export type Outcome = { code: number | null; stdout: string; stderr: string };

/**
 * Runs `npm run backup` or `npm run restore` without npm. `onStart` gets a function that signals
 * the process, and one that calls `act` once the output contains a text.
 */
export async function runOperator(
  script: "backup" | "restore",
  args: string[],
  environment: Record<string, string>,
  onStart: (
    kill: (signal: NodeJS.Signals) => void,
    onOutput: (text: string, act: () => void) => void,
  ) => void = () => undefined,
): Promise<Outcome> {
  const program = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (text) => {
    outcome.stdout += String(text);
  });
  child.stderr.on("data", (text) => {
    outcome.stderr += String(text);
  });
  const onOutput = (text: string, act: () => void) => {
    child.stdout.on("data", () => {
      if (outcome.stdout.includes(text)) act();
    });
  };
  onStart((signal) => child.kill(signal), onOutput);
  const [code] = await once(child, "close");
  return { ...outcome, code };
}
