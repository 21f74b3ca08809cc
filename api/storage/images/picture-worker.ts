import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PictureAnswer, PictureJob, PictureRequest } from "./picture-jobs.ts";

/** Does picture work in a process of its own, which starts at the first job and ends when there has been none for a while. */
export type PictureWorker = {
  /** The picture that the job makes. Throws PictureError when the bytes cannot be decoded, or when the process ended over it. */
  run(job: PictureJob): Promise<Buffer>;
  stop(): Promise<void>;
};

/** Why a picture was not made: its own fault, or the process's end. */
export class PictureError extends Error {
  readonly crashed: boolean;

  constructor(message: string, crashed: boolean) {
    super(message);
    this.name = "PictureError";
    this.crashed = crashed;
  }
}

const program = fileURLToPath(new URL("./picture-process.ts", import.meta.url));
const idleMs = 20_000;
const slowestJobMs = 30_000;

/** glibc keeps what decoders free for a next time that fits no better; so it gives large blocks back at once (a third of the memory). */
const thriftyAllocator = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "65536" };

type Pending = {
  by: ChildProcess;
  resolve: (bytes: Buffer) => void;
  reject: (error: Error) => void;
};

/** A worker without a process yet. */
export function createPictureWorker(): PictureWorker {
  const pending = new Map<number, Pending>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  function ensureChild(): ChildProcess {
    clearTimeout(idle);
    child ??= start();
    return child;
  }

  function start(): ChildProcess {
    const started = fork(program, [], {
      serialization: "advanced",
      execArgv: ["--max-semi-space-size=1", "--expose-gc"],
      env: { PATH: process.env.PATH, ...thriftyAllocator },
    });
    started.on("message", settle);
    started.on("error", () => started.kill("SIGKILL"));
    started.once("exit", () => forget(started));
    started.unref();
    started.channel?.unref();
    return started;
  }

  function settle(answer: PictureAnswer): void {
    const job = pending.get(answer.id);
    pending.delete(answer.id);
    if ("failure" in answer) job?.reject(new PictureError(answer.failure, false));
    else job?.resolve(viewOf(answer.bytes));
    if (pending.size === 0) restAWhile();
  }

  function restAWhile(): void {
    child?.channel?.unref();
    idle = setTimeout(letGo, idleMs);
    idle.unref();
  }

  /** The process ends by itself; a job that comes meanwhile must not be sent to it any more. */
  function letGo(): void {
    const ending = child;
    child = undefined;
    if (ending?.connected) ending.disconnect();
  }

  /** Jobs that were under way when the process ended will never be answered. */
  function forget(ended: ChildProcess): void {
    if (child === ended) child = undefined;
    for (const [id, { by, reject }] of pending) {
      if (by !== ended) continue;
      pending.delete(id);
      reject(new PictureError("The picture process ended", true));
    }
  }

  function send(job: PictureJob): Promise<Buffer> {
    const id = nextId++;
    const request: PictureRequest = { id, job };
    const process = ensureChild();
    return new Promise((resolve, reject) => {
      pending.set(id, { by: process, resolve, reject });
      process.channel?.ref();
      process.send(request, (error) => error && process.kill("SIGKILL"));
    });
  }

  return {
    async run(job) {
      const deadline = setTimeout(() => child?.kill("SIGKILL"), slowestJobMs);
      try {
        return await send(job);
      } finally {
        clearTimeout(deadline);
      }
    },
    async stop() {
      clearTimeout(idle);
      letGo();
    },
  };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
