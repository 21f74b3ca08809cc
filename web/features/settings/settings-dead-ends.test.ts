import { describe, expect, it } from "vitest";
import { mayEditPage } from "./settings-dead-ends.tsx";

const off = { features: { canEditPublicPage: false } };
const vendedor = { role: "vendedor" };

describe("canEditPublicPage", () => {
  it("a vendedor may, until it is switched off", () => {
    expect(mayEditPage({ config: null }, vendedor)).toBe(true);
    expect(mayEditPage({ config: off }, vendedor)).toBe(false);
  });

  it("a vendedor may not where the dealership may not", () => {
    expect(mayEditPage({ config: {}, dealership: { config: off } }, vendedor)).toBe(false);
    expect(mayEditPage({ config: {}, dealership: { config: {} } }, vendedor)).toBe(true);
  });

  it("an admin who acts for an account always may", () => {
    expect(mayEditPage({ config: off }, { role: "admin" })).toBe(true);
  });
});
