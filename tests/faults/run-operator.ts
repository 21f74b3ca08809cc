import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The result of an operator's command: exit code, standard output and standard error. */
export type Outcome = { code: number | null; said: string; words: string };

/**
 * Runs `npm run backup` or `npm run restore` without npm. `onStart` gets a function that stops the
 * process, and its output so far.
 */
export async function runOperator(
  script: "backup" | "restore",
  words: string[],
  environment: Record<string, string>,
  onStart: (
    kill: (signal: NodeJS.Signals) => void,
    whenSaid: (words: string, act: () => void) => void,
  ) => void = () => undefined,
): Promise<Outcome> {
  const program = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome: Outcome = { code: null, said: "", words: "" };
  child.stdout.on("data", (text) => {
    outcome.said += String(text);
  });
  child.stderr.on("data", (text) => {
    outcome.words += String(text);
  });
  const whenSaid = (words: string, act: () => void) => {
    child.stdout.on("data", () => {
      if (outcome.said.includes(words)) act();
    });
  };
  onStart((signal) => child.kill(signal), whenSaid);
  const [code] = await once(child, "close");
  return { ...outcome, code };
}
