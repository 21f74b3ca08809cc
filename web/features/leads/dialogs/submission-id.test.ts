import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createSubmissionId } from "./use-lead-form.ts";

describe("a submission's id", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is a UUID, and another one each time", () => {
    expect(z.uuidv4().safeParse(createSubmissionId()).success).toBe(true);
    expect(createSubmissionId()).not.toBe(createSubmissionId());
  });

  it("is one too on a page without https, whose browser makes none", () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    for (let index = 0; index < 100; index += 1) {
      expect(z.uuidv4().safeParse(createSubmissionId()).success).toBe(true);
    }
    expect(createSubmissionId()).not.toBe(createSubmissionId());
  });
});
