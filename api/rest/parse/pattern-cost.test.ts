import { describe, expect, it } from "vitest";
import { estimatePatternCost } from "./pattern-cost.ts";

/** Letters that nobody has typed twice, beyond those that PostgreSQL keeps in one small table. */
const wide = String.fromCodePoint(...Array.from({ length: 100 }, (_, index) => 0x4e00 + 2 * index));

const letters = [..."abcdefghijklmnopqrst"];

describe("estimatePatternCost", () => {
  it.each([
    ["a pattern of our own pages", "[aáàäâãåAÁÀÄÂÃÅ]".repeat(80)],
    ["an address of mail", String.raw`^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$`],
    [
      "a choice of words",
      "^(toyota|honda|kia|ford) (corolla|civic|rio|f-?150)[[:space:]]*[0-9]{4}$",
    ],
    ["an id", "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"],
    ["whole words", String.raw`\m\w+\M(\s+\m\w+\M)*`],
    ["two words near each other", "(?i)foo.{0,100}bar"],
    ["a whole word among others", String.raw`(^|[\s,])\yfoo\y.*\ybar\y([\s,]|$)`],
    ["letters of several scripts", "^[a-zà-ÿ]+ [а-яё]+ [一-龥]+$"],
    ["what must not follow", "(?<!no )vendido(?! ayer)"],
  ])("is low for %s", (_, pattern) => {
    expect(estimatePatternCost(pattern)).toBeLessThan(600);
  });

  it.each([
    ["counts within a count", "(a{1,255}b{1,255}){1,80}", "(a{1,9}b{1,9}){1,8}"],
    ["a count with no end", "(a{20}){200,}", "(a{20}){2,}"],
    ["a lazy count", "(a{1,200}?){1,200}?", "(a{1,9}?){1,9}?"],
    ["a count behind a remark", "(?:a{99})(?#x){99}", "(?:a{99})(?#x{99})"],
    ["what may be left out, in a row", "a?".repeat(100), "a?".repeat(30)],
    [
      "sets of almost everything",
      letters.map((letter) => `[^${letter}]*`).join(""),
      letters.map((letter) => `[${letter}]*`).join(""),
    ],
    [
      "groups without end in one another",
      `${"(".repeat(14)}a${")+".repeat(14)}`,
      `${"(".repeat(14)}a${")*".repeat(14)}`,
    ],
    [
      "lazy groups without end in one another",
      `${"(".repeat(14)}a${")+?".repeat(14)}`,
      "((a)+?)+?",
    ],
    [
      "groups without end around counts",
      `${"(".repeat(13)}a{3,}b{1,4}${"){1,}".repeat(13)}`,
      "(((a{3,}b{1,4})+)+)+",
    ],
    [
      "ranges of letters beyond ASCII",
      String.raw`[\u0001-\U0010FFFF]`.repeat(20),
      "[a-z]".repeat(20),
    ],
    ["ranges within one set", `[${"à-龥".repeat(20)}]`, "[à-龥]"],
    ["lazy signs in nested groups", `${"(".repeat(20)}a${"b*?)c*".repeat(20)}`, "((ab*?)c*b*?)c*"],
    ["places that may be left out", String.raw`(\Y)?`.repeat(12), String.raw`(\Y)?`.repeat(3)],
    ["places of two kinds in a row", String.raw`\y`.repeat(7), String.raw`\y`.repeat(6)],
    ["places within a word", String.raw`\Y`.repeat(20), String.raw`\m\M`.repeat(20)],
    [
      "places of two kinds between what may be left out",
      String.raw`a?\y`.repeat(7),
      String.raw`a?\m`.repeat(7),
    ],
    [
      "places of two kinds among letters",
      String.raw`(a|\y)`.repeat(5),
      String.raw`(a|\yb)`.repeat(5),
    ],
    ["places of two kinds that are counted", String.raw`(\ya){7}`, String.raw`(\ya){6}`],
    ["places of two kinds in a look ahead", String.raw`(?=\y\y\y\y\y\y\y)`, String.raw`(?=\y\y\y)`],
    ["a choice of places", "(a|^|$)".repeat(7), "(a|^b|c$)".repeat(7)],
    ["a place that is repeated", String.raw`(\y)*`, String.raw`(\yy)*`],
    ["a place that is counted", String.raw`(\m){2,8}`, String.raw`(\ma){2,8}`],
    ["a look ahead that is repeated", "((?=a))+", "((?=a)a)+"],
    ["a count in a look ahead", "(?=(a{99}){99})", "(?=a{99})"],
    [
      "classes beside wide letters",
      `[[:alpha:][:digit:]\\s\\w[:punct:]]${wide}`,
      `[[:alpha:]]${wide}`,
    ],
    [
      "the classes all together",
      "[[:alpha:]][[:digit:]][[:upper:]][[:lower:]][[:punct:]][[:space:]][[:cntrl:]][[:graph:]][[:print:]][[:xdigit:]][[:blank:]][[:word:]]",
      "[[:alpha:]][[:digit:]]",
    ],
    [
      "groups too deep to follow",
      `${"(".repeat(60)}a${")".repeat(60)}`,
      `${"(".repeat(40)}a${")".repeat(40)}`,
    ],
    ["thousands of groups", "(".repeat(1500), "(".repeat(15)],
    ["a number beyond PostgreSQL's", "(a{9999999999}){9999999999}", "a{9999999999}"],
    ["the syntax of POSIX's basic expressions", "(?b)a", "(?i)a"],
    ["the syntax of POSIX's extended expressions", "***:(?e)a", "***:(?n)a"],
    ["blanks that mean nothing", "(?ix)(a { 255 }) { 255 }", "(a { 255 }) { 255 }"],
  ])("is high for %s, and low for a little of it or its like", (_, high, low) => {
    expect(estimatePatternCost(high) <= 1000).toBe(false);
    expect(estimatePatternCost(low)).toBeLessThan(1000);
  });

  it.each([
    ["***=(a{255}){255}"],
    ["(?q)(a{255}){255}"],
    ["***:(?q)(a{255}){255}"],
    [String.raw`\(a\{255}\)\{255}`],
    [String.raw`\c(a\{255})\{255}`],
    ["[(]a[{]255}[)][{]255}"],
    ["[](a{255}){255}]"],
    [String.raw`[\](a{255}){255}]`],
    ["[[.].](a{255}){255}]"],
    ["{a{,255}"],
  ])("takes the signs in %s for letters", (pattern) => {
    expect(estimatePatternCost(pattern)).toBeLessThan(100);
  });

  it.each([
    [String.raw`[\](a{255}){255}]`, String.raw`[\]](a{255}){255}]`],
    ["[](a{255}){255}]", "[](](a{255}){255}"],
    [String.raw`\(a{255}\)`, String.raw`\\(a{255}){255}`],
    ["***=(a{255}){255}", " ***=(a{255}){255}"],
  ])("tells %s from %s", (letters, counts) => {
    expect(estimatePatternCost(letters)).toBeLessThan(1000);
    expect(estimatePatternCost(counts) <= 1000).toBe(false);
  });
});
