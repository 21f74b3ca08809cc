import { describe, expect, it } from "vitest";
import { createGate } from "#api/http/gate.ts";
import { createSharedPieces } from "./shared-pieces.ts";

const refusal = new Error("too many");

function open(queue = 100) {
  const gate = createGate({ capacity: 1, share: 1, queue, refuse: () => refusal });
  return createSharedPieces<string>(gate);
}

/** Work that ends when it is told to, and knows how often it was begun. */
function piece(result: string) {
  const end = Promise.withResolvers<string>();
  let begun = 0;
  return {
    work: () => {
      begun += 1;
      return end.promise;
    },
    end: () => end.resolve(result),
    begun: () => begun,
  };
}

describe("shared pieces of work", () => {
  it("are done once for all who ask at the same time, and anew for who asks later", async () => {
    const pieces = open();
    const hero = piece("hero");
    const asked = ["anna", "berta", "anna"].map((client) =>
      pieces.share("hero", client, hero.work),
    );
    hero.end();
    expect(await Promise.all(asked)).toEqual(["hero", "hero", "hero"]);
    expect(hero.begun()).toBe(1);
    expect(await pieces.share("hero", "carla", hero.work)).toBe("hero");
    expect(hero.begun()).toBe(2);
  });

  it("come in the turn of whoever has the best place in line to give, not of who asked first", async () => {
    const pieces = open();
    const heavy = Array.from({ length: 5 }, (_, n) => piece(`heavy-${n}`));
    const greedy = heavy.map(({ work }, n) => pieces.share(`heavy-${n}`, "attacker", work));
    const hero = piece("hero");
    const attackers = pieces.share("hero", "attacker", hero.work);
    const visitors = pieces.share("hero", "visitor", hero.work);
    heavy[0]?.end();
    await greedy[0];
    heavy[1]?.end();
    hero.end();
    expect([await visitors, await attackers]).toEqual(["hero", "hero"]);
    expect(heavy.map(({ begun }) => begun())).toContain(0);
    for (const { end } of heavy) end();
    await Promise.all(greedy);
    expect(hero.begun()).toBe(1);
  });

  it("fail for all who wait for them, and can be asked for again", async () => {
    const pieces = open();
    const fail = async () => {
      throw new Error("no picture");
    };
    const asked = ["anna", "berta"].map((client) => pieces.share("broken", client, fail));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(pieces.share("broken", "anna", async () => "mended")).resolves.toBe("mended");
  });

  it("are refused to who finds no place in line, and to nobody else", async () => {
    const pieces = open(2);
    const first = piece("first");
    const running = pieces.share("first", "anna", first.work);
    const waiting = ["a", "b"].map((name) => pieces.share(name, "anna", async () => name));
    await expect(pieces.share("c", "anna", async () => "c")).rejects.toBe(refusal);
    const berta = pieces.share("b", "berta", async () => "b");
    first.end();
    expect(await Promise.all([running, ...waiting, berta])).toEqual(["first", "a", "b", "b"]);
    await expect(pieces.share("c", "anna", async () => "c")).resolves.toBe("c");
  });

  it("are given to a crowd that has more places in line than there are, each its dozen", async () => {
    const pieces = open(200);
    const begun: string[] = [];
    const visits = Array.from({ length: 60 }, (_, visitor) =>
      Array.from({ length: 12 }, (_, picture) =>
        pieces.share(`${picture}`, `visitor ${visitor}`, async () => {
          begun.push(`${picture}`);
          await new Promise((resolve) => setImmediate(resolve));
          return `${picture}`;
        }),
      ),
    );
    const shown = await Promise.all(visits.flat());
    expect(shown).toHaveLength(720);
    expect(begun).toHaveLength(12);
  });

  it("are given to who asks while they are under way, without a place in line", async () => {
    const pieces = open(2);
    const hero = piece("hero");
    const begun = pieces.share("hero", "anna", hero.work);
    const waiting = ["other", "hero"].map((name) =>
      pieces.share(name, "berta", name === "hero" ? hero.work : async () => name),
    );
    const pushing = pieces.share("third", "carla", async () => "third");
    hero.end();
    expect(await Promise.all([begun, ...waiting, pushing])).toEqual([
      "hero",
      "other",
      "hero",
      "third",
    ]);
    expect(hero.begun()).toBe(1);
  });
});
