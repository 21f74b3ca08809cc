import { expect, test } from "vitest";
import { mailAddress } from "./mail-address.ts";

test("a customer writes to the displayed address", () => {
  expect(mailAddress("ventas@sol.example")).toBe("mailto:ventas@sol.example");
});

test("an address cannot add a recipient or a body to the mail", () => {
  expect(mailAddress("a@example.com?bcc=b@example.com&body=x")).toBe(
    "mailto:a@example.com%3Fbcc%3Db@example.com%26body%3Dx",
  );
});
