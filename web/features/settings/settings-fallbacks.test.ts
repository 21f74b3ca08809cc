import { describe, expect, it } from "vitest";
import { mayEditPage } from "./settings-fallbacks.tsx";

const off = { features: { canEditPublicPage: false } };
const vendedor = { role: "vendedor" };

describe("canEditPublicPage", () => {
  it("a salesperson may edit the page unless it is switched off", () => {
    expect(mayEditPage({ config: null }, vendedor)).toBe(true);
    expect(mayEditPage({ config: off }, vendedor)).toBe(false);
  });

  it("a salesperson may not edit the page if the dealership may not", () => {
    expect(mayEditPage({ config: {}, dealership: { config: off } }, vendedor)).toBe(false);
    expect(mayEditPage({ config: {}, dealership: { config: {} } }, vendedor)).toBe(true);
  });

  it("an administrator who impersonates an account may always edit the page", () => {
    expect(mayEditPage({ config: off }, { role: "admin" })).toBe(true);
  });
});
