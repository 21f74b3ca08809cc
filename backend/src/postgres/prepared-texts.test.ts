import { describe, expect, it, vi } from "vitest";
import { createPreparedTexts } from "./caller-statement.ts";

describe("createPreparedTexts", () => {
  it("prepares a recurring text from its third use on", () => {
    const texts = createPreparedTexts();
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => texts.nameOf("select 1"));
    expect([first, second]).toEqual([undefined, undefined]);
    expect(third).toMatch(/^s\d+$/);
    expect(fourth).toBe(third);
  });

  it("gives each text a unique name across all sets", () => {
    const all = [createPreparedTexts(), createPreparedTexts()].flatMap((texts) =>
      ["select 1", "select 2"].map((text) => [1, 2, 3].map(() => texts.nameOf(text)).at(-1)),
    );
    expect(new Set(all).size).toBe(4);
  });

  it("does not prepare an oversized text", () => {
    const texts = createPreparedTexts();
    const sent = `select ${"a, ".repeat(1_000)}`;
    expect([1, 2, 3, 4].map(() => texts.nameOf(sent))).toEqual(Array(4).fill(undefined));
  });

  it("frees the slots of old texts after a connection's lifetime", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const texts = createPreparedTexts();
    for (let use = 0; use < 3; use += 1)
      for (let index = 0; index < 100; index += 1) texts.nameOf(`select ${index}`);
    const use = () => [1, 2, 3].map(() => texts.nameOf("select 'another'") !== undefined);
    expect(use()).toEqual([false, false, false]);
    vi.advanceTimersByTime(31 * 60 * 1000);
    expect(use()).toEqual([false, false, true]);
    vi.useRealTimers();
  });

  it("prepares at most 100 texts", () => {
    const texts = createPreparedTexts();
    const sent = Array.from({ length: 300 }, (_, index) => `select ${index}`);
    for (let use = 0; use < 4; use += 1) for (const text of sent) texts.nameOf(text);
    expect(sent.filter((text) => texts.nameOf(text))).toHaveLength(100);
  });

  it("forgets the use count of old texts", () => {
    const texts = createPreparedTexts();
    texts.nameOf("select 1");
    texts.nameOf("select 1");
    for (let index = 0; index < 1_001; index += 1) texts.nameOf(`other ${index}`);
    expect(texts.nameOf("select 1")).toBeUndefined();
  });
});
