import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { drawCamera } from "./draw-camera.ts";

const program = fileURLToPath(new URL("./serve.ts", import.meta.url));
const build = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

/** Starts the run's one built site and tells the workers where it is; gives the way to end it. */
export default async function startSite(): Promise<() => Promise<void>> {
  if (!existsSync(build)) throw new Error("The pages are not built: run `npm run build` first.");
  await drawCamera();
  const child = spawn(process.execPath, [program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "close").then(() => {
    throw new Error("The site ended before it was ready.");
  });
  for await (const line of raceLines(lines, ended)) {
    if (!line.startsWith("{")) continue;
    process.env.E2E_SITE = line;
    break;
  }
  child.stdout.resume();
  ended.catch(() => undefined);
  return async () => {
    child.stdin.end();
    await once(child, "close");
  };
}

async function* raceLines(lines: AsyncIterable<string>, ended: Promise<never>) {
  const iterator = lines[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), ended]);
    if (next.done) return;
    yield next.value;
  }
}
