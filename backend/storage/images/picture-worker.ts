import type { MadePicture, PictureJob } from "./picture-jobs.ts";
import { PictureError } from "./picture-jobs.ts";
import { type PictureProcess, startPictureProcess } from "./start-picture-process.ts";

/**
 * Does picture work in a process of its own, which starts at the first job and ends when there has
 * been none for a while.
 */
export type PictureWorker = {
  /**
   * The picture that the job makes; tried once more if its process ended. Throws PictureRefusal,
   * PictureError.
   */
  run(job: PictureJob): Promise<MadePicture>;
  stop(): Promise<void>;
};

const idleMs = 20_000;
/** Five times what the slowest picture takes that is let in (check-picture.ts). */
const usualPatienceMs = 15_000;

/** A worker without a process yet. A job that takes longer than `slowestJobMs` is given up. */
export function createPictureWorker(slowestJobMs = usualPatienceMs): PictureWorker {
  let shared: PictureProcess | undefined;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  let lastRetry: Promise<unknown> = Promise.resolve();

  async function runWithOthers(job: PictureJob): Promise<MadePicture> {
    clearTimeout(idle);
    if (!shared?.isOpen()) shared = startPictureProcess(slowestJobMs);
    running += 1;
    try {
      return await shared.run(job);
    } finally {
      running -= 1;
      if (running === 0) restAWhile();
    }
  }

  function restAWhile(): void {
    idle = setTimeout(letGo, idleMs);
    idle.unref();
  }

  /** The process ends by itself; a job that comes meanwhile must not be sent to it any more. */
  function letGo(): void {
    shared?.end();
    shared = undefined;
  }

  /**
   * In a process of its own, or the job that ended the first one would take its neighbours with it
   * again; in turn, for the memory's sake.
   */
  function runAlone(job: PictureJob): Promise<MadePicture> {
    const made = lastRetry.then(async () => {
      const alone = startPictureProcess(slowestJobMs);
      try {
        return await alone.run(job);
      } finally {
        alone.end();
      }
    });
    lastRetry = made.catch(() => undefined);
    return made;
  }

  return {
    async run(job) {
      try {
        return await runWithOthers(job);
      } catch (error) {
        if (error instanceof PictureError && error.reason === "died") return runAlone(job);
        throw error;
      }
    },
    async stop() {
      clearTimeout(idle);
      letGo();
    },
  };
}
