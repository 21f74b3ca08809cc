import { expect, test } from "vitest";
import { AccessRequestInput } from "../accounts/access-request.ts";
import { NewEmail, NewEmailOrNone } from "../accounts/account-inputs.ts";
import { ProfileSettings } from "../accounts/settings.ts";
import { LeadInput } from "../customers/lead.ts";
import { asciiEmail } from "./email-address.ts";

test.each([
  ["user@münchen.de", "user@xn--mnchen-3ya.de"],
  ["user@mu\u0308nchen.de", "user@xn--mnchen-3ya.de"],
  ["ventas@autos.peña.mx", "ventas@autos.xn--pea-8ma.mx"],
  [" \u200bana@example.com", "ana@example.com"],
  ["Ana@Example.com", "Ana@Example.com"],
  ["ana", "ana"],
  ["ana@", "ana@"],
  ["ana@mün/chen.de", "ana@mün/chen.de"],
  ["ana@mün chen.de", "ana@mün chen.de"],
])("a person who types the e-mail %j has it stored as %j", (typed, kept) => {
  expect(asciiEmail(typed)).toBe(kept);
});

test("every form accepts an e-mail whose domain has accents", () => {
  const email = "user@münchen.de";
  const kept = "user@xn--mnchen-3ya.de";
  const recipientId = "00000000-0000-4000-8000-000000000000";
  const request = { name: "Ana", phone: "305555", email, password: "secreta" };
  const inquiry = { type: "general_inquiry", recipientId, name: "Ana", email };
  expect(NewEmail.parse(email)).toBe(kept);
  expect(NewEmailOrNone.parse(email)).toBe(kept);
  expect(AccessRequestInput.parse(request).email).toBe(kept);
  expect(LeadInput.parse(inquiry).email).toBe(kept);
  const settings = ProfileSettings.parse({
    full_name: "Ana",
    public_slug: "ana",
    custom_domain: "",
    profile: { email },
  });
  expect(settings.profile.email).toBe(kept);
});

test.each(["user@münchen", "josé@example.com", "a@b@münchen.de"])(
  "a person who types %j sees that it is not an e-mail",
  (typed) => expect(NewEmail.safeParse(typed).success).toBe(false),
);
