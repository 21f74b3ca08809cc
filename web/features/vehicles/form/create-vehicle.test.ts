import { expect, it } from "vitest";
import { z } from "zod";
import { newVehicleId } from "./add-vehicle-page.tsx";

it("a dealer's new vehicle gets a version 4 UUID of its own each time", () => {
  const ids = Array.from({ length: 200 }, newVehicleId);
  expect(ids.every((id) => z.uuidv4().safeParse(id).success)).toBe(true);
  expect(new Set(ids).size).toBe(200);
});
