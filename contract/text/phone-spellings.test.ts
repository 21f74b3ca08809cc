import { describe, expect, it } from "vitest";
import { phoneSpellings } from "./phone-spellings.ts";

describe("the spellings of a phone", () => {
  it.each([
    ["a Brazilian mobile number", "+551187654321", "+5511987654321"],
    ["one that began with 6", "+558560001234", "+5585960001234"],
    ["a Mexican mobile number", "+525512345678", "+5215512345678"],
    ["an Argentine mobile number", "+541123456789", "+5491123456789"],
  ])("are two for %s, the shorter first", (_, short, long) => {
    expect(phoneSpellings(short)).toEqual([short, long]);
    expect(phoneSpellings(long)).toEqual([short, long]);
  });

  it.each([
    ["a Brazilian landline", "+551133334444"],
    // Without its 9 it is a landline.
    ["a Brazilian mobile number that never had eight digits", "+5511933334444"],
    ["a Brazilian number with a digit more", "+55119876543210"],
    ["a Mexican number with a digit less", "+52551234567"],
    ["a number of the United States", "+13055550100"],
    ["a number of Spain", "+34600123456"],
    ["a number with an extension", "+52 55 1234 5678 ext. 12"],
    ["a number that was not understood", "5512345678"],
    ["no number", ""],
  ])("are one for %s", (_, phone) => {
    expect(phoneSpellings(phone)).toEqual([phone]);
  });
});
