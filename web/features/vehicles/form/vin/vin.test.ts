import { describe, expect, it } from "vitest";
import { hasValidCheckDigit, isVinShaped } from "#contract/vin.ts";
import { createVinReader, findVin } from "./scan-vin.ts";
import { normalizeVin } from "./vin-text.ts";

const KONA = "KM8K2CAB4PU001140";
const EUROPEAN = "WVWZZZ1JZ3W386752";

describe("the VIN that a dealer types", () => {
  it("a dealer's lower-case letters become upper-case", () => {
    expect(normalizeVin("km8k2cab4pu001140")).toBe(KONA);
  });

  it("a dealer who pastes spaces and dashes gets the 17 characters", () => {
    expect(normalizeVin(" KM8K2-CAB4P U001140\n")).toBe(KONA);
  });

  it("a dealer cannot type an 18th character", () => {
    expect(normalizeVin(`${KONA}9`)).toBe(KONA);
  });
});

describe("the check digit of a VIN", () => {
  it("a dealer with a valid VIN gets no warning", () => {
    expect([KONA, "1HGCM82633A004352", "1M8GDM9AXKP042788"].map(hasValidCheckDigit)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("a dealer who swaps two characters gets a warning", () => {
    expect(hasValidCheckDigit("KM8K2CAB4PU001104")).toBe(false);
  });

  it("a dealer's VIN with an O instead of a zero is invalid", () => {
    expect(isVinShaped("KM8K2CAB4PUO01140")).toBe(false);
    expect(hasValidCheckDigit("KM8K2CAB4PUO01140")).toBe(false);
  });
});

describe("a VIN from the camera", () => {
  it("a dealer who scans a plain VIN gets it", () => {
    expect(findVin(KONA)).toEqual({ vin: KONA, certain: true });
  });

  it("a dealer who scans an import label gets the VIN without the leading I", () => {
    expect(findVin(`I${KONA}`)).toEqual({ vin: KONA, certain: true });
    expect(findVin(`I${EUROPEAN}`)).toEqual({ vin: EUROPEAN, certain: false });
  });

  it("a dealer who scans a QR code with a URL gets the VIN in it", () => {
    expect(findVin(`https://example.test/v?id=77&vin=${KONA.toLowerCase()}&x=1`)).toEqual({
      vin: KONA,
      certain: true,
    });
  });

  it("a dealer who scans a longer code gets the part with a valid check digit", () => {
    expect(findVin(`99${KONA}A0`)).toEqual({ vin: KONA, certain: true });
  });

  it("a dealer who scans a part number gets no VIN", () => {
    expect(findVin("5901234123457")).toBeNull();
    expect(findVin("99WVWZZZ1JZ3W386752A0")).toBeNull();
    expect(findVin("")).toBeNull();
  });

  it("a dealer gets a VIN with an invalid check digit after two equal readings", () => {
    const read = createVinReader();
    expect(read(EUROPEAN)).toBeNull();
    expect(read(EUROPEAN)).toBe(EUROPEAN);
  });

  it("a dealer whose camera misreads once gets only what was read twice", () => {
    const read = createVinReader();
    expect(read("WVWZZZ1JZ3W386752")).toBeNull();
    expect(read("WVWZZZ1JZ3W386757")).toBeNull();
    expect(read("WVWZZZ1JZ3W386757")).toBe("WVWZZZ1JZ3W386757");
  });
});
