import { expect, test } from "vitest";
import { readArray, writeArray } from "./array-types.ts";

test.each([
  [["a", "b"], `{"a","b"}`],
  [[], "{}"],
  [["", "null", "NULL", null], `{"","null","NULL",null}`],
  [[`"`, "\\", "{", ",", " x "], `{"\\"","\\\\","{",","," x "}`],
  [[1, true], `{"1","true"}`],
  [
    [
      ["a", "b"],
      ["c", "d"],
    ],
    `{{"a","b"},{"c","d"}}`,
  ],
  [[{ a: `"` }], `{"{\\"a\\":\\"\\\\\\"\\"}"}`],
  [[new Date(0)], `{"1970-01-01T00:00:00.000Z"}`],
  ["{a}", "{a}"],
])("a caller's %j is written as %s", (values, text) => {
  expect(writeArray(values)).toBe(text);
});

test.each([
  ["{}", []],
  ["{a,b}", ["a", "b"]],
  [`{"","null",NULL}`, ["", "null", null]],
  [`{"\\"","\\\\","{",","," x "}`, [`"`, "\\", "{", ",", " x "]],
  [
    "{{a,b},{c,d}}",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["[2:3]={a,b}", ["a", "b"]],
  [`{"a\nb",é}`, ["a\nb", "é"]],
])("a caller reads %s as %j", (text, values) => {
  expect(readArray(text, String)).toEqual(values);
});
