import { describe, expect, it } from "vitest";
import { readFunctionAnswer } from "./function-failure.ts";

describe("the error field of a server function's answer", () => {
  it.each([
    ["an object", {}],
    ["an object with a text", { message: "No." }],
    ["a list", []],
    ["true", true],
    ["false", false],
    ["an empty text", ""],
    ["spaces", " \n"],
    ["a number", 7],
    ["zero", 0],
  ])("reports a failure without a sentence when it is %s", (_, error) => {
    expect(readFunctionAnswer({ success: true, userId: "1", error })).toEqual({
      success: false,
      message: null,
    });
  });

  it("gives the sentence when it is a string, and the field it names", () => {
    expect(readFunctionAnswer({ error: "Ya existe." })).toEqual({
      success: false,
      message: "Ya existe.",
    });
    expect(readFunctionAnswer({ error: "Ya existe.", field: "email" })).toEqual({
      success: false,
      message: "Ya existe.",
      field: "email",
    });
    expect(readFunctionAnswer({ error: true, field: 7 })).toEqual({
      success: false,
      message: null,
    });
  });

  it.each([
    ["absent", { success: true }],
    ["absent from an empty object", {}],
    ["null", { error: null }],
    ["undefined", { error: undefined }],
    ["inside a list", [{ error: "x" }]],
  ])("is ignored when it is %s", (_, data) => {
    expect(readFunctionAnswer(data)).toEqual({ success: true, data });
  });

  it("is found in JSON sent as plain text", () => {
    expect(readFunctionAnswer('{"error":"Ya existe."}')).toEqual({
      success: false,
      message: "Ya existe.",
    });
    expect(readFunctionAnswer("{}")).toEqual({ success: true, data: {} });
  });
});

describe("the body of a server function's answer", () => {
  it.each(["", " ", "listo", "<title>Wi-Fi del hotel</title>", "{", "null", null, undefined])(
    "reports a failure without a sentence when it is %j",
    (body) => {
      expect(readFunctionAnswer(body)).toEqual({ success: false, message: null });
    },
  );
});
