import { describe, expect, it } from "vitest";
import { installMeta, webManifest } from "./web-manifest.ts";

const valle = {
  name: "Autos del Valle",
  description: "Tu concesionario de confianza.",
  start: "/i/autos-del-valle",
  accent: "#0B7A75",
  logo: null,
};

describe("the manifest of a storefront that a customer installs", () => {
  it("has the dealership's name, color and page, and default icons without a logo", () => {
    expect(webManifest(valle)).toMatchObject({
      id: "/i/autos-del-valle",
      name: "Autos del Valle",
      short_name: "Autos del Valle",
      start_url: "/i/autos-del-valle",
      theme_color: "#0B7A75",
      icons: [{ src: "/icon-192.png" }, { src: "/icon-512.png" }],
    });
  });

  it("has square logos, a short name that fits an icon, and no invalid color", () => {
    const name = "Concesionario de los Hermanos Ibarra";
    const made = webManifest({ ...valle, name, accent: "#FFF", logo: (side) => `/logo?${side}` });
    expect(made.icons.map(({ src, sizes }) => [src, sizes])).toEqual([
      ["/logo?320", "320x320"],
      ["/logo?640", "640x640"],
    ]);
    expect(made.short_name).toBe("Concesionario de los He…");
    expect(made.theme_color).toBe("#FF6A00");
  });

  it("is linked by pages with a URL, with theme color and icon", () => {
    const link = { tagName: "link", rel: "manifest", href: "/manifest/valle.webmanifest" };
    const look = { accent: "#0B7A75", logo: null };
    const colour = { name: "theme-color", content: "#0B7A75" };
    expect(installMeta({ slug: "valle", ...look })).toEqual([link, colour]);
    const icon = { tagName: "link", rel: "apple-touch-icon", href: "/logo?320" };
    const logo = (side: number) => `/logo?${side}`;
    expect(installMeta({ slug: "valle", accent: "#FFF", logo })).toEqual([
      link,
      icon,
      { name: "theme-color", content: "#FF6A00" },
    ]);
    expect(installMeta({ slug: null, ...look })).toEqual([]);
  });
});
