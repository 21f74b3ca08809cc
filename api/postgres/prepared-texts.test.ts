import { describe, expect, it } from "vitest";
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

  it("prepares no more than 200 texts, whatever callers send", () => {
    const texts = createPreparedTexts();
    const sent = Array.from({ length: 300 }, (_, index) => `select ${index}`);
    for (let use = 0; use < 4; use += 1) for (const text of sent) texts.isWorthPreparing(text);
    expect(sent.filter((text) => texts.isWorthPreparing(text))).toHaveLength(200);
  });

  it("forgets what was used once long ago", () => {
    const texts = createPreparedTexts();
    texts.isWorthPreparing("select 1");
    texts.isWorthPreparing("select 1");
    for (let index = 0; index < 1_001; index += 1) texts.isWorthPreparing(`other ${index}`);
    expect(texts.isWorthPreparing("select 1")).toBe(false);
  });
});
