import { expect, test } from "vitest";
import { hasInbox } from "./index.ts";

const local = {
  smtpUrl: undefined,
  host: "127.0.0.1",
  siteUrl: "http://localhost:3000",
  trustedProxies: [],
};

test("a local site without a mail server has an inbox", () => {
  expect(hasInbox(local)).toBe(true);
});

test.each([
  ["with a mail server", { smtpUrl: "smtp://127.0.0.1:25" }],
  ["with a public address", { siteUrl: "https://notes.example" }],
  ["bound to every IPv4 address", { host: "0.0.0.0" }],
  ["bound to every IPv6 address", { host: "::" }],
  ["behind a trusted proxy", { trustedProxies: ["127.0.0.1"] }],
])("a site %s has no inbox", (_, change) => {
  expect(hasInbox({ ...local, ...change })).toBe(false);
});
