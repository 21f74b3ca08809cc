import { describe, expect, it } from "vitest";
import { vehicleFieldNames, vehicleFields } from "#contract/vehicle-fields.ts";
import { changesOf, gistOf, pageOf, subjectOf } from "./describe-entry.ts";

const entry = {
  id: 1,
  at: "2026-11-21T10:00:00Z",
  actor_id: "a",
  impersonated_id: "b",
  action: "update",
  table_name: "vehicles",
  row_id: "v",
  difference: {},
  about: null,
} as const;

describe("an administrator reading a log entry", () => {
  it("sees old and new values with Spanish labels", () => {
    const difference = {
      price: { old: null, new: "9000" },
      published: { old: false, new: true },
      images: { old: ["a"], new: [] },
      unknown_column: { old: 1, new: 2 },
    };
    expect(changesOf({ difference })).toEqual([
      { name: "Precio", old: "vacío", new: "9000" },
      { name: "Publicado", old: "No", new: "Sí" },
      { name: "Fotos", old: "a", new: "ninguna" },
      { name: "unknown_column", old: "1", new: "2" },
    ]);
  });

  it("sees only the changed parts of a config", () => {
    const difference = {
      config: {
        old: { profile: { name: "Uno", tagline: "x" }, features: {} },
        new: { profile: { name: "Dos", tagline: "x" }, features: { canAddVehicles: false } },
      },
    };
    expect(changesOf({ difference })).toEqual([
      { name: "Configuración › Perfil › Nombre", old: "Uno", new: "Dos" },
      { name: "Configuración › Permisos › Añadir vehículos", old: "vacío", new: "No" },
    ]);
  });

  it("sees which vehicle was created and which fields of it changed", () => {
    const made = { brand: { old: null, new: "Kia" }, model: { old: null, new: "Rio" } };
    expect(gistOf({ ...entry, action: "insert", difference: made })).toBe("Kia Rio");
    const names = ["price", "status", "vin", "color", "doors"];
    const changed = Object.fromEntries(names.map((name) => [name, { old: "1", new: "2" }]));
    expect(gistOf({ ...entry, difference: changed })).toBe("Precio, Estado, VIN, 2 más");
  });

  it("sees that a redacted value changed", () => {
    const hidden = { old: "******", new: "******" };
    const difference = { password: hidden };
    const shown = { name: "Contraseña", old: "no se muestra", new: "no se muestra" };
    expect(changesOf({ difference })).toEqual([shown]);
    expect(gistOf({ ...entry, table_name: "users", difference })).toBe("");
    const gone = { full_name: { old: "******", new: null } };
    expect(gistOf({ ...entry, action: "delete", table_name: "profiles", difference: gone })).toBe(
      "",
    );
  });

  it("gets a link to the changed record unless it was deleted", () => {
    expect(pageOf(entry)).toBe("/vehicle/v");
    expect(pageOf({ ...entry, table_name: "profiles" })).toBe("/admin/user/edit/v");
    expect(pageOf({ ...entry, action: "delete" })).toBeNull();
    expect(pageOf({ ...entry, table_name: "access_requests" })).toBeNull();
    expect(subjectOf({ table_name: "objects_of_somebody" })).toBe("objects_of_somebody");
  });
});

it("sees the form's labels for every vehicle field", () => {
  for (const name of vehicleFieldNames) {
    const [change] = changesOf({ difference: { [name]: { old: null, new: "x" } } });
    const label = name === "mileage" ? "Millaje o kilometraje" : vehicleFields[name].label;
    expect(change?.name).toBe(label);
  }
});
