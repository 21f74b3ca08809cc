import { describe, expect, test } from "vitest";
import { LeadChange, LeadInput, ReferralInput } from "./lead.ts";

const recipientId = "00000000-0000-4000-8000-000000000000";
const inquiry = { type: "general_inquiry", recipientId, name: "Ana", email: "ana@example.com" };

describe("an inquiry", () => {
  test("needs a name and an e-mail; an empty phone or message becomes null", () => {
    expect(LeadInput.parse({ ...inquiry, name: " Ana ", phone: " ", message: "" })).toEqual({
      ...inquiry,
      phone: null,
      message: null,
    });
  });

  test("about a vehicle needs the vehicle's id; a general one drops it", () => {
    expect(LeadInput.safeParse({ ...inquiry, type: "vehicle_inquiry" }).success).toBe(false);
    expect(LeadInput.parse({ ...inquiry, vehicleId: recipientId })).not.toHaveProperty("vehicleId");
  });

  test.each(["\r\n", "\u0000", "\ud800", "\u001b"])("cannot have %j in its name", (character) => {
    const parsed = LeadInput.safeParse({ ...inquiry, name: `Ana${character}Pérez` });
    expect(parsed.error?.issues[0]?.message).toBe(
      "El nombre contiene caracteres que no se admiten.",
    );
  });

  test("has a space in place of a line separator in its name", () => {
    expect(LeadInput.parse({ ...inquiry, name: "Ana\u2028Pérez" })).toMatchObject({
      name: "Ana Pérez",
    });
  });

  test("accepts a phone with the invisible marks of a copied number", () => {
    const phone = "\u202a+1 305 555 0123\u202c";
    expect(LeadInput.parse({ ...inquiry, phone })).toMatchObject({ phone: "+1 305 555 0123" });
  });

  test("keeps the line breaks of its message", () => {
    expect(LeadInput.parse({ ...inquiry, message: "uno\ndos" })).toMatchObject({
      message: "uno\ndos",
    });
  });
});

describe("a referral", () => {
  const names = { referrerName: "Ana", referredName: "Luis" };
  const phones = { referrerPhone: "305 555 0123", referredPhone: "\u202a305 555 0124\u202c" };
  const referral = { recipientId, ...names, ...phones };

  test.each(["referrerName", "referredName"])(
    "cannot have characters that reverse the text in its %s",
    (field) => {
      const parsed = ReferralInput.parse({ ...referral, [field]: "Ana\u202egpj" });
      expect(parsed).toMatchObject({ [field]: "Anagpj", referredPhone: "305 555 0124" });
    },
  );
});

test("needs at least six digits in each phone", () => {
  const referral = {
    recipientId,
    referrerName: "Ana",
    referrerPhone: "555 123",
    referredName: "Luis",
  };
  expect(ReferralInput.safeParse({ ...referral, referredPhone: "(12) 3-456" }).success).toBe(true);
  expect(ReferralInput.safeParse({ ...referral, referredPhone: "12345" }).success).toBe(false);
});

test("a change sets the state, notes, next step or customer, on a day within bounds", () => {
  expect(LeadChange.parse({ state: "Perdido", email: "x@y.z" })).toEqual({ state: "Perdido" });
  expect(LeadChange.parse({ name: " Ana ", phone: "+1 (305) 555-0100" })).toEqual({
    name: "Ana",
    phone: "+13055550100",
  });
  const withExtension = { phone: "+1 305 555 0100 ext. 12" };
  expect(LeadChange.parse(withExtension)).toEqual(withExtension);
  expect(LeadChange.parse({ phone: "" })).toEqual({ phone: null });
  expect(LeadChange.safeParse({ phone: "12" }).success).toBe(false);
  expect(LeadChange.safeParse({ state: "Vendido" }).success).toBe(false);
  expect(LeadChange.safeParse({ notes: "x".repeat(5001) }).success).toBe(false);
  expect(LeadChange.safeParse({ next_step_on: null }).success).toBe(true);
  expect(LeadChange.safeParse({ next_step_on: "0002-11-25" }).success).toBe(false);
});
