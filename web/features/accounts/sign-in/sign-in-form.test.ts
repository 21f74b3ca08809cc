import { describe, expect, it } from "vitest";
import { REQUEST_UNDER_REVIEW } from "#contract/accounts/access-request.ts";
import { describeSignInFailure } from "./sign-in-form.tsx";

describe("a person after a failed sign-in", () => {
  it("reads that the credentials are wrong", () => {
    expect(describeSignInFailure({ code: "invalid_credentials" })).toEqual({
      title: "Error de autenticación",
      description: "Credenciales incorrectas. Por favor, inténtalo de nuevo.",
    });
  });

  it.each(["email_not_confirmed", "user_banned", "over_request_rate_limit"])(
    "reads another reason than wrong credentials with code %s",
    (code) => {
      const { title, description } = describeSignInFailure({ code });
      expect(title).toBe("Error de autenticación");
      expect(description).not.toContain("Credenciales");
    },
  );

  it("reads that the request is under review, or the account inactive", () => {
    const failure = { code: "user_banned", message: REQUEST_UNDER_REVIEW };
    expect(describeSignInFailure(failure)).toEqual({
      title: "Error de autenticación",
      description:
        "Tu solicitud está en revisión. Te escribiremos por correo en cuanto puedas entrar.",
    });
    expect(describeSignInFailure({ code: "user_banned", message: "User is banned" })).toEqual({
      title: "Error de autenticación",
      description:
        "Tu cuenta está inactiva. Un administrador debe activarla antes de que puedas entrar.",
    });
  });

  it.each([undefined, "unexpected_failure"])("reads an unexpected error with code %s", (code) => {
    expect(describeSignInFailure(code ? { code } : {})).toEqual({
      title: "Error",
      description: "Ha ocurrido un error inesperado.",
    });
  });
});
