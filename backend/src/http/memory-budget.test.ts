import { describe, expect, it } from "vitest";
import { Overloaded } from "../postgres/limiter.ts";
import { createMemoryBudget } from "./admission.ts";

describe("a memory budget", () => {
  it("limits each client to its share and releases bytes once", () => {
    const budget = createMemoryBudget({ all: 100, perClient: 60 });
    const release = budget.take("a", 40);
    expect(() => budget.take("a", 30)).toThrow(Overloaded);
    budget.take("b", 50);
    expect(() => budget.take("c", 20)).toThrow(Overloaded);
    release();
    release();
    budget.take("c", 50);
    expect(() => budget.take("d", 1)).toThrow(Overloaded);
  });

  it("accepts a request over the limit if nothing else is held", () => {
    const budget = createMemoryBudget({ all: 100, perClient: 60 });
    const release = budget.take("a", 500);
    expect(() => budget.take("b", 1)).toThrow(Overloaded);
    release();
    budget.take("b", 100);
  });
});
