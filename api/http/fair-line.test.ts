import { expect, it } from "vitest";
import { createFairLine } from "./fair-line.ts";

it.each([
  ["clients in turn" as const, ["ana 1", "luis 1", "ana 2", "ana 3"]],
  ["by arrival" as const, ["ana 1", "ana 2", "luis 1", "ana 3"]],
])(
  "a fair line lets %s go, each with its oldest, and passes over who may not",
  (order, expected) => {
    const line = createFairLine<string>(10, order);
    for (const item of ["ana 1", "ana 2", "luis 1", "ana 3"]) line.add(clientOf(item), item);
    const gone: string[] = [];
    for (let next = line.first(() => true); next; next = line.first(() => true)) {
      line.remove(clientOf(next), next);
      gone.push(next);
    }
    expect(gone).toEqual(expected);

    for (const item of ["ana 4", "ana 5", "luis 2"]) line.add(clientOf(item), item);
    expect(line.first((item) => item === "ana 5")).toBeNull();
    expect(line.first((item) => item === "luis 2")).toBe("luis 2");
  },
);

it("a full line gives up the newest of whoever has most waiting, be it the one that comes", () => {
  const line = createFairLine<string>(3, "by arrival");
  for (const item of ["luis 1", "ana 1", "ana 2"])
    expect(line.add(clientOf(item), item)).toBeNull();
  expect(line.add("ana", "ana 3")).toBe("ana 3");
  expect(line.add("eva", "eva 1")).toBe("ana 2");
  expect(line.add("rosa", "rosa 1")).toBe("rosa 1");
  expect(line.length).toBe(3);
});

it("a fair line forgets what is taken out, and takes out nothing else", () => {
  const line = createFairLine<string>(3, "by arrival");
  line.add("ana", "ana 1");
  line.remove("ana", "ana 9");
  line.remove("nobody", "ana 1");
  expect(line.length).toBe(1);
  line.remove("ana", "ana 1");
  expect(line.length).toBe(0);
  expect(line.first(() => true)).toBeNull();
});

function clientOf(item: string): string {
  return item.split(" ")[0] ?? "";
}
