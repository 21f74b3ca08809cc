import { expect, it } from "vitest";
import { mayAddVehicles, vehicleOwner } from "./vehicle-owner.ts";

it("a dealership owns vehicles under its own ID", () => {
  expect(vehicleOwner({ id: "dealer", role: "concesionario", dealership_id: null })).toBe("dealer");
});

it("a salesperson adds vehicles for the dealership, and none without one", () => {
  expect(vehicleOwner({ id: "seller", role: "vendedor", dealership_id: "dealer" })).toBe("dealer");
  expect(vehicleOwner({ id: "seller", role: "vendedor", dealership_id: null })).toBeNull();
});

it("an administrator not impersonating, or an unknown role, cannot add vehicles", () => {
  expect(vehicleOwner({ id: "admin", role: "admin", dealership_id: null })).toBeNull();
  expect(vehicleOwner({ id: "x", role: "auditor", dealership_id: "dealer" })).toBeNull();
});

it("a person may add vehicles unless canAddVehicles is off", () => {
  expect(mayAddVehicles({ config: null })).toBe(true);
  expect(mayAddVehicles({ config: { features: {} } })).toBe(true);
  expect(mayAddVehicles({ config: { features: { canAddVehicles: false } } })).toBe(false);
});
