import { describe, expect, it } from "vitest";
import { describeEnrollFailure, uniqueAppName } from "./own-factors.ts";

describe("the default name of a person's new app", () => {
  it.each([
    [[], "Mi teléfono"],
    [["Tableta"], "Mi teléfono"],
    [["Mi teléfono"], "Mi teléfono 2"],
    [["Mi teléfono", "Mi teléfono 2", "Mi teléfono 4"], "Mi teléfono 3"],
  ])("next to %j is %s", (names, name) => {
    expect(uniqueAppName(names.map((friendly_name) => ({ friendly_name })))).toBe(name);
  });
});

describe("an authenticator app that a person cannot set up", () => {
  it.each([
    ["mfa_factor_name_conflict", /con este nombre/],
    ["too_many_enrolled_mfa_factors", /diez/],
    ["insufficient_aal", /Vuelve a iniciar sesión/],
    ["unexpected_failure", /inténtalo de nuevo/],
    [undefined, /inténtalo de nuevo/],
  ])("with %s gets a Spanish reason", (code, sentence) => {
    expect(describeEnrollFailure({ code })).toMatch(sentence);
  });
});
