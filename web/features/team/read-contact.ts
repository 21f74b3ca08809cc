import type { Contact } from "./pick-contact.ts";

/** The expressions below look at each letter many times. */
const LONGEST_CONTACT = 1000;
const EMAIL = /[^\s<>(),;:"]+@[^\s<>(),;:"]+\.[^\s<>(),;:".]+/;
const PHONE = /\+?\(?\d[\d \t().-]{5,}\d/;
/** What people write before each part: "Cel.:", "Correo:". */
const LABELS =
  /(^|[^\p{L}])(?:(?:nombre|name|tel[ée]fono|tel|phone|celular|cel|m[óo]vil|mobile|whatsapp|correo|e-?mail|mail)\s*[.:]+)+/giu;
const SEPARATORS = /[\s<>(),;:|"]+/g;
/** A dash that stood between two parts. */
const EDGES = /^[\s–—·•-]+|[\s–—·•-]+$/g;

/**
 * A person as somebody writes or pastes them, name, phone and e-mail together in any order; null
 * where the text has neither phone nor e-mail, as a name does.
 */
export function readContact(pasted: string): Contact | null {
  const text = pasted.slice(0, LONGEST_CONTACT);
  const email = EMAIL.exec(text)?.[0] ?? "";
  const besides = text.replace(email, "\n");
  const phone = PHONE.exec(besides)?.[0] ?? "";
  if (!email && !phone) return null;
  const name = besides.replace(phone, " ").replace(LABELS, "$1 ").replace(SEPARATORS, " ");
  return { fullName: name.replace(EDGES, ""), phone: phone.trim(), email };
}
