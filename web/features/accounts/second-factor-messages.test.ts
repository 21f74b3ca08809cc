import { expect, test } from "vitest";
import { secondFactorMessages } from "./messages.ts";

test("an administrator is promised a mail only to an account that has an address", () => {
  const { resetDescription } = secondFactorMessages;
  expect(resetDescription("Ana", "ana@example.com")).toContain("Se lo diremos por correo.");
  expect(resetDescription("Ana", null)).toContain("Díselo tú: su cuenta no tiene correo.");
});
