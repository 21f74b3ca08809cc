import { afterEach, expect, it, vi } from "vitest";
import { canPickContact, pickContact } from "./pick-contact.ts";

const withContacts = (select: () => Promise<unknown>) =>
  vi.stubGlobal("navigator", { contacts: { select } });

afterEach(() => vi.unstubAllGlobals());

it("a dealer's phone without a contact picker is detected", () => {
  vi.stubGlobal("navigator", {});
  expect(canPickContact()).toBe(false);
  withContacts(async () => []);
  expect(canPickContact()).toBe(true);
});

it("a dealer gets the first name, phone and e-mail of the contact", async () => {
  withContacts(async () => [
    { name: ["Nora Nueva", "Nori"], tel: ["", " +1 305 555 0123 "], email: ["nora@example.com"] },
  ]);
  expect(await pickContact()).toEqual({
    fullName: "Nora Nueva",
    phone: "+1 305 555 0123",
    email: "nora@example.com",
  });
});

it("a dealer gets empty fields for missing data", async () => {
  withContacts(async () => [{ name: ["Nora"], tel: [] }]);
  expect(await pickContact()).toEqual({ fullName: "Nora", phone: "", email: "" });
});

it("a dealer who picks no contact gets null", async () => {
  withContacts(async () => []);
  expect(await pickContact()).toBeNull();
});

it("a dealer whose phone refuses gets an empty form", async () => {
  withContacts(() => Promise.reject(new DOMException("No", "NotAllowedError")));
  expect(await pickContact()).toEqual({ fullName: "", phone: "", email: "" });
});
