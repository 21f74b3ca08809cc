import type { Contact } from "./pick-contact.ts";

/** Limits the time of the regular expressions below. */
const MAX_CONTACT_LENGTH = 1000;
const EMAIL = /[^\s<>(),;:"]+@[^\s<>(),;:"]+\.[^\s<>(),;:".]+/;
const PHONE = /\+?\(?\d[\d \t().-]{5,}\d/;
/** Labels that people write before each part: "Cel.:", "Correo:". */
const LABELS =
  /(^|[^\p{L}])(?:(?:nombre|name|tel[ée]fono|tel|phone|celular|cel|m[óo]vil|mobile|whatsapp|correo|e-?mail|mail)\s*[.:]+)+/giu;
const SEPARATORS = /[\s<>(),;:|"]+/g;
/** A dash between two parts. */
const EDGES = /^[\s–—·•-]+|[\s–—·•-]+$/g;

/**
 * Splits a typed or pasted contact into name, phone and e-mail, in any order; null if the text has
 * neither phone nor e-mail.
 */
export function readContact(pasted: string): Contact | null {
  const text = pasted.slice(0, MAX_CONTACT_LENGTH);
  const email = EMAIL.exec(text)?.[0] ?? "";
  const besides = text.replace(email, "\n");
  const phone = PHONE.exec(besides)?.[0] ?? "";
  if (!email && !phone) return null;
  const name = besides.replace(phone, " ").replace(LABELS, "$1 ").replace(SEPARATORS, " ");
  return { fullName: name.replace(EDGES, ""), phone: phone.trim(), email };
}
