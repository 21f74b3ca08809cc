import type { ProfileConfig } from "#contract/profile-config.ts";
import type { OwnProfile } from "../own-profile.ts";
import { pageStyleValues, showsDealershipImage } from "./page-style-values.ts";

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

/** The looks of the page in one sentence. */
export function styleSummary(profile: OwnProfile): string {
  const style = pageStyleValues(profile);
  const hasImage = style.hero_image_url !== "" || showsDealershipImage(profile, style);
  const hero = style.use_hero_image && hasImage ? "con imagen" : "con color de fondo";
  const layout = style.layout_style === "centered" ? "Encabezado centrado" : "Encabezado clásico";
  return `${layout}, portada ${hero}`;
}
