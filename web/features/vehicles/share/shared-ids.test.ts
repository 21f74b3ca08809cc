import { expect, test } from "vitest";
import { MOST_SHARED, sharedIds } from "./load-shared-vehicles.ts";

const id = (n: number) => `0b8f4a52-6d0a-4b58-9d8e-${String(n).padStart(12, "0")}`;
const read = (query: string) => sharedIds(new URLSearchParams(query));

test("a visitor's link keeps the order in which the dealer's link names the vehicles", () => {
  expect(read(`ids=${id(2)},${id(3)},${id(1)}`)).toEqual([id(2), id(3), id(1)]);
});

test("a visitor's link that names a vehicle twice shows it once, where it came first", () => {
  expect(read(`ids=${id(2)},${id(1)},${id(2).toUpperCase()}`)).toEqual([id(2), id(1)]);
});

test("a visitor's link may hold spaces and name the parameter twice", () => {
  expect(read(`ids=${id(1)}, ${id(2)}&ids=${id(3)}`)).toEqual([id(1), id(2), id(3)]);
});

test.each(["", "ids=", "ids=,,", "ids=7", `ids=${id(1)}),published.is.false`, "other=1"])(
  "a visitor's link '%s' names no vehicle",
  (query) => {
    expect(read(query)).toEqual([]);
  },
);

test("a visitor's link shows as many vehicles as a dealer may share, and no more", () => {
  const ids = Array.from({ length: MOST_SHARED + 5 }, (_, n) => id(n));
  expect(read(`ids=${ids.join(",")}`)).toEqual(ids.slice(0, MOST_SHARED));
});
