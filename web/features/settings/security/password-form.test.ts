import { describe, expect, it } from "vitest";
import { describePasswordFailure } from "./password-form.tsx";

describe("a refused password change", () => {
  it("a person who reuses the old password sees the error at the field", () => {
    expect(describePasswordFailure({ code: "same_password" }).field).toBe(
      "La nueva contraseña debe ser distinta de la actual.",
    );
  });

  it("a person whose session ended sees it in a notice", () => {
    const failure = describePasswordFailure({ code: "session_not_found" });
    expect(failure.field).toBeUndefined();
    expect(failure.notice.description).toMatch(/Tu sesión terminó/);
  });

  it("a person whose second factor has expired is asked for it again", () => {
    const { notice } = describePasswordFailure({ code: "insufficient_aal" });
    expect(notice.description).toMatch(/Vuelve a iniciar sesión con tu código/);
  });

  it("a person never reads the server's text in other cases", () => {
    expect(describePasswordFailure({ code: "unexpected_failure" }).notice).toEqual({
      title: "Error",
      description: "No se pudo actualizar la contraseña.",
    });
  });
});
