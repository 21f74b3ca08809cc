import { describe, expect, it } from "vitest";
import { manifestMeta, webManifest } from "./web-manifest.ts";

const valle = {
  name: "Autos del Valle",
  description: "Tu concesionario de confianza.",
  start: "/i/autos-del-valle",
  accent: "#0B7A75",
  logo: null,
};

describe("the manifest of a storefront", () => {
  it("has the dealership's name, colour and page, and our icons without a logo", () => {
    expect(webManifest(valle)).toMatchObject({
      id: "/i/autos-del-valle",
      name: "Autos del Valle",
      short_name: "Autos del Valle",
      start_url: "/i/autos-del-valle",
      theme_color: "#0B7A75",
      icons: [{ src: "/icon-192.png" }, { src: "/icon-512.png" }],
    });
  });

  it("has square pictures of the logo, a name that fits below an icon, and no colour that is none", () => {
    const name = "Concesionario de los Hermanos Ibarra";
    const made = webManifest({ ...valle, name, accent: "#FFF", logo: (side) => `/logo?${side}` });
    expect(made.icons.map(({ src, sizes }) => [src, sizes])).toEqual([
      ["/logo?320", "320x320"],
      ["/logo?640", "640x640"],
    ]);
    expect(made.short_name).toBe("Concesionario de los He…");
    expect(made.theme_color).toBe("#FF6A00");
  });

  it("is named by a page that has an address", () => {
    const link = { tagName: "link", rel: "manifest", href: "/manifest/valle.webmanifest" };
    expect(manifestMeta("valle")).toEqual([link]);
    expect(manifestMeta(null)).toEqual([]);
  });
});
