import { describe, expect, it } from "vitest";
import { createTurns } from "./create-turns.ts";

/** Turns whose work ends when the test says so; `begun` names whose has begun. */
function openTurns({ waitMs = 10_000 } = {}) {
  const take = createTurns({ all: 3, each: 2, waiting: 2, waitMs });
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const ask = (client: string) =>
    take(client, () => {
      begun.push(client);
      return new Promise<void>((end) => endings.push(end));
    });
  return { begun, ask, endFirst: async () => endings.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns at the database", () => {
  it("leave others theirs when one client asks for more than its share, which waits", async () => {
    const { begun, ask, endFirst } = openTurns();
    const asked = ["ana", "ana", "ana", "luis", "luis"].map(ask);
    expect(begun).toEqual(["ana", "ana", "luis"]);
    await endFirst();
    await settled();
    expect(begun).toEqual(["ana", "ana", "luis", "ana"]);
    for (let n = 0; n < 4; n += 1) {
      await endFirst();
      await settled();
    }
    await Promise.all(asked);
    expect(begun).toEqual(["ana", "ana", "luis", "ana", "luis"]);
  });

  it("are refused to whom has too many waiting, or waits too long", async () => {
    const { ask, endFirst } = openTurns({ waitMs: 10 });
    const held = [ask("ana"), ask("ana")];
    const late = [ask("ana"), ask("ana")];
    await expect(ask("ana")).rejects.toMatchObject({ code: "POOL_FULL" });
    for (const turn of late) await expect(turn).rejects.toMatchObject({ code: "POOL_TIMEOUT" });
    await endFirst();
    await endFirst();
    await Promise.all(held);
  });

  it("come back after work that fails", async () => {
    const take = createTurns({ all: 1, each: 1, waiting: 1, waitMs: 1_000 });
    const failed = take("ana", () => Promise.reject(new Error("no")));
    const next = take("luis", async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
