import type { MailDetail, MailLink } from "./mail-content.ts";

/**
 * Somebody to write to. A phone that begins with "+" has its country code; any other is what was
 * typed.
 */
export type Customer = { name: string; phone?: string | undefined; email?: string | undefined };

/**
 * Ways to answer a customer: WhatsApp with a text to begin with, a call, a mail; those that there
 * are.
 */
export function linkCustomer(
  { name, phone, email }: Customer,
  opening: string,
  subject: string,
): MailLink[] {
  const links: MailLink[] = [];
  const number = phone?.startsWith("+") ? phone.replaceAll(/\D/g, "") : "";
  if (number) {
    const url = `https://wa.me/${number}?text=${encodeURIComponent(opening)}`;
    links.push({ label: `WhatsApp a ${firstName(name)}`, url });
  }
  if (phone && /\d/.test(phone)) links.push({ label: "Llamar", url: callAddress(phone) });
  if (email) {
    const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${opening}\n\n`)}`;
    links.push({ label: "Enviar correo", url: `${mailAddress(email)}?${query}` });
  }
  return links;
}

/** A phone number as a line of the mail that calls it. */
export function describePhone(label: string, phone: string): MailDetail {
  return /\d/.test(phone)
    ? { label, value: phone, url: callAddress(phone) }
    : { label, value: phone };
}

/** An address as a line of the mail that opens an answer. */
export function describeEmail(email: string): MailDetail {
  return { label: "Correo", value: email, url: mailAddress(email) };
}

/** The name by which one addresses somebody. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

function callAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
}

function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
