import { describe, expect, it } from "vitest";
import { parseMailLink } from "./mail-link.ts";

describe("the fragment of a mail's link", () => {
  it.each(["signup", "invite", "magiclink", "recovery", "email"])(
    "opens a link of type %s",
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
  ])("opens nothing without a token and a known type: %j", (hash) => {
    expect(parseMailLink(hash)).toBeNull();
  });
});
