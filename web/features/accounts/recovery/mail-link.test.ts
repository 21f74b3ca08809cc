import { describe, expect, it } from "vitest";
import { parseMailLink } from "./mail-link.ts";

describe("a person who opens a mail's link", () => {
  it.each(["signup", "invite", "magiclink", "recovery", "email"])(
    "can use a fragment of type %s",
    (type) => {
      expect(parseMailLink(`#token_hash=abc&type=${type}&redirect_to=%2Flogin`)).toEqual({
        token_hash: "abc",
        type,
        redirect_to: "/login",
      });
    },
  );

  it.each([
    "",
    "#",
    "#token_hash=abc",
    "#type=recovery",
    "#token_hash=&type=recovery",
    "#token_hash=abc&type=sms",
    "#token_hash=abc&type=recover",
  ])("cannot use a fragment without a token and a known type: %j", (hash) => {
    expect(parseMailLink(hash)).toBeNull();
  });
});
