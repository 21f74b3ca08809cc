import { expect, it } from "vitest";
import { noAccountFilter, readAccountFilter, writeAccountFilter } from "./account-filter.ts";

it("an administrator's filter survives the URL, next to other parameters", () => {
  const filter = { text: "ana pérez", role: "vendedor", state: "inactivo" } as const;
  const written = writeAccountFilter(new URLSearchParams("x=1"), filter);
  expect(written.get("x")).toBe("1");
  expect(readAccountFilter(new URLSearchParams(written.toString()))).toEqual(filter);
});

it("an administrator who clears the filter leaves nothing in the URL", () => {
  const current = new URLSearchParams("q=ana&rol=admin&estado=activo");
  expect(writeAccountFilter(current, noAccountFilter).toString()).toBe("");
});

it("an administrator with invalid parameters sees all accounts", () => {
  const parameters = new URLSearchParams("rol=jefe&estado=quizá");
  expect(readAccountFilter(parameters)).toEqual(noAccountFilter);
});
