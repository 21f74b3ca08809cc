import { describe, expect, it } from "vitest";
import { Metadata, requireMetadataFits } from "./read-input.ts";

describe("user metadata", () => {
  it("may be any object that fits into a token", () => {
    expect(Metadata.parse({ full_name: "Ana", tags: [1] })).toEqual({
      full_name: "Ana",
      tags: [1],
    });
    expect(Metadata.parse(null)).toEqual({});
    expect(Metadata.safeParse([1]).success).toBe(false);
    expect(Metadata.safeParse("texto").success).toBe(false);
    expect(Metadata.safeParse({ text: "x".repeat(5_000) }).success).toBe(false);
  });

  it("rejects characters that PostgreSQL cannot store, at any depth", () => {
    expect(Metadata.safeParse({ a: [{ b: "x\0y" }] }).success).toBe(false);
    expect(Metadata.safeParse({ "a\0": 1 }).success).toBe(false);
    expect(Metadata.safeParse({ a: "x\ud83d" }).success).toBe(false);
    expect(Metadata.safeParse({ a: { "\udc00": 1 } }).success).toBe(false);
    expect(Metadata.safeParse({ a: "\ud83d\ude97 \\u0000 \\ud83d" }).success).toBe(true);
  });

  it("rejects deep nesting without overflowing the stack", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`);
    expect(Metadata.safeParse(deep).success).toBe(false);
    expect(Metadata.safeParse({ a: deep }).success).toBe(false);
  });

  it("rejects a change that makes it too long, but not an empty change", () => {
    const saved = { text: "x".repeat(5_000) };
    expect(() => requireMetadataFits("data", { change: { a: 1 }, saved })).toThrow(
      "data: is too long",
    );
    expect(() => requireMetadataFits("data", { change: {}, saved })).not.toThrow();
    expect(() => requireMetadataFits("data", { change: { a: null }, saved: null })).not.toThrow();
  });
});
