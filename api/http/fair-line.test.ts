import { expect, it } from "vitest";
import { createFairLine } from "./fair-line.ts";

it("a fair line lets clients go in turn, each with its oldest, and passes over who may not", () => {
  const line = createFairLine<number>();
  for (const item of [1, 2, 3]) line.add("ana", item);
  line.add("luis", 10);
  expect(line.next(() => true)).toBe(1);
  expect(line.next(() => true)).toBe(10);
  expect(line.next((item) => item > 2)).toBeNull();
  expect(line.next(() => true)).toBe(2);
  expect([line.length, line.count("ana"), line.count("luis")]).toEqual([1, 1, 0]);
});

it("a fair line knows whose part of it is longest, and gives up what is taken out", () => {
  const line = createFairLine<number>();
  expect(line.lastOfLongest()).toBeNull();
  line.add("luis", 10);
  for (const item of [1, 2]) line.add("ana", item);
  expect(line.lastOfLongest()).toEqual({ item: 2, count: 2 });
  line.remove("ana", 2);
  line.remove("ana", 99);
  line.remove("nobody", 1);
  line.remove("ana", 1);
  expect([line.length, line.count("ana")]).toEqual([1, 0]);
  expect(line.next(() => true)).toBe(10);
  expect(line.next(() => true)).toBeNull();
});
