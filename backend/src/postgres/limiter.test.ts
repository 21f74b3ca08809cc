import { describe, expect, it } from "vitest";
import { createLimiter, type Limits, Overloaded } from "./limiter.ts";

const limits: Limits = { concurrency: 3, perClient: 2, queue: 4, queuePerClient: 3, waitMs: 50 };

/** Jobs that run until the test ends them, and the names of those that have started. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

describe("a limiter", () => {
  it("queues a client's work over its share and runs other clients' work first", async () => {
    const limiter = createLimiter(limits);
    const { begun, work, end } = createWork();
    const all = ["a1", "a2", "a3", "b1"].map((name) => limiter.run(name.slice(0, 1), work(name)));
    expect(begun).toEqual(["a1", "a2", "b1"]);
    expect(limiter.usage()).toEqual({ running: 3, waiting: 1 });
    end("a1");
    expect(await all[0]).toBe("a1");
    await expect.poll(() => begun).toEqual(["a1", "a2", "b1", "a3"]);
    for (const name of ["a2", "a3", "b1"]) end(name);
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1"]);
    expect(limiter.usage()).toEqual({ running: 0, waiting: 0 });
  });

  it("rejects work beyond one client's queue, but accepts another's", async () => {
    const limiter = createLimiter({ ...limits, waitMs: 5_000 });
    const { begun, work, end } = createWork();
    const own = Array.from({ length: 5 }, (_, at) => limiter.run("a", work(`a${at}`)));
    await expect(limiter.run("a", work("a5"))).rejects.toBeInstanceOf(Overloaded);
    const other = limiter.run("b", work("b0"));
    expect(begun).toEqual(["a0", "a1", "b0"]);
    for (let at = 0; at < 5; at += 1) {
      await expect.poll(() => begun).toContain(`a${at}`);
      end(`a${at}`);
    }
    end("b0");
    await Promise.all([...own, other]);
  });

  it("rejects work if the queue is full or the wait is too long", async () => {
    const limiter = createLimiter({ ...limits, concurrency: 1 });
    const { work, end } = createWork();
    const first = limiter.run("a", work("a"));
    const late = ["b", "c", "d", "e"].map((name) => limiter.run(name, work(name)));
    await expect(limiter.run("f", work("f"))).rejects.toBeInstanceOf(Overloaded);
    for (const waited of late) await expect(waited).rejects.toBeInstanceOf(Overloaded);
    end("a");
    await first;
    expect(limiter.usage()).toEqual({ running: 0, waiting: 0 });
  });

  it("serves clients in turn, however much each has queued", async () => {
    const limiter = createLimiter({ ...limits, concurrency: 1, queue: 9, waitMs: 5_000 });
    const begun: string[] = [];
    const names = ["a1", "a2", "a3", "b1", "b2", "c1"];
    const all = names.map((name) =>
      limiter.run(name.slice(0, 1), async () => {
        begun.push(name);
      }),
    );
    await Promise.all(all);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  it("frees the slot of work that fails", async () => {
    const limiter = createLimiter({ ...limits, concurrency: 1 });
    const failed = limiter.run("a", () => Promise.reject(new Error("broken")));
    const next = limiter.run("b", async () => "done");
    await expect(failed).rejects.toThrow("broken");
    expect(await next).toBe("done");
  });
});
