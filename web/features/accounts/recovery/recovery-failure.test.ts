import { describe, expect, it } from "vitest";
import { describeMailFailure, describeUpdateFailure } from "./recovery-failure.ts";

const error = (code: string | undefined, message = "From the server", name = "AuthApiError") => ({
  code,
  message,
  name,
  status: name === "AuthRetryableFetchError" ? 0 : 400,
});

describe("a person after a failed mail request", () => {
  it("reads the reason in Spanish, without the server's text", () => {
    expect(describeMailFailure(error("over_email_send_rate_limit")).description).toContain(
      "Espera",
    );
    expect(describeMailFailure(error("validation_failed")).description).not.toContain(
      "From the server",
    );
    const unreachable = error(undefined, "Failed to fetch", "AuthRetryableFetchError");
    expect(describeMailFailure(unreachable).description).toContain("No hubo respuesta");
  });

  it.each([500, 502, 503])(
    "reads after a %i that the server failed, not the connection",
    (status) => {
      const failed = { ...error(undefined, "{}", "AuthRetryableFetchError"), status };
      expect(describeMailFailure(failed).description).toBe(
        "El servidor no pudo enviarlo. Inténtalo de nuevo en unos minutos.",
      );
      expect(describeUpdateFailure(failed).description).toBe(
        "No se pudo actualizar tu contraseña. Por favor, inténtalo de nuevo.",
      );
    },
  );
});

describe("a person with a refused new password", () => {
  it("reads it at the field if the password is weak or the old one", () => {
    const weak = "La contraseña debe tener al menos 6 caracteres.";
    expect(describeUpdateFailure(error("weak_password"))).toEqual({
      title: "Contraseña débil",
      description: weak,
      field: weak,
    });
    expect(describeUpdateFailure(error("same_password")).field).toContain("distinta");
  });

  it("reads it only in a notice for any other reason", () => {
    expect(describeUpdateFailure(error("unexpected_failure"))).toEqual({
      title: "Error",
      description: "No se pudo actualizar tu contraseña. Por favor, inténtalo de nuevo.",
    });
    const unreachable = error(undefined, "Failed to fetch", "AuthRetryableFetchError");
    expect(describeUpdateFailure(unreachable).description).toContain("No hubo respuesta");
    const ended = error(undefined, "Auth session missing!", "AuthSessionMissingError");
    expect(describeUpdateFailure(ended).title).toBe("Este enlace ya no es válido");
  });
});
