import type { Profile } from "../session-user.ts";

const parts = [
  { key: "phone", name: "teléfono", field: "telefono" },
  { key: "whatsapp", name: "WhatsApp", field: "whatsapp" },
  { key: "logo", name: "foto", field: "foto" },
] as const;

/** A part of a vendedor's card: its name, and the id of its field in the forms that mend it. */
export type CardPart = (typeof parts)[number];

/** What a vendedor's card lacks. What they hide from visitors is there. */
export function missingOnCard({ config }: Pick<Profile, "config">): CardPart[] {
  return parts.filter(({ key }) => {
    const value = config?.profile?.[key];
    return typeof value !== "string" || value.trim() === "";
  });
}
