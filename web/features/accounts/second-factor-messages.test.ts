import { expect, test } from "vitest";
import { secondFactorMessages } from "./messages.ts";

test("an administrator reads of a mail only for an account with an address", () => {
  const { resetDescription } = secondFactorMessages;
  expect(resetDescription("Ana", "ana@example.com")).toContain("Se lo diremos por correo.");
  expect(resetDescription("Ana", null)).toContain("Díselo tú: su cuenta no tiene correo.");
});
