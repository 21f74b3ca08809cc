import { expect, it } from "vitest";
import { askedRole } from "./asked-role.ts";

it("an applicant's role is the one that the waiting request asks for, and nobody else asks for any", () => {
  expect(askedRole({ requests: [{ account_type: "concesionario" }] })).toBe("concesionario");
  expect(askedRole({ requests: [] })).toBeNull();
  expect(askedRole({})).toBeNull();
});
