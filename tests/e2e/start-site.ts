import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { writeCameraVideo } from "./draw-camera.ts";

const program = fileURLToPath(new URL("./serve.ts", import.meta.url));
const build = fileURLToPath(new URL("../../scripts/build-if-changed.ts", import.meta.url));

/** Builds the pages if they changed and starts the run's site; returns a function that stops it. */
export default async function startSite(): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, [build], { stdio: "inherit" });
  if (status !== 0) throw new Error("The pages could not be built.");
  await writeCameraVideo();
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
