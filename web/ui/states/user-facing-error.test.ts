import { describe, expect, it } from "vitest";
import { UserFacingError, userMessageOf } from "./user-facing-error.ts";

const otherwise = "Algo salió mal.";

describe("the message for an error", () => {
  it("is a UserFacingError's own", () => {
    expect(userMessageOf(new UserFacingError("Pesa demasiado."), otherwise)).toBe(
      "Pesa demasiado.",
    );
  });

  it.each([
    new TypeError("Failed to fetch dynamically imported module: https://x/y.js"),
    new TypeError("error loading dynamically imported module"),
    new TypeError("Importing a module script failed."),
    new TypeError("Load failed"),
    new TypeError("NetworkError when attempting to fetch resource."),
  ])("says that there is no connection after %s", (error) => {
    expect(userMessageOf(error, otherwise)).toContain("Sin conexión");
  });

  it.each([
    new Error("permission denied for table vehicles"),
    new TypeError("x is not a function"),
    new DOMException("The operation was aborted", "AbortError"),
    "text",
    null,
  ])("is the fallback after %s", (error) => {
    expect(userMessageOf(error, otherwise)).toBe(otherwise);
  });
});
