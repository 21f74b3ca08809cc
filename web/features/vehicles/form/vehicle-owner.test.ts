import { expect, it } from "vitest";
import { mayAddVehicles, vehicleOwner } from "./vehicle-owner.ts";

it("a concesionario owns vehicles under the own id", () => {
  expect(vehicleOwner({ id: "dealer", role: "concesionario", dealership_id: null })).toBe("dealer");
});

it("a vendedor adds for the dealership, and for nobody while without one", () => {
  expect(vehicleOwner({ id: "seller", role: "vendedor", dealership_id: "dealer" })).toBe("dealer");
  expect(vehicleOwner({ id: "seller", role: "vendedor", dealership_id: null })).toBeNull();
});

it("an admin who acts for nobody, or an unknown role, has no owner to add for", () => {
  expect(vehicleOwner({ id: "admin", role: "admin", dealership_id: null })).toBeNull();
  expect(vehicleOwner({ id: "x", role: "auditor", dealership_id: "dealer" })).toBeNull();
});

it("a person may add vehicles unless the flag says no", () => {
  expect(mayAddVehicles({ config: null })).toBe(true);
  expect(mayAddVehicles({ config: { features: {} } })).toBe(true);
  expect(mayAddVehicles({ config: { features: { canAddVehicles: false } } })).toBe(false);
});
