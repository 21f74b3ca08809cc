import type { ProfileConfig } from "#contract/profile-config.ts";

const names = {
  phone: "teléfono",
  whatsapp: "WhatsApp",
  email: "correo",
  location: "dirección",
  instagram: "Instagram",
  facebook: "Facebook",
} as const;
const links = ["phone", "whatsapp", "email", "location", "instagram", "facebook"] as const;

/** The contact links that visitors see: filled in and not hidden. */
export function contactSummary(profile: ProfileConfig["profile"]): string {
  const shown = links.filter((link) => profile[link] && profile.contact_links_visibility[link]);
  if (shown.length === 0) return "Ningún dato de contacto";
  const list = shown.map((link) => names[link]);
  return new Intl.ListFormat("es", { type: "conjunction" })
    .format(list)
    .replace(/^./, (letter) => letter.toLocaleUpperCase("es"));
}

/** The looks of the page in one sentence; only a dealership's has a header. */
export function styleSummary(style: ProfileConfig["page_style"], role: string): string {
  const hero = style.use_hero_image && style.hero_image_url ? "con imagen" : "con color de fondo";
  if (role !== "concesionario") return `Portada ${hero}`;
  const layout = style.layout_style === "centered" ? "Encabezado centrado" : "Encabezado clásico";
  return `${layout}, portada ${hero}`;
}
