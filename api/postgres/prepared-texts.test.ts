import { describe, expect, it, vi } from "vitest";
import { createPreparedTexts } from "./prepared-texts.ts";

describe("createPreparedTexts", () => {
  it("prepares a text that comes back, from its third use on", () => {
    const texts = createPreparedTexts();
    expect([1, 2, 3, 4].map(() => texts.isWorthPreparing("select 1"))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("prepares no text of a length that only an attacker sends", () => {
    const texts = createPreparedTexts();
    const sent = `select ${"a, ".repeat(1_000)}`;
    expect([1, 2, 3, 4].map(() => texts.isWorthPreparing(sent))).not.toContain(true);
  });

  it("gives the places of texts that nobody sends any more to others, once connections have forgotten them", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const texts = createPreparedTexts();
    for (let use = 0; use < 3; use += 1)
      for (let index = 0; index < 100; index += 1) texts.isWorthPreparing(`select ${index}`);
    const use = () => [1, 2, 3].map(() => texts.isWorthPreparing("select 'another'"));
    expect(use()).toEqual([false, false, false]);
    vi.advanceTimersByTime(31 * 60 * 1000);
    expect(use()).toEqual([false, false, true]);
    vi.useRealTimers();
  });

  it("prepares no more than 100 texts, whatever callers send", () => {
    const texts = createPreparedTexts();
    const sent = Array.from({ length: 300 }, (_, index) => `select ${index}`);
    for (let use = 0; use < 4; use += 1) for (const text of sent) texts.isWorthPreparing(text);
    expect(sent.filter((text) => texts.isWorthPreparing(text))).toHaveLength(100);
  });

  it("forgets what was used once long ago", () => {
    const texts = createPreparedTexts();
    texts.isWorthPreparing("select 1");
    texts.isWorthPreparing("select 1");
    for (let index = 0; index < 1_001; index += 1) texts.isWorthPreparing(`other ${index}`);
    expect(texts.isWorthPreparing("select 1")).toBe(false);
  });
});
