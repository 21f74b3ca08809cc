import { describe, expect, it } from "vitest";
import { describeSaveFailure } from "./save-failure.ts";

const unique = (name: string) => ({
  code: "23505",
  message: `duplicate key value violates unique constraint "${name}"`,
});
const check = (name: string) => ({
  code: "23514",
  message: `new row for relation "profiles" violates check constraint "${name}"`,
});

describe("the database has the last word", () => {
  it("a dealer whose slug was taken meanwhile is told at the slug", () => {
    expect(describeSaveFailure(unique("profiles_public_slug_key"))).toEqual({
      notice: {
        title: "Enlace no disponible",
        description: "Este enlace público ya está en uso. Elige otro.",
      },
      field: {
        name: "public_slug",
        message: "Este enlace público ya está en uso. Elige otro.",
      },
    });
  });

  it.each([
    [
      { code: "23514", message: "Esta palabra está reservada. Elige otra." },
      "public_slug",
      /reservada/,
    ],
    [check("profiles_public_slug_format"), "public_slug", /2 a 60/],
    [check("profiles_custom_domain_host"), "custom_domain", /dominio público/],
    [
      { code: "23514", message: "Ese dominio pertenece a la plataforma." },
      "custom_domain",
      /pertenece a la plataforma/,
    ],
  ])("a dealer refused by %o is told at %s", (error, name, message) => {
    expect(describeSaveFailure(error).field).toEqual({
      name,
      message: expect.stringMatching(message),
    });
  });

  it("a dealer without canEditPublicPage reads the reason", () => {
    const message = "No tienes permiso para editar la página pública.";
    expect(describeSaveFailure({ code: "42501", message }).notice.description).toBe(message);
  });

  it.each([null, { code: "57014", message: "canceling statement" }, check("other")])(
    "a dealer's other failure (%o) is the general one",
    (error) => {
      expect(describeSaveFailure(error)).toEqual({
        notice: { title: "Error", description: "No se pudo guardar la configuración." },
      });
    },
  );
});
