import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVinDecoder, type VinDecoder } from "#functions/decode-vin/vin/vin-decoder.ts";
import { drawPicture } from "./drawings/draw-picture.ts";
import { planPhotos, readVehicles } from "./load-demo.ts";
import { readLeads } from "./load-leads.ts";
import { demoPeople } from "./people.ts";

const vehicles = readVehicles();

describe("the demo's data", () => {
  let folder: string;
  let decoder: VinDecoder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "vitrina-vin-"));
    decoder = createVinDecoder({ folder, log: pino({ level: "silent" }) });
  });
  afterAll(async () => {
    await decoder.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("every VIN decodes to its row's brand, model and year", async () => {
    for (const { vin, brand, model, year } of vehicles) {
      expect(await decoder.decode(vin)).toMatchObject({
        brand,
        model,
        year,
        checkDigitValid: true,
      });
    }
  });

  test("60 published vehicles cover every status; some lack photos or a price", () => {
    expect(vehicles).toHaveLength(60);
    expect(new Set(vehicles.map(({ vin }) => vin)).size).toBe(60);
    const shown = vehicles.filter(({ published }) => published);
    expect(new Set(shown.map(({ status }) => status)).size).toBe(3);
    expect(shown.some(({ photos }) => photos === 0)).toBe(true);
    expect(shown.some(({ price }) => price === "")).toBe(true);
    expect(shown.some(({ price }) => price === "A consultar")).toBe(true);
    expect(shown.length).toBeLessThan(60);
  });

  test("a vehicle with photos has four to eight different ones", () => {
    for (const [number, vehicle] of vehicles.entries()) {
      const drawings = planPhotos(vehicle, number).map(drawPicture);
      expect(drawings).toHaveLength(vehicle.photos);
      expect(new Set(drawings).size).toBe(vehicle.photos);
      if (vehicle.photos > 0) expect(vehicle.photos).toBeGreaterThanOrEqual(4);
    }
  });

  test("every body style is drawn from every angle at 1280 by 960", async () => {
    const angles = ["side", "front", "interior", "wheel"] as const;
    for (const [at, body] of (
      ["sedan", "suv", "pickup", "hatchback", "coupe", "van"] as const
    ).entries()) {
      const angle = angles[at % angles.length] ?? "side";
      const trim = { spokes: 5, darkRims: false };
      const svg = drawPicture({ body, paint: "Rojo", angle, scene: "lot", trim });
      const { width, height, entropy } = await describePicture(svg);
      expect([width, height]).toEqual([1280, 960]);
      expect(entropy).toBeGreaterThan(3);
    }
  });
});

test("the people are an administrator, two dealerships and three salespeople", () => {
  const roles = demoPeople.map(({ role }) => role).sort();
  const expected = ["admin", "concesionario", "concesionario", "vendedor", "vendedor", "vendedor"];
  expect(roles).toEqual(expected);
  for (const { role, dealership } of demoPeople) {
    expect(dealership === undefined).toBe(role !== "vendedor");
  }
});

test("leads cover every kind and state, about vehicles that visitors can see", () => {
  const leads = readLeads();
  expect(new Set(leads.map(({ kind }) => kind)).size).toBe(3);
  expect(new Set(leads.map(({ state }) => state)).size).toBe(4);
  const sellers = demoPeople.filter(({ role }) => role !== "admin");
  expect(new Set(leads.map(({ recipient }) => recipient))).toEqual(
    new Set(sellers.map(({ key }) => key)),
  );
  for (const { kind, vin, recipient } of leads) {
    expect(vin !== null).toBe(kind === "vehicle_inquiry");
    const seller = sellers.find(({ key }) => key === recipient);
    const vehicle = vehicles.find((candidate) => candidate.vin === vin);
    if (vin)
      expect(vehicle).toMatchObject({
        dealership: seller?.dealership ?? recipient,
        published: true,
      });
  }
});

async function describePicture(svg: string) {
  const picture = sharp(Buffer.from(svg));
  const { width, height } = await picture.metadata();
  const { entropy } = await picture.stats();
  return { width, height, entropy };
}
