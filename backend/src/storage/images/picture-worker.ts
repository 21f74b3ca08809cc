import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { pictureLimits } from "../../limits.ts";
import type { MadePicture, PictureAnswer, PictureJob } from "./picture-jobs.ts";
import { bufferOf, PictureError, PictureRefusal } from "./picture-jobs.ts";

const idleMs = 20_000;

/**
 * Runs picture jobs in child processes, one job at a time in each, for at most `jobTimeoutMs`. A
 * process ends after a failure or when idle.
 */
export function createPictureWorker(jobTimeoutMs = pictureLimits.ms) {
  const idle: ChildProcess[] = [];
  let resting: NodeJS.Timeout | undefined;

  const endIdle = () => {
    for (const child of idle.splice(0)) if (child.connected) child.disconnect();
  };

  async function runIn(child: ChildProcess, job: PictureJob): Promise<MadePicture> {
    clearTimeout(resting);
    try {
      const made = await perform(child, job, jobTimeoutMs);
      idle.push(child);
      return made;
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    } finally {
      resting = setTimeout(endIdle, idleMs).unref();
    }
  }

  return {
    /** Runs a job, with one retry if its process dies. Throws PictureRefusal, PictureError. */
    async run(job: PictureJob): Promise<MadePicture> {
      const known = idle.pop();
      try {
        return await runIn(known?.connected ? known : startPictureProcess(), job);
      } catch (error) {
        if (!(error instanceof PictureError) || error.reason !== "died") throw error;
        return runIn(startPictureProcess(), job);
      }
    },
    async stop(): Promise<void> {
      clearTimeout(resting);
      endIdle();
    },
  };
}

export type PictureWorker = ReturnType<typeof createPictureWorker>;

const program = fileURLToPath(
  new URL(`./picture-process${extname(import.meta.url)}`, import.meta.url),
);

/** glibc holds on to memory that decoders free; with these settings it returns large blocks. */
const allocatorSettings = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "65536" };

/** Starts a process that only keeps ours alive while it has a job. */
function startPictureProcess(): ChildProcess {
  const child = fork(program, [], {
    serialization: "advanced",
    execArgv: ["--max-semi-space-size=1", "--expose-gc"],
    env: { PATH: process.env.PATH, ...allocatorSettings },
  });
  child.on("error", () => child.kill("SIGKILL"));
  child.unref();
  child.channel?.unref();
  return child;
}

/** Sends a job to an idle process and kills it if the job takes too long. */
async function perform(child: ChildProcess, job: PictureJob, ms: number): Promise<MadePicture> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
  let isSlow = false;
  const deadline = setTimeout(() => {
    isSlow = child.kill("SIGKILL");
  }, ms);
  const fail = () =>
    reject(
      isSlow
        ? new PictureError("The picture took too long", "slow")
        : new PictureError("The picture process ended", "died"),
    );
  child.once("message", resolve).once("disconnect", fail).once("error", fail);
  child.channel?.ref();
  child.send(job, (error) => error && fail());
  try {
    return readAnswer(await promise);
  } finally {
    clearTimeout(deadline);
    child.off("message", resolve).off("disconnect", fail).off("error", fail);
    child.channel?.unref();
  }
}

function readAnswer(answer: PictureAnswer): MadePicture {
  if ("failure" in answer) {
    const { failure, refused } = answer;
    throw refused ? new PictureRefusal(refused, failure) : new PictureError(failure, "broken");
  }
  const { type, bytes, rendition } = answer;
  return { type, bytes: bufferOf(bytes), ...(rendition && { rendition: bufferOf(rendition) }) };
}
