import { describe, expect, it } from "vitest";
import { AccessRequestInput } from "../accounts/access-request.ts";
import { FullName, NewEmail } from "../accounts/account-inputs.ts";
import { ProfileConfig } from "../accounts/profile-config.ts";
import { ProfileSettings } from "../accounts/settings.ts";
import { CostInput, SaleInput } from "../customers/deal.ts";
import { LeadInput, ReferralInput } from "../customers/lead.ts";
import { EMPTY_VEHICLE_FORM, VehicleInput } from "../vehicle.ts";
import { cleanLine, cleanText } from "./clean-line.ts";
import { foldText } from "./fold-text.ts";

/** "Ñandú" with combining marks, a zero-width space, a direction mark and a no-break space. */
const dirty = "\u202eN\u0303an\u200bdu\u0301\ufeff\u00a0\u2066";
const clean = "Ñandú";

describe("a name or a fact", () => {
  it.each([
    [dirty, clean],
    ["Toyota\u00a0Corolla", "Toyota Corolla"],
    ["A\u00adB\u034fC\u115fD\u3164E\u{e0041}F", "ABCDEF"],
    ["Toyota\u2028Corolla\u2029\u2800", "Toyota Corolla"],
    ["Kia", "Kia"],
    ["\u200b", ""],
  ])("%j is stored as %j", (typed, kept) => expect(cleanLine(typed)).toBe(kept));

  const id = "00000000-0000-4000-8000-000000000000";
  const email = "ana@example.com";
  it.each<[string, () => unknown]>([
    ["a make", () => VehicleInput.parse({ ...vehicle(), brand: dirty }).brand],
    ["a model", () => VehicleInput.parse({ ...vehicle(), model: dirty }).model],
    ["a colour", () => VehicleInput.parse({ ...vehicle(), color: dirty }).color],
    ["an equipment", () => VehicleInput.parse({ ...vehicle(), equipment: dirty }).equipment[0]],
    ["an account's name", () => FullName.parse(dirty)],
    [
      "an applicant's name",
      () =>
        AccessRequestInput.parse({ name: dirty, phone: "305555", email, password: "secreta" }).name,
    ],
    [
      "a customer's name",
      () => LeadInput.parse({ type: "general_inquiry", recipientId: id, name: dirty, email }).name,
    ],
    [
      "a friend's name",
      () =>
        ReferralInput.parse({
          recipientId: id,
          referrerName: "Ana",
          referrerPhone: "3055550123",
          referredName: dirty,
          referredPhone: "3055550124",
        }).referredName,
    ],
    ["a buyer's name", () => SaleInput.parse({ ...sale, buyer_name: dirty }).buyer_name],
    [
      "an expense",
      () => CostInput.parse({ label: dirty, amount: "5", spent_on: "2026-01-01" }).label,
    ],
    ["a dealership's name", () => ProfileConfig.parse({ profile: { name: dirty } }).profile.name],
    ["the name in settings", () => ProfileSettings.shape.full_name.parse(dirty)],
    ["what is searched", () => (foldText(dirty) === foldText(clean) ? clean : "")],
  ])("is cleaned in every field: %s", (_, read) => expect(read()).toBe(clean));

  it("in an e-mail loses pasted invisible characters", () => {
    expect(NewEmail.parse("\u200bAna@example.com\u202c")).toBe(email);
  });
});

describe("free text", () => {
  it.each([
    ["una familia 👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "una familia 👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["a\u202eb\u200bc\u2066d", "abcd"],
    ["uno\n\ndos\u00a0tres", "uno\n\ndos\u00a0tres"],
  ])("%j is stored as %j", (typed, kept) => expect(cleanText(typed)).toBe(kept));
});

const sale = {
  day: "2026-01-01",
  price: "",
  buyer_phone: "",
  seller_id: "",
  commission: "",
};

function vehicle() {
  return { ...EMPTY_VEHICLE_FORM, brand: "Kia", model: "Rio", year: "2020" };
}
