import { expect, test } from "vitest";
import { MAX_SHARED, sharedIds } from "./load-shared-vehicles.ts";

const id = (n: number) => `0b8f4a52-6d0a-4b58-9d8e-${String(n).padStart(12, "0")}`;
const read = (query: string) => sharedIds(new URLSearchParams(query));

test("a visitor's link keeps the order of the vehicles", () => {
  expect(read(`ids=${id(2)},${id(3)},${id(1)}`)).toEqual([id(2), id(3), id(1)]);
});

test("a visitor's link with a repeated vehicle shows it once, at its first position", () => {
  expect(read(`ids=${id(2)},${id(1)},${id(2).toUpperCase()}`)).toEqual([id(2), id(1)]);
});

test("a visitor's link may contain spaces and repeat the parameter", () => {
  expect(read(`ids=${id(1)}, ${id(2)}&ids=${id(3)}`)).toEqual([id(1), id(2), id(3)]);
});

test.each(["", "ids=", "ids=,,", "ids=7", `ids=${id(1)}),published.is.false`, "other=1"])(
  "a visitor's link '%s' has no vehicles",
  (query) => {
    expect(read(query)).toEqual([]);
  },
);

test("a visitor's link shows at most as many vehicles as a dealer may share", () => {
  const ids = Array.from({ length: MAX_SHARED + 5 }, (_, n) => id(n));
  expect(read(`ids=${ids.join(",")}`)).toEqual(ids.slice(0, MAX_SHARED));
});
