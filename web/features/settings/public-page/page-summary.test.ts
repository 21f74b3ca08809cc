import { describe, expect, it } from "vitest";
import { ProfileConfig } from "#contract/accounts/profile-config.ts";
import { makeProfile } from "../make-profile.ts";
import { contactSummary, styleSummary } from "./public-page-summary.tsx";

describe("the summary of Página Pública", () => {
  it("a dealer sees only the links that visitors see", () => {
    const { profile } = ProfileConfig.parse({
      profile: {
        phone: "1",
        email: "a@b.mx",
        location: "Calle 1",
        contact_links_visibility: { email: false },
      },
    });
    expect(contactSummary(profile)).toBe("Teléfono y dirección");
    expect(contactSummary(ProfileConfig.parse({}).profile)).toBe("Ningún dato de contacto");
  });

  it("a dealer's summary mentions a hero picture only if it is set and on", () => {
    const style = (page_style: Record<string, unknown>, role = "concesionario") =>
      styleSummary(makeProfile({ role, config: { page_style } }));
    const hero_image_url = "https://autos.mx/h.jpg";
    expect(style({ hero_image_url })).toBe("Encabezado centrado, portada con imagen");
    expect(style({ hero_image_url, use_hero_image: false, layout_style: "classic" })).toBe(
      "Encabezado clásico, portada con color de fondo",
    );
    expect(style({ hero_image_url }, "vendedor")).toBe("Encabezado clásico, portada con imagen");
  });
});
