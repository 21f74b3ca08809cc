import { expect, test } from "vitest";
import { guardStorage, type PageStorage } from "#web/device-storage.ts";
import { storedAccessToken } from "./use-recorded-view.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const later = now / 1000 + 60;

function storageWith(entries: Record<string, string>): PageStorage {
  const storage = guardStorage(() => window.localStorage);
  for (const [key, value] of Object.entries(entries)) storage.setItem(key, value);
  return storage;
}

test("a signed-in dealer's token is found among other entries", () => {
  const session = JSON.stringify({ access_token: "dealer", expires_at: later });
  const storage = storageWith({ theme: "dark", "sb-localhost-auth-token": session });
  expect(storedAccessToken(storage, now)).toBe("dealer");
});

test.each([
  ["there is no session", {}],
  [
    "the token has run out",
    { "sb-a-auth-token": `{"access_token":"x","expires_at":${now / 1000}}` },
  ],
  ["the entry is broken", { "sb-a-auth-token": "{" }],
  ["the entry is no session", { "sb-a-auth-token": "7" }],
  ["the token is no text", { "sb-a-auth-token": `{"access_token":7,"expires_at":${later}}` }],
])("a visitor is anonymous when %s", (_, entries) => {
  expect(storedAccessToken(storageWith(entries), now)).toBeNull();
});
