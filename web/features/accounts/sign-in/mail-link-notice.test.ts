import { describe, expect, it } from "vitest";
import { readMailLinkOutcome } from "./mail-link-notice.tsx";

describe("a person who comes from a mail's link", () => {
  it.each([
    ["#message=Correo+confirmado.&type=signup", "confirmed"],
    ["#error=access_denied&error_code=otp_expired&error_description=x", "expired"],
    ["#error=access_denied&error_code=user_banned", "inactive"],
    ["#error=server_error&error_code=unexpected_failure", "failed"],
    ["#access_token=a&refresh_token=r&type=signup", null],
    ["#message=Llama+al+555", null],
    ["", null],
  ])("with %j reads: %s", (hash, outcome) => {
    expect(readMailLinkOutcome(hash)).toBe(outcome);
  });
});
