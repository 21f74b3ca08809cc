import { describe, expect, it } from "vitest";
import { BanDuration } from "./users.ts";

describe("BanDuration", () => {
  it.each([
    ["24h", 86_400],
    ["1h30m", 5_400],
    ["1.5h", 5_400],
    ["300ms", 0.3],
    ["none", 0],
    ["", null],
    [undefined, null],
    ["99999999999h", 100 * 365 * 86_400],
  ])("accepts %s as %s seconds", (text, seconds) => {
    expect(BanDuration.parse(text)).toBe(seconds);
  });

  it.each(["24", "h", "-1h", "1d", "forever", "1h; drop table"])("rejects %s", (text) => {
    expect(BanDuration.safeParse(text).success).toBe(false);
  });
});
