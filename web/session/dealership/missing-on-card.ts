import type { Profile } from "../session-user.ts";

const parts = [
  { key: "phone", name: "teléfono", field: "telefono" },
  { key: "whatsapp", name: "WhatsApp", field: "whatsapp" },
  { key: "logo", name: "foto", field: "foto" },
] as const;

/** A field of a vendedor's card: its name, and the id of its form field. */
export type CardPart = (typeof parts)[number];

/** The empty fields of a vendedor's card. A field hidden from visitors is not empty. */
export function missingOnCard({ config }: Pick<Profile, "config">): CardPart[] {
  return parts.filter(({ key }) => {
    const value = config?.profile?.[key];
    return typeof value !== "string" || value.trim() === "";
  });
}
