import { describe, expect, it } from "vitest";
import { describeOutcome } from "./salesperson-form.tsx";

const taken = "Ya existe una cuenta con este correo electrónico.";

describe("a dealer after a complete save", () => {
  it("sees no error", () => {
    expect(describeOutcome([])).toBeNull();
    expect(describeOutcome([{ part: "email", saved: true }])).toBeNull();
  });
});

describe("a dealer after an incomplete save", () => {
  it("reads what was saved and why the rest was not", () => {
    expect(
      describeOutcome([
        { part: "profile", saved: true },
        { part: "email", saved: false, message: taken },
        { part: "password", saved: true },
      ]),
    ).toEqual({
      saved: "nombre y contacto, contraseña",
      failures: [{ part: "email", title: "Error al cambiar email", message: taken }],
    });
  });

  it("reads each failure when nothing was saved", () => {
    expect(
      describeOutcome([
        { part: "profile", saved: false, message: "a" },
        { part: "password", saved: false, message: "b" },
      ]),
    ).toEqual({
      saved: null,
      failures: [
        { part: "profile", title: "Error al guardar perfil", message: "a" },
        { part: "password", title: "Error al cambiar contraseña", message: "b" },
      ],
    });
  });
});
