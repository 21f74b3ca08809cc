import { expect, test } from "vitest";
import { secondFactorMessages } from "./messages.ts";

test("an administrator reads whether a mail informs the person, or they must do it", () => {
  const { resetDescription } = secondFactorMessages;
  expect(resetDescription("Ana", "ana@example.com")).toContain("Se lo diremos por correo.");
  expect(resetDescription("Ana", null)).toContain("Díselo tú: su cuenta no tiene correo.");
});
