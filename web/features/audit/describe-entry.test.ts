import { describe, expect, it } from "vitest";
import { vehicleFieldNames, vehicleFields } from "#contract/vehicle-fields.ts";
import { changesIn, recordKindOf, recordPageOf, summaryOf } from "./describe-entry.ts";

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
    expect(changesIn({ difference })).toEqual([
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
    expect(changesIn({ difference })).toEqual([
      { name: "Configuración › Perfil › Nombre", old: "Uno", new: "Dos" },
      { name: "Configuración › Permisos › Añadir vehículos", old: "vacío", new: "No" },
    ]);
  });

  it("sees which vehicle was created and which fields of it changed", () => {
    const made = { brand: { old: null, new: "Kia" }, model: { old: null, new: "Rio" } };
    expect(summaryOf({ ...entry, action: "insert", difference: made })).toBe("Kia Rio");
    const names = ["price", "status", "vin", "color", "doors"];
    const changed = Object.fromEntries(names.map((name) => [name, { old: "1", new: "2" }]));
    expect(summaryOf({ ...entry, difference: changed })).toBe("Precio, Estado, VIN, 2 más");
  });

  it("sees that a redacted value changed", () => {
    const hidden = { old: "******", new: "******" };
    const difference = { password: hidden };
    const shown = { name: "Contraseña", old: "no se muestra", new: "no se muestra" };
    expect(changesIn({ difference })).toEqual([shown]);
    expect(summaryOf({ ...entry, table_name: "users", difference })).toBe("");
    const gone = { full_name: { old: "******", new: null } };
    expect(
      summaryOf({ ...entry, action: "delete", table_name: "profiles", difference: gone }),
    ).toBe("");
  });

  it("gets a link to the changed record unless it was deleted", () => {
    expect(recordPageOf(entry)).toBe("/vehicle/v");
    expect(recordPageOf({ ...entry, table_name: "profiles" })).toBe("/admin/user/edit/v");
    expect(recordPageOf({ ...entry, action: "delete" })).toBeNull();
    expect(recordPageOf({ ...entry, table_name: "access_requests" })).toBeNull();
    expect(recordKindOf({ table_name: "objects_of_somebody" })).toBe("objects_of_somebody");
  });
});

it("an administrator sees the form's label for every vehicle field", () => {
  for (const name of vehicleFieldNames) {
    const [change] = changesIn({ difference: { [name]: { old: null, new: "x" } } });
    const label = name === "mileage" ? "Millaje o kilometraje" : vehicleFields[name].label;
    expect(change?.name).toBe(label);
  }
});
