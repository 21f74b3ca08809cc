import { describe, expect, it } from "vitest";
import { classifyFailure } from "./failures.ts";
import { createShares } from "./shares.ts";
import { createSharedReads } from "./visitor-reads.ts";

const limits = {
  atOnce: 2,
  perClient: 1,
  visitors: 2,
  queue: 9,
  queuePerClient: 9,
  waitMs: 10_000,
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Reads whose answers come when the test says so; `sent` names them in the order of sending. */
function openReads(perClient = 1) {
  const share = createSharedReads<string>(createShares({ ...limits, perClient }));
  const sent: string[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const keys = new Map<string, object>();
  return {
    sent,
    answers,
    ask: (client: string, name: string) => {
      const key = keys.get(name) ?? {};
      keys.set(name, key);
      return share({ client, isVisitor: true }, key, () => {
        sent.push(name);
        const answer = Promise.withResolvers<string>();
        answers.push(answer);
        return answer.promise;
      });
    },
  };
}

describe("visitors who read the same", () => {
  it("share the next read that is sent, and none that was sent before they asked", async () => {
    const { ask, sent, answers } = openReads(2);
    const first = ask("home", "list");
    await settled();
    const later = [ask("home", "list"), ask("shop", "list"), ask("street", "list")];
    await settled();
    expect(sent).toEqual(["list"]);
    answers[0]?.resolve("old");
    expect(await first).toBe("old");
    await settled();
    expect(sent).toEqual(["list", "list"]);
    answers[1]?.resolve("new");
    expect(await Promise.all(later)).toEqual(["new", "new", "new"]);
    const last = ask("home", "list");
    await settled();
    answers[2]?.resolve("newest");
    expect(await last).toBe("newest");
  });

  it("need not wait for the turn of one of them who has too much under way", async () => {
    const { ask, sent, answers } = openReads();
    const slow = ask("home", "slow");
    await settled();
    const behindIt = ask("home", "list");
    const other = ask("shop", "list");
    await settled();
    expect(sent).toEqual(["slow", "list"]);
    answers[1]?.resolve("row");
    expect(await Promise.all([behindIt, other])).toEqual(["row", "row"]);
    answers[0]?.resolve("late");
    expect(await slow).toBe("late");
  });

  it("all hear of a read that fails, and the next one is asked anew", async () => {
    const { ask, sent, answers } = openReads();
    const first = ask("home", "list");
    await settled();
    const later = [ask("home", "list"), ask("shop", "list")].map((read) => read.catch(String));
    answers[0]?.reject(new Error("broken"));
    await expect(first).rejects.toThrow("broken");
    await settled();
    answers[1]?.reject(new Error("broken again"));
    expect(await Promise.all(later)).toEqual(["Error: broken again", "Error: broken again"]);
    const next = ask("home", "list");
    await settled();
    answers[2]?.resolve("row");
    expect(await next).toBe("row");
    expect(sent).toHaveLength(3);
  });

  it("who is refused a turn leaves no read behind that others would wait for", async () => {
    const share = createSharedReads<string>(createShares({ ...limits, queue: 0 }));
    const held = Promise.withResolvers<string>();
    const one = share({ client: "home", isVisitor: true }, {}, () => held.promise);
    const key = {};
    const refused = share({ client: "home", isVisitor: true }, key, async () => "never");
    expect(classifyFailure(await refused.catch((error) => error)).kind).toBe("unreachable");
    expect(await share({ client: "shop", isVisitor: true }, key, async () => "row")).toBe("row");
    held.resolve("held");
    expect(await one).toBe("held");
  });
});
