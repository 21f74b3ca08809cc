import { describe, expect, it } from "vitest";
import { classifyFailure } from "./failures.ts";
import { type Asker, createTurns, type TurnLimits } from "./turns.ts";

const usual = { all: 3, each: 2, visitors: 2, waiting: 4, waitMs: 10_000 };

/** Turns whose work ends when the test says so; `begun` names whose has begun. */
function openTurns(limits: Partial<TurnLimits> = {}) {
  const turns = createTurns({ ...usual, ...limits });
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const askAs = (name: string, asker: Asker) =>
    turns.take(asker, () => {
      begun.push(name);
      return new Promise<void>((end) => endings.push(end));
    });
  const endFirst = async () => {
    endings.shift()?.();
    await settled();
  };
  return {
    begun,
    usage: turns.usage,
    ask: (client: string) => askAs(client, { client, isVisitor: false }),
    visit: (client: string) => askAs(client, { client, isVisitor: true }),
    askOurselves: () => askAs("we", null),
    endFirst,
    async endAll() {
      await settled();
      while (endings.length > 0) await endFirst();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns at the database", () => {
  it("leave others theirs when one client asks for more than its share, which waits", async () => {
    const { begun, ask, endFirst, endAll } = openTurns();
    const asked = ["ana", "ana", "ana", "luis", "luis"].map(ask);
    await settled();
    expect(begun).toEqual(["ana", "ana", "luis"]);
    await endFirst();
    expect(begun).toEqual(["ana", "ana", "luis", "ana"]);
    await endAll();
    await Promise.all(asked);
    expect(begun).toEqual(["ana", "ana", "luis", "ana", "luis"]);
  });

  it("come in the order in which they were asked for, past those whose share is taken", async () => {
    const { begun, ask, endFirst, endAll } = openTurns({ all: 2, each: 1 });
    const asked = ["ana", "luis", "ana", "ana", "eva", "luis"].map(ask);
    await endFirst();
    await endFirst();
    expect(begun).toEqual(["ana", "luis", "ana", "eva"]);
    await endAll();
    await Promise.all(asked);
    expect(begun).toEqual(["ana", "luis", "ana", "eva", "ana", "luis"]);
  });

  it("are kept from visitors beyond what all of them have, and not from people and the platform itself", async () => {
    const { begun, ask, visit, askOurselves, endAll, usage } = openTurns({ all: 4 });
    const asked = [visit("home"), visit("shop"), visit("street"), ask("ana"), askOurselves()];
    await settled();
    expect(begun).toEqual(["home", "shop", "ana", "we"]);
    expect(usage()).toEqual({ busy: 4, free: 0, waiting: 1 });
    await endAll();
    await Promise.all(asked);
    expect(begun.at(-1)).toBe("street");
    expect(usage()).toEqual({ busy: 0, free: 4, waiting: 0 });
  });

  it("are refused at once to whoever has most waiting when too many wait, the newest first", async () => {
    const { begun, ask, endAll } = openTurns({ all: 1 });
    const held = ["ana", "ana", "ana", "ana"].map(ask);
    const newest = ask("ana").catch(classifyError);
    await expect(ask("ana").catch(classifyError)).resolves.toEqual({ kind: "unreachable" });
    const others = ["luis", "eva"].map(ask);
    await expect(newest).resolves.toEqual({ kind: "unreachable" });
    await expect(held.at(-1)?.catch(classifyError)).resolves.toEqual({ kind: "unreachable" });
    await endAll();
    await Promise.all([...others, ...held.slice(0, 3)]);
    expect(begun.toSorted()).toEqual(["ana", "ana", "ana", "eva", "luis"]);
  });

  it("are kept for pages as long as a client has more waiting than one", async () => {
    const { begun, ask, askOurselves, endAll } = openTurns({ all: 1 });
    const held = ask("ana");
    const pages = [askOurselves(), askOurselves(), askOurselves()];
    const asked = [ask("ana"), ask("ana")].map((turn) => turn.catch(classifyError));
    expect(await asked[1]).toEqual({ kind: "unreachable" });
    await endAll();
    await Promise.all([held, ...pages, ...asked]);
    expect(begun).toEqual(["ana", "we", "we", "we", "ana"]);
  });

  it("are refused to whom waits too long, and come to the next as before", async () => {
    const { begun, ask, endAll } = openTurns({ all: 1, waitMs: 10 });
    const held = ask("ana");
    await expect(ask("luis").catch(classifyError)).resolves.toEqual({ kind: "timeout" });
    await endAll();
    await held;
    const next = ask("eva");
    await endAll();
    await next;
    expect(begun).toEqual(["ana", "eva"]);
  });

  it("come back after work that fails", async () => {
    const turns = createTurns({ ...usual, all: 1 });
    const failed = turns.take(null, () => Promise.reject(new Error("no")));
    const next = turns.take(null, async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});

function classifyError(error: unknown) {
  return classifyFailure(error);
}
