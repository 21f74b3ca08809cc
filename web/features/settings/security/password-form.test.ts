import { describe, expect, it } from "vitest";
import { describePasswordFailure } from "./password-form.tsx";

describe("a refused password change", () => {
  it("a person who repeats the old password is told at the field", () => {
    expect(describePasswordFailure({ code: "same_password" }).field).toBe(
      "La nueva contraseña debe ser distinta de la actual.",
    );
  });

  it("a person whose session ended is told so, at no field", () => {
    const failure = describePasswordFailure({ code: "session_not_found" });
    expect(failure.field).toBeUndefined();
    expect(failure.notice.description).toMatch(/Tu sesión terminó/);
  });

  it("a person whose second factor is not proved any more is told to prove it", () => {
    const { notice } = describePasswordFailure({ code: "insufficient_aal" });
    expect(notice.description).toMatch(/Vuelve a iniciar sesión con tu código/);
  });

  it("a person reads no words of the server in any other case", () => {
    expect(describePasswordFailure({ code: "unexpected_failure" }).notice).toEqual({
      title: "Error",
      description: "No se pudo actualizar la contraseña.",
    });
  });
});
