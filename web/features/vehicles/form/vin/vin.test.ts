import { describe, expect, it } from "vitest";
import { hasValidCheckDigit, isVinShaped } from "#contract/vin.ts";
import { createVinReader, findVin } from "./scan-vin.ts";
import { normaliseVin } from "./vin-text.ts";

const KONA = "KM8K2CAB4PU001140";
const EUROPEAN = "WVWZZZ1JZ3W386752";

describe("the VIN that a dealer types", () => {
  it("a dealer who types small letters sees them upper-cased", () => {
    expect(normaliseVin("km8k2cab4pu001140")).toBe(KONA);
  });

  it("a dealer who pastes blanks and dashes keeps only the 17 characters", () => {
    expect(normaliseVin(" KM8K2-CAB4P U001140\n")).toBe(KONA);
  });

  it("a dealer who types an eighteenth character does not get it", () => {
    expect(normaliseVin(`${KONA}9`)).toBe(KONA);
  });
});

describe("VIN: the check digit", () => {
  it("a dealer with a right VIN is not warned", () => {
    expect([KONA, "1HGCM82633A004352", "1M8GDM9AXKP042788"].map(hasValidCheckDigit)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("a dealer who swaps two characters is warned", () => {
    expect(hasValidCheckDigit("KM8K2CAB4PU001104")).toBe(false);
  });

  it("a dealer whose VIN holds an O instead of a zero does not have a VIN", () => {
    expect(isVinShaped("KM8K2CAB4PUO01140")).toBe(false);
    expect(hasValidCheckDigit("KM8K2CAB4PUO01140")).toBe(false);
  });
});

describe("VIN: what the camera reads", () => {
  it("a dealer who scans the bare VIN gets it", () => {
    expect(findVin(KONA)).toEqual({ vin: KONA, certain: true });
  });

  it("a dealer who scans an import label gets the VIN without its leading I", () => {
    expect(findVin(`I${KONA}`)).toEqual({ vin: KONA, certain: true });
    expect(findVin(`I${EUROPEAN}`)).toEqual({ vin: EUROPEAN, certain: false });
  });

  it("a dealer who scans a QR address gets the VIN inside it", () => {
    expect(findVin(`https://example.test/v?id=77&vin=${KONA.toLowerCase()}&x=1`)).toEqual({
      vin: KONA,
      certain: true,
    });
  });

  it("a dealer who scans a longer code gets the stretch whose check digit holds", () => {
    expect(findVin(`99${KONA}A0`)).toEqual({ vin: KONA, certain: true });
  });

  it("a dealer who scans a part number gets nothing", () => {
    expect(findVin("5901234123457")).toBeNull();
    expect(findVin("99WVWZZZ1JZ3W386752A0")).toBeNull();
    expect(findVin("")).toBeNull();
  });

  it("a dealer who scans a VIN with a wrong check digit gets it at the second equal reading", () => {
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
