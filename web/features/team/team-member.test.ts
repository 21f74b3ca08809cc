import { expect, it } from "vitest";
import { salespersonContact, type TeamMember } from "./team-member.ts";

const member = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  role: "vendedor",
  email: "ana@example.com",
  phone: "13055550123",
} satisfies TeamMember;

it("a dealer gets the salesperson's card number, else the one they sign in with", () => {
  expect(salespersonContact(member)).toEqual({
    email: "ana@example.com",
    phone: "+13055550123",
    whatsapp: null,
  });
  const config = { profile: { phone: "(305) 555-0100", whatsapp: "+1 305 555 0199" } };
  expect(salespersonContact({ ...member, config })).toMatchObject({
    phone: "(305) 555-0100",
    whatsapp: "+1 305 555 0199",
  });
});

it("a dealer gets no number without digits", () => {
  const config = { profile: { phone: "no tengo", whatsapp: "-" } };
  expect(salespersonContact({ ...member, email: null, phone: null, config })).toEqual({
    email: null,
    phone: null,
    whatsapp: null,
  });
});
