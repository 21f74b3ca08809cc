import { afterEach, describe, expect, it, vi } from "vitest";
import { withCause } from "./failure-notice.ts";

const failed = { title: "Error", description: "No se pudo actualizar el precio." };

describe("the notice of a failed action", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("ends with the server's own sentence", () => {
    const error = { code: "P0001", message: "El vehículo está apartado." };
    expect(withCause(failed, error).description).toBe(
      "No se pudo actualizar el precio. El vehículo está apartado.",
    );
  });

  it.each([
    ["PostgREST's client", { code: "", message: "TypeError: Failed to fetch" }],
    ["fetch", new TypeError("Failed to fetch")],
    ["nothing", null],
  ])("says that the device is offline (error from %s)", (_, error) => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(withCause(failed, error)).toEqual({
      title: "Sin conexión",
      description: "No se pudo actualizar el precio. Comprueba tu internet e inténtalo de nuevo.",
    });
  });

  it("says that the server did not answer", () => {
    vi.stubGlobal("navigator", { onLine: true });
    const error = { code: "", message: "TypeError: Failed to fetch" };
    expect(withCause(failed, error).description).toMatch(/No hubo respuesta del servidor/);
  });

  it("does not show PostgreSQL's own words", () => {
    expect(withCause(failed, { code: "42P01", message: "relation does not exist" })).toBe(failed);
  });
});
