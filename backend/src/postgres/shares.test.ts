import { describe, expect, it } from "vitest";
import { classifyFailure } from "./failures.ts";
import { createShares, type Requester, type ShareLimits } from "./shares.ts";

const usual: ShareLimits = {
  ...{ concurrency: 3, perClient: 2, visitors: 2 },
  ...{ queue: 4, queuePerClient: 3, waitMs: 10_000 },
};

/** Shares with work that runs until the test ends it; `begun` lists whose work has started. */
function openShares(limits: Partial<ShareLimits> = {}) {
  const shares = createShares({ ...usual, ...limits });
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const askAs = (name: string, requester: Requester) =>
    shares.take(requester, () => {
      begun.push(name);
      return new Promise<void>((end) => endings.push(end));
    });
  return {
    begun,
    usage: shares.usage,
    ask: (client: string) => askAs(client, { client, isVisitor: false }),
    visit: (client: string) => askAs(client, { client, isVisitor: true }),
    askOurselves: () => askAs("we", null),
    async endAll() {
      await settled();
      while (endings.length > 0) {
        endings.shift()?.();
        await settled();
      }
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const kindOf = (error: unknown) => classifyFailure(error).kind;

describe("shares of the connections", () => {
  it("are limited for visitors together, not for signed-in users and pages", async () => {
    const { begun, ask, visit, askOurselves, endAll, usage } = openShares({ concurrency: 4 });
    const asked = [visit("home"), visit("shop"), visit("street"), ask("ana"), askOurselves()];
    await settled();
    expect(begun).toEqual(["home", "shop", "ana", "we"]);
    expect(usage()).toEqual({ busy: 4, free: 0, waiting: 1 });
    await endAll();
    await Promise.all(asked);
    expect(begun.at(-1)).toBe("street");
    expect(usage()).toEqual({ busy: 0, free: 4, waiting: 0 });
  });

  it("reject a client with too much queued, but not pages and other clients", async () => {
    const { begun, ask, askOurselves, endAll } = openShares({ concurrency: 1, queue: 9 });
    const held = ["ana", "ana", "ana", "ana"].map(ask);
    await expect(ask("ana").catch(kindOf)).resolves.toBe("unreachable");
    const others = [askOurselves(), askOurselves(), askOurselves(), askOurselves(), ask("luis")];
    await endAll();
    await Promise.all([...held, ...others]);
    expect(begun).toEqual(["ana", "ana", "we", "we", "we", "we", "luis", "ana", "ana"]);
  });

  it("time out work that waited too long", async () => {
    const { ask, endAll } = openShares({ concurrency: 1, waitMs: 10 });
    const held = ask("ana");
    await expect(ask("luis").catch(kindOf)).resolves.toBe("timeout");
    await endAll();
    await held;
  });
});
