import { expect, it } from "vitest";
import { noAccountFilter, readAccountFilter, writeAccountFilter } from "./account-filter.ts";

it("an admin's filter survives the way through the address, beside other parameters", () => {
  const filter = { text: "ana pérez", role: "vendedor", state: "inactivo" } as const;
  const written = writeAccountFilter(new URLSearchParams("x=1"), filter);
  expect(written.get("x")).toBe("1");
  expect(readAccountFilter(new URLSearchParams(written.toString()))).toEqual(filter);
});

it("an admin who clears the filter leaves nothing in the address", () => {
  const current = new URLSearchParams("q=ana&rol=admin&estado=activo");
  expect(writeAccountFilter(current, noAccountFilter).toString()).toBe("");
});

it("an admin with words in the address that are no filter sees everybody", () => {
  const parameters = new URLSearchParams("rol=jefe&estado=quizá");
  expect(readAccountFilter(parameters)).toEqual(noAccountFilter);
});
