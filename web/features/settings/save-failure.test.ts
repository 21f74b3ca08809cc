import { describe, expect, it } from "vitest";
import type { ProfileRefusal } from "#contract/accounts/settings.ts";
import { describeSaveFailure } from "./save-failure.ts";

const refused = (hint: string) => ({ code: "23514", message: "violates a constraint", hint });

describe("a rejected save of the settings", () => {
  it.each<[ProfileRefusal, string, RegExp]>([
    ["slug_taken", "public_slug", /ya está en uso/],
    ["slug_reserved", "public_slug", /reservada/],
    ["slug_format", "public_slug", /2 a 60/],
    ["domain_invalid", "custom_domain", /dominio público/],
    ["domain_of_platform", "custom_domain", /pertenece a la plataforma/],
  ])("shows a dealer the reason %s at the field %s", (code, name, message) => {
    expect(describeSaveFailure(refused(code)).field).toEqual({
      name,
      message: expect.stringMatching(message),
    });
  });

  it("names a taken slug in the notice, too", () => {
    expect(describeSaveFailure(refused("slug_taken")).notice).toEqual({
      title: "Enlace no disponible",
      description: "Este enlace público ya está en uso. Elige otro.",
    });
  });

  it("tells a dealer without canEditPublicPage that the page may not be edited", () => {
    expect(describeSaveFailure(refused("page_forbidden"))).toEqual({
      notice: {
        title: "No se pudo guardar la configuración.",
        description: "No tienes permiso para editar la página pública.",
      },
    });
  });

  it.each([null, { code: "57014", message: "canceling statement", hint: "" }, refused("other")])(
    "shows a dealer the general message without a known code (%o)",
    (error) => {
      expect(describeSaveFailure(error)).toEqual({
        notice: { title: "Error", description: "No se pudo guardar la configuración." },
      });
    },
  );
});
