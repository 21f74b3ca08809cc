import { afterEach, expect, test, vi } from "vitest";
import { anonymousClient } from "./anonymous-client.ts";

afterEach(() => vi.unstubAllGlobals());

test("a visitor who submits several forms shares one client", () => {
  vi.stubGlobal("window", { location: { origin: "http://localhost:3000" } });
  expect(anonymousClient("key")).toBe(anonymousClient("key"));
});
