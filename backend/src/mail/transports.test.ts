import { expect, test } from "vitest";
import { composeMessage } from "./transports.ts";

const message = {
  id: "0b0e7f4e-93c5-4f8a-a53f-8b7a1c5f2d11",
  messageId: "one@notes.example",
  createdAt: new Date("2026-11-21T10:00:00Z"),
  from: "Notes <hola@notes.example>",
  recipient: "person@example.com",
  subject: "Nueva consulta",
  html: "<p>Hola</p>",
  text: "Hola",
};

test("a reply goes to the reply address, as a single address", () => {
  expect(composeMessage({ ...message, replyTo: "ana@example.com" })).toMatchObject({
    to: { name: "", address: "person@example.com" },
    replyTo: { name: "", address: "ana@example.com" },
  });
});

test.each([
  undefined,
  "",
  "no address",
  "ana@example.com\r\nBcc: victim@example.com",
  "ana@example.com, victim@example.com",
  "Ana <ana@example.com>",
])("an invalid reply address (%j) is omitted", (replyTo) => {
  expect(composeMessage({ ...message, replyTo })).not.toHaveProperty("replyTo");
});

test("an encoded word in user input is not decoded", () => {
  const subject = "Nueva consulta de =?utf-8?B?4oCuQmNjOiBldmlsDQpYOiB5?=";
  expect(composeMessage({ ...message, subject }).subject).not.toContain("=?");
  expect(composeMessage({ ...message, subject: "1 = 1? =" }).subject).toBe("1 = 1? =");
});
