import { afterEach, describe, expect, it, vi } from "vitest";
import { withCause } from "./failure-notice.ts";

const failed = { title: "Error", description: "No se pudo actualizar el precio." };

describe("the cause of a failed action", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("the server's own sentence comes after what failed", () => {
    const error = { code: "P0001", message: "El vehículo está apartado." };
    expect(withCause(failed, error).description).toBe(
      "No se pudo actualizar el precio. El vehículo está apartado.",
    );
  });

  it.each([
    ["PostgREST's client", { code: "", message: "TypeError: Failed to fetch" }],
    ["fetch", new TypeError("Failed to fetch")],
    ["nothing", null],
  ])("%s without a connection says so", (_, error) => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(withCause(failed, error)).toEqual({
      title: "Sin conexión",
      description: "No se pudo actualizar el precio. Comprueba tu internet e inténtalo de nuevo.",
    });
  });

  it("a server that does not answer is reported", () => {
    vi.stubGlobal("navigator", { onLine: true });
    const error = { code: "", message: "TypeError: Failed to fetch" };
    expect(withCause(failed, error).description).toMatch(/No hubo respuesta del servidor/);
  });

  it("an error in PostgreSQL's words keeps the product's sentence", () => {
    expect(withCause(failed, { code: "42P01", message: "relation does not exist" })).toBe(failed);
  });
});
