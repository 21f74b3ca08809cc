import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { MadePicture, PictureAnswer, PictureJob, PictureRequest } from "./picture-jobs.ts";
import { PictureError, PictureRefusal } from "./picture-jobs.ts";

/** A process that does picture work. */
export type PictureProcess = {
  /**
   * The picture that the job makes. Throws PictureRefusal and PictureError. A job that takes too
   * long ends the process, with all that it works on.
   */
  run(job: PictureJob): Promise<MadePicture>;
  /** Whether it can be given jobs. */
  isOpen(): boolean;
  /** Ends it. */
  end(): void;
};

const program = fileURLToPath(new URL("./picture-process.ts", import.meta.url));

/**
 * glibc keeps what decoders free for a next time that fits no better; so it gives large blocks back
 * at once (a third of the memory).
 */
const thriftyAllocator = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "65536" };

type Pending = { isSlow: boolean; resolve(made: MadePicture): void; reject(error: Error): void };

/**
 * Starts one. It holds up the end of ours only while it has a job, each of which may take
 * `slowestJobMs`.
 */
export function startPictureProcess(slowestJobMs: number): PictureProcess {
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let isOpen = true;
  const child = fork(program, [], {
    serialization: "advanced",
    execArgv: ["--max-semi-space-size=1", "--expose-gc"],
    env: { PATH: process.env.PATH, ...thriftyAllocator },
  });
  child.on("message", settle);
  child.on("error", forget);
  child.once("exit", forget);
  child.unref();
  child.channel?.unref();

  function settle(answer: PictureAnswer): void {
    const job = pending.get(answer.id);
    pending.delete(answer.id);
    if ("failure" in answer) job?.reject(errorOf(answer));
    else job?.resolve({ bytes: viewOf(answer.bytes), type: answer.type });
    if (pending.size === 0) child.channel?.unref();
  }

  /**
   * Jobs that were under way when the process ended, or that never reached it, will not be
   * answered.
   */
  function forget(): void {
    isOpen = false;
    child.kill("SIGKILL");
    for (const { isSlow, reject } of pending.values()) {
      reject(
        isSlow
          ? new PictureError("The picture took too long", "slow")
          : new PictureError("The picture process ended", "died"),
      );
    }
    pending.clear();
  }

  function send(job: PictureJob): { id: number; made: Promise<MadePicture> } {
    const id = nextId++;
    const request: PictureRequest = { id, job };
    const made = new Promise<MadePicture>((resolve, reject) => {
      pending.set(id, { isSlow: false, resolve, reject });
    });
    child.channel?.ref();
    child.send(request, (error) => error && forget());
    return { id, made };
  }

  /** Of several that are late at once only the first is to blame: the others stood behind it. */
  function giveUp(id: number): void {
    const job = pending.get(id);
    if (!job || child.killed) return;
    job.isSlow = true;
    child.kill("SIGKILL");
  }

  return {
    async run(job) {
      const { id, made } = send(job);
      const deadline = setTimeout(() => giveUp(id), slowestJobMs);
      try {
        return await made;
      } finally {
        clearTimeout(deadline);
      }
    },
    isOpen: () => isOpen && child.connected && !child.killed,
    end: () => {
      isOpen = false;
      if (child.connected) child.disconnect();
    },
  };
}

function errorOf({ failure, refused }: Extract<PictureAnswer, { failure: string }>): Error {
  return refused ? new PictureRefusal(refused, failure) : new PictureError(failure, "broken");
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
